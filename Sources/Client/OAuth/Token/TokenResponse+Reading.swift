public import FoundationBasics
public import OAuthCore

extension TokenResponse {
  /// Reads a token endpoint's answer, in the specified format and in the variants that real servers
  /// send.
  ///
  /// The body can be JSON or a form. An error can have any status, even 200, as GitHub sends it.
  /// `expires_in` can be a number or a string; `scope` can be separated by spaces or commas, or be a
  /// list. An optional member with another value counts as absent, because the code or the refresh
  /// token is spent already. Unknown members are kept.
  /// - Parameters:
  ///   - answer: The answer as the transport delivered it.
  ///   - request: The request. Its secrets are withheld from errors if the server sends them back.
  ///   - receivedAt: The time when the answer arrived.
  /// - Throws: ``EndpointError`` if the server refused, or the answer isn't one that RFC 6749 §5.1
  ///   allows.
  public init(_ answer: HTTPAnswer, to request: EndpointRequest, receivedAt: Date) throws(EndpointError) {
    try self.init(AnswerMembers(answer, to: request), to: request, receivedAt: receivedAt)
  }

  init(_ answer: AnswerMembers, to request: EndpointRequest, receivedAt: Date) throws(EndpointError) {
    tokenType = try Self.tokenType(in: answer, to: request)
    accessToken = try answer.requiredSecret("access_token")
    refreshToken = answer.usableSecret("refresh_token")
    expiresIn = answer.usableDuration("expires_in")
    scope = answer.scope()
    self.receivedAt = receivedAt
    additionalMembers = answer.members.filter { name, value in
      // An ID token of an unusable form must not replace the stored one.
      name == "id_token" ? value.string?.isEmpty == false : !Self.knownMembers.contains(name)
    }
  }

  /// Reads `token_type`, by which the token is presented (RFC 6749 §7.1).
  private static func tokenType(
    in answer: AnswerMembers, to request: EndpointRequest
  ) throws(EndpointError) -> TokenType {
    let name = request.isRefresh ? (try? answer.text("token_type")) ?? nil : try answer.text("token_type")
    guard let name else {
      // A refresh doesn't change the type. Whether a token is bound to the client's key has to be
      // said (RFC 9449 §5).
      guard request.isRefresh || request.bearerNames.includesNone, !request.asksForDPoP else {
        throw answer.missing("token_type")
      }
      return .bearer
    }
    switch name.lowercased() {
    case let name where request.bearerNames.includes(name):
      // RFC 9449 §5: the server didn't bind the token to the client's key.
      guard !request.asksForDPoP else { throw EndpointError(.token, .notBound) }
      return .bearer
    case "dpop" where request.asksForDPoP: return .dpop
    default: throw EndpointError(.token, .unknownTokenType(UntrustedText(name).withholding(request.secrets)))
    }
  }

  private static let knownMembers: Set<String> = [
    "access_token", "token_type", "refresh_token", "expires_in", "scope",
  ]
}
