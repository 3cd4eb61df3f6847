internal import OAuthCore
internal import PKCE

extension AuthorizationRequestParser {
  /// Reads the `claims` parameter (OpenID Connect Core §5.5), without the claims whose scopes the
  /// client may not request.
  func claims(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> ClaimsRequest? {
    guard let text = parameters.value("claims") else { return nil }
    return try ClaimsRequest(text).limited(to: client, configuration)
  }

  /// Reads `dpop_jkt`, the SHA-256 thumbprint of the key that the code is bound to (RFC 9449 §10).
  func confirmation(_ parameters: FormParameters) throws(Refusal) -> KeyConfirmation? {
    guard acceptsProofs, let thumbprint = parameters.value("dpop_jkt") else { return nil }
    guard let bytes = try? Base64URL.decode(thumbprint), bytes.count == 32 else {
      throw Refusal(.invalidRequest, "dpop_jkt is not the base64url of a SHA-256 thumbprint")
    }
    return .dpop(jkt: thumbprint)
  }
}
