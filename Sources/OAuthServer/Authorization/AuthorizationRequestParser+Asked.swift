internal import OAuthCore
internal import PKCE

extension AuthorizationRequestParser {
  /// What is asked for by the names of claims (OpenID Connect Core §5.5), without what the client may not ask for by scopes either.
  func claims(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> ClaimsRequest? {
    guard let text = parameters.value("claims") else { return nil }
    return try ClaimsRequest(text).limited(to: client, configuration)
  }

  /// The key that the code is for (RFC 9449 §10): a SHA-256 thumbprint.
  func confirmation(_ parameters: FormParameters) throws(Refusal) -> KeyConfirmation? {
    guard acceptsProofs, let thumbprint = parameters.value("dpop_jkt") else { return nil }
    guard let octets = try? Base64URL.decode(thumbprint), octets.count == 32 else {
      throw Refusal(.invalidRequest, "dpop_jkt is not the base64url of a SHA-256 thumbprint")
    }
    return .dpop(jkt: thumbprint)
  }
}
