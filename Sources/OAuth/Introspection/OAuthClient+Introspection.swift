public import OAuthCore

extension OAuthClient {
  /// Asks the authorization server whether a token is good, and what it is for (RFC 7662 §2.1).
  ///
  /// Resource servers call it with the token that came with a request; the client is the resource server as the
  /// authorization server knows it, and must authenticate.
  /// - Parameters:
  ///   - token: what was presented.
  ///   - hint: what kind of token it is, if that is known.
  ///   - parameters: more parameters that the server documents.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused, or its answer can't be used: treat each as
  ///   "not good"; `HTTPTransportError` if no answer came; `CancellationError`.
  public func introspect(
    _ token: Secret, hint: TokenTypeHint? = nil, parameters: FormParameters = FormParameters()
  ) async throws -> Introspection {
    var form = FormParameters()
    form.append("token", token.reveal())
    form.append("token_type_hint", ifPresent: hint?.rawValue)
    form.append(parameters)
    return try Introspection(await answer(of: .introspection, to: form, secrets: [token]))
  }
}
