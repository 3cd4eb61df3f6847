internal import OAuthCore

extension AuthorizationRequestParser {
  /// The person that `id_token_hint` names: nobody else's sign-in answers the request (OpenID Connect Core §3.1.2.1). An ID
  /// token that has expired does, and so does another client's.
  func hintedPerson(_ parameters: FormParameters, _ client: RegisteredClient) throws -> HintedUser? {
    guard configuration.idTokenKeys != nil, let compact = parameters.value("id_token_hint") else { return nil }
    guard let hint = try? IDTokenHint(compact, configuration) else {
      throw Refusal(.invalidRequest, "id_token_hint is not an ID token that this server can verify")
    }
    return HintedUser(named: hint.subject, to: client, configuration.pairwiseSubjects)
  }
}
