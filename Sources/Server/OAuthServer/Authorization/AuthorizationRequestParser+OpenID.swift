internal import OAuthCore

extension AuthorizationRequestParser {
  /// Reads `id_token_hint`, which names the only user who may answer the request (OpenID Connect
  /// Core §3.1.2.1). An expired ID token is accepted, and so is an ID token of another client.
  func hintedUser(_ parameters: FormParameters, _ client: RegisteredClient) throws -> HintedUser? {
    guard configuration.idTokenKeys != nil, let compact = parameters.value("id_token_hint") else { return nil }
    guard let hint = try? IDTokenHint(compact, configuration) else {
      throw Refusal(.invalidRequest, "id_token_hint is not an ID token that this server can verify")
    }
    return HintedUser(named: hint.subject, to: client, configuration.pairwiseSubjects)
  }
}
