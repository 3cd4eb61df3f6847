#if canImport(FoundationEssentials)
internal import HTTPTypes
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

extension TokenResponse {
  /// Reads a token endpoint's answer, as the specification has it and as servers in the field send it.
  ///
  /// JSON or form-encoded; an error with status 400, 401 or, as GitHub does, 200; `expires_in` as a number or a string;
  /// `scope` separated by spaces or commas, or a list. Unknown members are kept.
  /// - Parameters:
  ///   - answer: what the transport brought.
  ///   - request: what was asked, so that a careless server's echo of its secrets is withheld from errors.
  ///   - receivedAt: the moment it arrived.
  /// - Throws: ``TokenError`` if the server refused, or the answer isn't one that RFC 6749 §5.1 allows.
  public init(_ answer: HTTPAnswer, to request: EndpointRequest, receivedAt: Date) throws(TokenError) {
    let status = answer.response.status
    guard status.kind != .redirection else { throw .redirected(status: status.code) }
    let members: [String: JSONValue]
    do {
      members = try TokenAnswerBody.members(of: answer)
    } catch {
      // A proxy's error page is no reason to call the answer malformed: its status says more.
      throw status.kind == .successful ? error : .unexpectedStatus(status.code, retryAfter: answer.retryAfter)
    }
    if let error = members["error"], error != .null {
      let refusal = ErrorResponse(
        ErrorCode(error.string ?? "error"), description: members["error_description"]?.string,
        uri: members["error_uri"]?.string)
      throw .refused(refusal.withholding(request.secrets), status: status.code)
    }
    guard status.kind == .successful else {
      throw .unexpectedStatus(status.code, retryAfter: answer.retryAfter)
    }
    try self.init(members: members, receivedAt: receivedAt, asksForDPoP: request.asksForDPoP)
  }

  private init(members: [String: JSONValue], receivedAt: Date, asksForDPoP: Bool) throws(TokenError) {
    guard let type = try Self.text("token_type", in: members) else { throw .missingMember("token_type") }
    switch type.lowercased() {
    case "bearer":
      // RFC 9449 §5: the server didn't bind the token to the key.
      guard !asksForDPoP else { throw .notBound }
      tokenType = .bearer
    case "dpop" where asksForDPoP: tokenType = .dpop
    default: throw .unknownTokenType(UntrustedText(type))
    }
    guard let access = try Self.token("access_token", in: members) else { throw .missingMember("access_token") }
    accessToken = access
    refreshToken = try Self.token("refresh_token", in: members)
    expiresIn = try Self.expiresIn(members["expires_in"])
    scope = try Self.scope(members["scope"])
    self.receivedAt = receivedAt
    additionalMembers = members.filter { !Self.knownMembers.contains($0.key) }
  }

  private static let knownMembers: Set<String> = [
    "access_token", "token_type", "refresh_token", "expires_in", "scope",
  ]

  private static func text(_ name: String, in members: [String: JSONValue]) throws(TokenError) -> String? {
    switch members[name] {
    case nil, .null, .string(""): return nil
    case .string(let text): return text
    default: throw .malformedMember(name)
    }
  }

  // RFC 6749 A.12, A.17: one or more VSCHAR. Anything else could break out of a header field.
  private static func token(_ name: String, in members: [String: JSONValue]) throws(TokenError) -> Secret? {
    guard let text = try text(name, in: members) else { return nil }
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .malformedMember(name) }
    return Secret(text)
  }

  private static func expiresIn(_ member: JSONValue?) throws(TokenError) -> Duration? {
    let seconds: Int64? =
      switch member {
      case nil, .null, .string(""): nil
      case .integer(let value): value
      case .number(let value): Int64(exactly: value.rounded(.down)) ?? -1
      case .string(let text): Int64(text) ?? -1
      default: -1
      }
    guard let seconds else { return nil }
    guard seconds >= 0 else { throw .malformedMember("expires_in") }
    return .seconds(min(seconds, longestLife))
  }

  // A hundred years: beyond that, adding it to a date helps nobody and may overflow.
  private static let longestLife: Int64 = 100 * 366 * 86_400

  private static func scope(_ member: JSONValue?) throws(TokenError) -> Scope? {
    do {
      switch member {
      case nil, .null: return nil
      case .string(let text): return try Scope(answer: text)
      case .array:
        guard let tokens = member?.strings else { throw TokenError.malformedMember("scope") }
        return try Scope(tokens)
      default: throw TokenError.malformedMember("scope")
      }
    } catch {
      throw .malformedMember("scope")
    }
  }
}
