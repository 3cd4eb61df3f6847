public import OAuthCore

extension OAuthClient {
  /// Requests a token for the client itself, without a user (RFC 6749 §4.4).
  ///
  /// For programs that act on their own behalf. The client must authenticate: servers refuse this
  /// grant to ``ClientAuthentication/none``. The answer has no refresh token; ask again when the
  /// token expires.
  /// - Parameters:
  ///   - scope: The scope to ask for. Default: none, and the server decides.
  ///   - resources: The resources that the token is for, as absolute URIs (RFC 8707 §2). Default:
  ///     none.
  ///   - parameters: More parameters, such as the `audience` that some servers require. Default:
  ///     none.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func clientCredentials(
    scope: Scope = .none, resources: [String] = [], parameters: FormParameters = FormParameters()
  ) async throws -> TokenResponse {
    var form = FormParameters()
    form.append(scope: scope)
    form.append(resources: resources)
    form.append(parameters)
    return try await tokens(grantType: "client_credentials", form)
  }
}
