public import FoundationBasics
public import OAuthCore

extension TokenResponse {
  /// Reads a token endpoint's answer, in the specified format and in the variants that real servers
  /// send.
  ///
  /// The body can be JSON or a form. An error can have any status, even 200, as GitHub sends it.
  /// `expires_in` can be a number or a string, and other values count as absent; `scope` can be
  /// separated by spaces or commas, or be a list. Unknown members are kept.
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
    let type = try answer.requiredText("token_type")
    switch type.lowercased() {
    case "bearer":
      // RFC 9449 §5: the server didn't bind the token to the client's key.
      guard !request.asksForDPoP else { throw EndpointError(.token, .notBound) }
      tokenType = .bearer
    case "dpop" where request.asksForDPoP: tokenType = .dpop
    default: throw EndpointError(.token, .unknownTokenType(UntrustedText(type).withholding(request.secrets)))
    }
    accessToken = try answer.requiredSecret("access_token")
    refreshToken = try answer.secret("refresh_token")
    expiresIn = answer.tokenLifetime()
    scope = try answer.scope()
    self.receivedAt = receivedAt
    additionalMembers = answer.members.filter { !Self.knownMembers.contains($0.key) }
  }

  private static let knownMembers: Set<String> = [
    "access_token", "token_type", "refresh_token", "expires_in", "scope",
  ]
}
