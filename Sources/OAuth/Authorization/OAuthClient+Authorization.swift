internal import JOSE
internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Begins one sign-in: makes a fresh verifier, `state` and, with the scope `openid`, a fresh `nonce`, and the address
  /// to open.
  ///
  /// Call it for each sign-in; nothing of it is ever used twice. It asks nobody; requests that are pushed and answers that
  /// are signed need ``begin(_:)``.
  /// - Parameter request: what to ask for; can be used for many sign-ins, since everything fresh is made here.
  /// - Throws: ``AuthorizationRequestError`` if a parameter can't be sent, the server can't do what is asked for, or has to
  ///   be asked first.
  public func authorizationAttempt(
    _ request: AuthorizationRequest
  ) throws(AuthorizationRequestError) -> AuthorizationAttempt {
    guard !isPushed(request), request.responseMode?.isSigned != true else { throw .needsTheServerFirst }
    return try attempt(PreparedAuthorization(request, for: self), signedResponse: nil)
  }

  /// Begins one sign-in as ``authorizationAttempt(_:)`` does, after asking the server for whatever it has to be asked:
  /// it pushes the request (RFC 9126), and fetches the keys of signed answers (JARM).
  ///
  /// - Parameter request: what to ask for; can be used for many sign-ins, since everything fresh is made here.
  /// - Throws: ``AuthorizationRequestError``; ``EndpointError`` if the server refused the pushed request;
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public func begin(_ request: AuthorizationRequest) async throws -> AuthorizationAttempt {
    let endpoint = try authorizationEndpoint()
    let prepared = try PreparedAuthorization(request, for: self)
    let signedResponse = request.responseMode?.isSigned == true ? try await signedResponse() : nil
    guard isPushed(request) else { return try attempt(prepared, signedResponse: signedResponse) }
    let reference = try await push(prepared)
    return AuthorizationAttempt(
      url: endpoint.adding(reference), prepared, server: server, clientID: id,
      signedResponse: signedResponse)
  }

  /// Where the browser is sent.
  func authorizationEndpoint() throws(AuthorizationRequestError) -> Endpoint {
    guard let endpoint = server.authorizationEndpoint else { throw .noAuthorizationEndpoint }
    return endpoint
  }

  private func isPushed(_ request: AuthorizationRequest) -> Bool {
    request.isPushed || server.requirePushedAuthorizationRequests
  }

  private func attempt(
    _ prepared: PreparedAuthorization, signedResponse: SignedResponse?
  ) throws(AuthorizationRequestError) -> AuthorizationAttempt {
    let endpoint = try authorizationEndpoint()
    if let query = endpoint.query, let present = try? FormParameters(decoding: query) {
      for pair in present.pairs where prepared.parameters.pairs.contains(where: { $0.name == pair.name }) {
        throw .repeatedParameter(pair.name)
      }
    }
    logger.debug(
      "authorization request", metadata: ["client_id": "\(id)", "endpoint": "\(endpoint)"])
    return AuthorizationAttempt(
      url: endpoint.adding(prepared.parameters), prepared, server: server, clientID: id,
      signedResponse: signedResponse)
  }
}
