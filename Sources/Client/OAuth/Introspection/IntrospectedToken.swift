public import FoundationBasics
public import OAuthCore

/// The authorization server's description of an active token (RFC 7662 §2.2).
///
/// A resource server bases its decision on it: ``audience`` must contain the resource, and
/// ``scope`` must cover the request. A member that limits the token's use or says whose it is has to
/// be usable if it is present. Another one with an unusable value counts as absent, which grants
/// nothing. Descriptions show no claims, because they are about a user.
public struct IntrospectedToken: Sendable, Hashable {
  /// The granted scope; `nil` if the server sent no usable one, which doesn't mean every scope.
  public let scope: Scope?
  /// The client that the token was issued to.
  public let clientID: String?
  /// The user's name for display. Never base decisions on it.
  public let username: String?
  /// The token's type, such as `Bearer` or `DPoP`.
  public let tokenType: String?
  /// The token's expiry.
  public let expiresAt: Date?
  /// The time when the token was issued.
  public let issuedAt: Date?
  /// The time from which on the token is valid.
  public let notBefore: Date?
  /// The identifier of the user, or of the client if no user is involved.
  public let subject: String?
  /// The resources that the token is for; empty if the server didn't send them.
  public let audience: [String]
  /// The issuer of the token.
  public let issuer: String?
  /// The identifier of the token.
  public let identifier: String?
  /// The thumbprint of the key that must prove its possession with the token (`cnf.jkt`, RFC 9449
  /// §6.2).
  public let keyThumbprint: String?
  /// The thumbprint of the client certificate that must be used with the token (`cnf.x5t#S256`, RFC
  /// 8705 §3.2).
  public let certificateThumbprint: String?
  /// All members of the answer, including those above.
  public let members: [String: JSONValue]

  init(_ answer: AnswerMembers) throws(EndpointError) {
    // An empty scope covers nothing. It differs from a scope that the server didn't send.
    scope = answer.scope()
    clientID = try answer.text("client_id")
    username = answer.usableText("username")
    tokenType = try answer.text("token_type")
    expiresAt = try answer.moment("exp")
    issuedAt = (try? answer.moment("iat")) ?? nil
    notBefore = try answer.moment("nbf")
    subject = try answer.text("sub")
    audience = try Self.audience(of: answer)
    issuer = try answer.text("iss")
    identifier = answer.usableText("jti")
    let confirmation = try Self.confirmation(in: answer)
    keyThumbprint = try confirmation.text("jkt")
    certificateThumbprint = try confirmation.text("x5t#S256")
    members = answer.members
  }

  /// Returns whether the token is within its validity period, by the caller's clock.
  ///
  /// The server checked this when it answered. Check again before using a cached answer (RFC 7662
  /// §4).
  /// - Parameters:
  ///   - now: The current time.
  ///   - tolerance: The accepted difference between the two clocks, in whole seconds. Default: 60
  ///     seconds.
  public func isTimely(at now: Date, tolerance: Duration = .seconds(60)) -> Bool {
    let seconds = TimeInterval(tolerance.components.seconds)
    if let expiresAt, now >= expiresAt.addingTimeInterval(seconds) { return false }
    if let notBefore, now < notBefore.addingTimeInterval(-seconds) { return false }
    return true
  }

  private static func audience(of answer: AnswerMembers) throws(EndpointError) -> [String] {
    switch answer.members["aud"] {
    case nil, .null: return []
    case .string(let text): return [text]
    case let list?:
      guard let list = list.strings else { throw answer.malformed("aud") }
      return list
    }
  }

  // A binding that can't be read must not look like no binding.
  private static func confirmation(in answer: AnswerMembers) throws(EndpointError) -> AnswerMembers {
    guard let member = answer.members["cnf"], member != .null else { return AnswerMembers([:], of: answer.endpoint) }
    guard let members = member.object else { throw answer.malformed("cnf") }
    return AnswerMembers(members, of: answer.endpoint)
  }
}

extension IntrospectedToken: Redacted {
  /// Only the scope.
  public var description: String { "IntrospectedToken(scope: \(scope?.parameter ?? "unknown"))" }
}
