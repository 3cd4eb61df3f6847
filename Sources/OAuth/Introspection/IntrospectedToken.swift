#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// An active token as the authorization server describes it (RFC 7662 §2.2).
///
/// A resource server decides by it: ``audience`` must name the resource, and ``scope`` must reach what is asked for. The
/// claims are about a person; descriptions show none of them.
public struct IntrospectedToken: Sendable, Hashable {
  /// What the token may be used for; `nil` if the server didn't say, which doesn't mean everything.
  public let scope: Scope?
  /// The client that the token was given to.
  public let clientID: String?
  /// The person, as people call them. For showing, never for deciding.
  public let username: String?
  /// How the token is presented, such as `Bearer` or `DPoP`.
  public let tokenType: String?
  /// When the token ends.
  public let expiresAt: Date?
  /// When the token was given.
  public let issuedAt: Date?
  /// Before when the token must not be used.
  public let notBefore: Date?
  /// The person or client, as programs call them.
  public let subject: String?
  /// Whom the token is for; empty if the server didn't say.
  public let audience: [String]
  /// Who gave the token.
  public let issuer: String?
  /// The token's own identifier.
  public let identifier: String?
  /// The thumbprint of the key that must prove its possession with the token (`cnf.jkt`, RFC 9449 §6.2).
  public let keyThumbprint: String?
  /// The thumbprint of the certificate that must come with the token (`cnf.x5t#S256`, RFC 8705 §3.2).
  public let certificateThumbprint: String?
  /// Every member of the answer, the ones above included.
  public let members: [String: JSONValue]

  init(_ answer: AnswerMembers) throws(EndpointError) {
    // An empty scope reaches nothing; it isn't an unknown one.
    scope = try answer.scope()
    clientID = try answer.text("client_id")
    username = try answer.text("username")
    tokenType = try answer.text("token_type")
    expiresAt = try answer.moment("exp")
    issuedAt = try answer.moment("iat")
    notBefore = try answer.moment("nbf")
    subject = try answer.text("sub")
    audience = try Self.audience(of: answer)
    issuer = try answer.text("iss")
    identifier = try answer.text("jti")
    let confirmation = try Self.confirmation(in: answer)
    keyThumbprint = try confirmation.text("jkt")
    certificateThumbprint = try confirmation.text("x5t#S256")
    members = answer.members
  }

  /// Whether the token is within its times, by a clock of one's own.
  ///
  /// The server has checked that when it answered; ask again if an answer was kept (RFC 7662 §4).
  /// - Parameters:
  ///   - now: the present moment.
  ///   - tolerance: how far the two clocks may be apart.
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

  // A binding that can't be read must not look like none.
  private static func confirmation(in answer: AnswerMembers) throws(EndpointError) -> AnswerMembers {
    guard let member = answer.members["cnf"], member != .null else { return AnswerMembers([:], of: answer.endpoint) }
    guard let members = member.object else { throw answer.malformed("cnf") }
    return AnswerMembers(members, of: answer.endpoint)
  }
}

extension IntrospectedToken: Redacted {
  /// The scope alone.
  public var description: String { "IntrospectedToken(scope: \(scope?.parameter ?? "unknown"))" }
}
