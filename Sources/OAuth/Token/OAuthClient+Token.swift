public import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Redeems a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5) and consumes it.
  ///
  /// Don't try again with the same code after an error: servers take a second use for theft and end what the first
  /// one gave.
  /// - Parameter code: The code from ``AuthorizationAttempt/receive(_:)``.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
  public func redeem(_ code: consuming AuthorizationCode) async throws -> TokenResponse {
    try await redeem(code, resources: [])
  }

  /// Redeems a code for a token that is for some of the resources that were asked for (RFC 8707 §2.2), and consumes it.
  ///
  /// - Parameters:
  ///   - code: The code from ``AuthorizationAttempt/receive(_:)``.
  ///   - resources: The resources that the token is for, as absolute URIs. None for all that were asked for.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
  public func redeem(
    _ code: consuming AuthorizationCode, resources: [String]
  ) async throws -> TokenResponse {
    var (parameters, secrets) = try parameters(redeeming: code)
    parameters.append(resources: resources)
    return try await tokens(grantType: "authorization_code", parameters, secrets: secrets)
  }

  /// Exchanges a refresh token for a new access token (RFC 6749 §6).
  ///
  /// The answer's ``TokenResponse/refreshToken`` is the one to keep: the new one if the server rotated, otherwise the
  /// one given here.
  /// - Parameters:
  ///   - refreshToken: the one from the last answer.
  ///   - scope: a part of what was granted; `nil` for all of it.
  ///   - resources: which of the granted resources this token is for, as absolute URIs; none for all of them (RFC 8707
  ///     §2.2).
  /// - Throws: ``EndpointError`` if the server refused (`invalid_grant` means that the person must sign in again) or its
  ///   answer can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
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

  /// Asks the token endpoint with any grant, also one that Pixy has no call of its own for (RFC 6749 §4.5).
  ///
  /// - Parameters:
  ///   - grantType: the `grant_type`.
  ///   - parameters: the grant's other parameters; the client's authentication is added.
  ///   - secrets: values among them that no error may repeat, should the server send them back.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
  public func tokens(
    grantType: String, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> TokenResponse {
    let (answer, request) = try await post(
      to: .token, Self.form(grantType: grantType, parameters), secrets: secrets)
    return try TokenResponse(answer, to: request, receivedAt: clock.now())
  }

  /// The request that ``tokens(grantType:_:secrets:)`` sends, for whoever moves requests by other means.
  ///
  /// The answer is read by ``TokenResponse/init(_:to:receivedAt:)``. Make a new one for each request: it may hold what
  /// can be used once.
  ///
  /// - Parameters:
  ///   - grantType: the `grant_type`.
  ///   - parameters: the grant's other parameters; the client's authentication is added.
  ///   - secrets: values among them that no error may repeat, should the server send them back.
  /// - Throws: what the cryptographic library throws if an assertion or a DPoP proof can't be signed, which it doesn't
  ///   for keys that were checked.
  public func tokenRequest(
    grantType: String, _ parameters: FormParameters, secrets: [Secret] = []
  ) throws -> EndpointRequest {
    try EndpointRequest(to: .token, Self.form(grantType: grantType, parameters), secrets: secrets, client: self)
  }

  /// The request that redeems a code, for whoever moves requests by other means.
  ///
  /// - Parameter code: from ``AuthorizationAttempt``. It isn't consumed, and all the same can be redeemed once only:
  ///   send one request for it.
  /// - Throws: ``EndpointError`` with the problem ``EndpointError/Problem/foreignCode`` if the code belongs to another client or server.
  public func tokenRequest(redeeming code: borrowing AuthorizationCode) throws -> EndpointRequest {
    let (parameters, secrets) = try parameters(redeeming: code)
    return try tokenRequest(grantType: "authorization_code", parameters, secrets: secrets)
  }

  private func parameters(
    redeeming code: borrowing AuthorizationCode
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
