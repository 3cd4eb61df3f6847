public import OAuthCore

extension OAuthClient {
  /// Asks the authorization server whether a token is valid, and what it is for (RFC 7662 §2.1).
  ///
  /// A resource server calls it with the token of a request. The client is the resource server's
  /// own registration with the authorization server, and must authenticate.
  /// - Parameters:
  ///   - token: The presented token.
  ///   - hint: The kind of token, if it is known. Default: none.
  ///   - parameters: More parameters that the server documents. Default: none.
  /// - Throws: ``EndpointError`` if the server has no such endpoint, refused, or its answer can't
  ///   be used; `HTTPTransportError` if no answer came; `CancellationError`. Reject the request's
  ///   token after each of them.
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
