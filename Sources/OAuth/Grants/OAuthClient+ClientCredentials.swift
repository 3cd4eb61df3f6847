public import OAuthCore

extension OAuthClient {
  /// Gets a token for the client itself, without any person (RFC 6749 §4.4).
  ///
  /// Programs call it that act on their own behalf. The client must authenticate: servers refuse it to
  /// ``ClientAuthentication/none``. The answer has no refresh token; ask again when the token ends.
  /// - Parameters:
  ///   - scope: what to ask for; an empty scope isn't sent, and the server decides.
  ///   - resources: the resources that the token is for, as absolute URIs (RFC 8707 §2).
  ///   - parameters: more parameters, such as the `audience` that some servers want.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
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
