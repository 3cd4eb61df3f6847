internal import Logging
public import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5) and consumes it.
  ///
  /// Don't try again with the same code after an error. Servers treat a second use as theft and
  /// revoke the tokens of the first one (RFC 6749 §4.1.2).
  /// - Parameter code: The code from ``AuthorizationAttempt/receive(_:)``.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func exchange(_ code: consuming AuthorizationCode) async throws -> TokenResponse {
    try await exchange(code, resources: [])
  }

  /// Exchanges a code for a token that is for some of the resources that were asked for (RFC 8707
  /// §2.2), and consumes it.
  ///
  /// - Parameters:
  ///   - code: The code from ``AuthorizationAttempt/receive(_:)``.
  ///   - resources: The resources that the token is for, as absolute URIs. None for all that were
  ///     asked for.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func exchange(
    _ code: consuming AuthorizationCode, resources: [String]
  ) async throws -> TokenResponse {
    var (parameters, secrets) = try parameters(exchanging: code)
    parameters.append(resources: resources)
    return try await tokens(grantType: "authorization_code", parameters, secrets: secrets)
  }

  /// Exchanges a refresh token for a new access token (RFC 6749 §6).
  ///
  /// Store the answer's ``TokenResponse/refreshToken``: the new one if the server rotated it,
  /// otherwise the given one. `TokenSession` does all this for you.
  /// - Parameters:
  ///   - refreshToken: The refresh token from the last answer.
  ///   - scope: A part of the granted scope. Default: all of it.
  ///   - resources: The resources that the token is for, as absolute URIs. Default: all that were
  ///     granted (RFC 8707 §2.2).
  /// - Throws: ``EndpointError`` if the server refused (`invalid_grant` means that the user must
  ///   sign in again) or its answer can't be used; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public func refresh(
    _ refreshToken: Secret, scope: Scope? = nil, resources: [String] = []
  ) async throws -> TokenResponse {
    var parameters = FormParameters()
    parameters.append("refresh_token", refreshToken.reveal())
    parameters.append("scope", ifPresent: scope?.parameter)
    parameters.append(resources: resources)
    let response = try await tokens(grantType: "refresh_token", parameters, secrets: [refreshToken])
    return response.keeping(refreshToken)
  }

  /// Exchanges a refresh token for an access token for resources, or without naming them if the server
  /// refuses that.
  ///
  /// An error answer hasn't spent the refresh token. Without `resource` the server issues a token for
  /// what the user granted, which the sign-in limited to the resources (RFC 8707 §2.2).
  ///
  /// - Parameters:
  ///   - refreshToken: The refresh token from the last answer.
  ///   - resources: The resources of the sign-in, as absolute URIs.
  /// - Throws: The errors of ``refresh(_:scope:resources:)``.
  package func refresh(_ refreshToken: Secret, forgoing resources: [String]) async throws -> TokenResponse {
    do {
      return try await refresh(refreshToken, resources: resources)
    } catch let error as EndpointError where !resources.isEmpty && error.mayBeAboutResource {
      logger.info("the server refused a refresh for resources, asking once more without")
      return try await refresh(refreshToken)
    }
  }

  /// Sends a token request with any grant, even one without its own function in Pixy (RFC 6749
  /// §4.5).
  ///
  /// - Parameters:
  ///   - grantType: The `grant_type`.
  ///   - parameters: The grant's other parameters, without the client's authentication.
  ///   - secrets: Values that an error must not repeat, should the server send them back. Default:
  ///     none.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func tokens(
    grantType: String, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> TokenResponse {
    let (answer, request) = try await post(
      to: .token, Self.form(grantType: grantType, parameters), secrets: secrets)
    let receivedAt = clock.now()
    return try await reading(AnswerMembers(answer, to: request), to: request) { members throws(EndpointError) in
      try TokenResponse(members, to: request, receivedAt: receivedAt)
    }
  }

  /// Builds the request that ``tokens(grantType:_:secrets:)`` sends, for callers that use their own
  /// HTTP client.
  ///
  /// Read the answer with ``TokenResponse/init(_:to:receivedAt:)``. Build a new request each time,
  /// because its assertion or proof can be used only once.
  ///
  /// - Parameters:
  ///   - grantType: The `grant_type`.
  ///   - parameters: The grant's other parameters, without the client's authentication.
  ///   - secrets: Values that an error must not repeat, should the server send them back. Default:
  ///     none.
  /// - Throws: `SignerError` or `CancellationError` if an assertion or a DPoP proof can't be signed,
  ///   which doesn't happen with keys in memory.
  public func tokenRequest(
    grantType: String, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> EndpointRequest {
    try await EndpointRequest(to: .token, Self.form(grantType: grantType, parameters), secrets: secrets, client: self)
  }

  /// Builds the request that redeems a code, for callers that use their own HTTP client.
  ///
  /// - Parameter code: The code from ``AuthorizationAttempt/receive(_:)``. It isn't consumed, but
  ///   the server accepts it only once: send one request for it.
  /// - Throws: ``EndpointError`` with the problem ``EndpointError/Problem/foreignCode`` if the code
  ///   belongs to another client or server; `SignerError` or `CancellationError` if a key outside of
  ///   this process doesn't sign.
  public func tokenRequest(exchanging code: borrowing AuthorizationCode) async throws -> EndpointRequest {
    let (parameters, secrets) = try parameters(exchanging: code)
    return try await tokenRequest(grantType: "authorization_code", parameters, secrets: secrets)
  }

  private func parameters(
    exchanging code: borrowing AuthorizationCode
  ) throws(EndpointError) -> (FormParameters, secrets: [Secret]) {
    guard code.clientID == id, code.server.tokenEndpoint == server.tokenEndpoint else {
      throw EndpointError(.token, .foreignCode)
    }
    let verifier = code.verifier.reveal()
    var parameters = FormParameters()
    parameters.append("code", code.code.reveal())
    parameters.append("redirect_uri", code.redirectURI.text)
    parameters.append("code_verifier", verifier)
    return (parameters, [code.code, Secret(verifier)])
  }

  static func form(grantType: String, _ parameters: FormParameters) -> FormParameters {
    var form = FormParameters()
    form.append("grant_type", grantType)
    for pair in parameters.pairs { form.append(pair.name, pair.value) }
    return form
  }
}
