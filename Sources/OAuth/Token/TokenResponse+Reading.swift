#if canImport(FoundationEssentials)
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
    let members: [String: JSONValue]
    do {
      members = try AnswerMembers(answer, .jsonOrForm, withholding: request.secrets).members
    } catch {
      throw TokenError(error)
    }
    try self.init(members: members, to: request, receivedAt: receivedAt)
  }

  private init(members: [String: JSONValue], to request: EndpointRequest, receivedAt: Date) throws(TokenError) {
    guard let type = try Self.text("token_type", in: members) else { throw .missingMember("token_type") }
    switch type.lowercased() {
    case "bearer":
      // RFC 9449 §5: the server didn't bind the token to the key.
      guard !request.asksForDPoP else { throw .notBound }
      tokenType = .bearer
    case "dpop" where request.asksForDPoP: tokenType = .dpop
    default: throw .unknownTokenType(UntrustedText(type).withholding(request.secrets))
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
    try reading { () throws(EndpointProblem) in try AnswerMembers(members).text(name) }
  }

  private static func token(_ name: String, in members: [String: JSONValue]) throws(TokenError) -> Secret? {
    try reading { () throws(EndpointProblem) in try AnswerMembers(members).secret(name) }
  }

  private static func expiresIn(_ member: JSONValue?) throws(TokenError) -> Duration? {
    try reading { () throws(EndpointProblem) in try AnswerMembers.duration(member, "expires_in") }
  }

  private static func scope(_ member: JSONValue?) throws(TokenError) -> Scope? {
    try reading { () throws(EndpointProblem) in try AnswerMembers.scope(member) }
  }

  private static func reading<Value>(_ read: () throws(EndpointProblem) -> Value) throws(TokenError) -> Value {
    do {
      return try read()
    } catch {
      throw TokenError(error)
    }
  }
}
