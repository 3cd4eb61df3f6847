internal import JOSE
internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Begins one sign-in without any request to the server.
  ///
  /// Generates a new verifier, `state` and, with the scope `openid`, `nonce`. Call it for each
  /// sign-in. Pushed requests, signed requests and signed answers need ``begin(_:)``.
  ///
  /// - Parameter request: The request. It can begin any number of sign-ins.
  /// - Throws: ``AuthorizationRequestError`` if a parameter can't be sent, the server doesn't
  ///   support what the request asks for, or the server has to be asked first.
  public func authorizationAttempt(
    _ request: AuthorizationRequest
  ) throws(AuthorizationRequestError) -> AuthorizationAttempt {
    guard !isPushed(request), request.requestObjectKey == nil, request.requestObjectEncryption == nil,
      request.responseMode?.isSigned != true
    else {
      throw .requiresBegin
    }
    return try attempt(PreparedAuthorization(request, for: self), signedResponse: nil)
  }

  /// Begins one sign-in.
  ///
  /// Generates a new verifier, `state` and, with the scope `openid`, `nonce`. If necessary, it signs
  /// and encrypts the request (RFC 9101), pushes it (RFC 9126) and fetches the keys of signed answers (JARM)
  /// first.
  ///
  /// - Parameter request: The request. It can begin any number of sign-ins.
  /// - Throws: ``AuthorizationRequestError``; ``EndpointError`` if the server refused the pushed
  ///   request; the errors of fetching the server's keys; `SignerError` if a key outside of this
  ///   process doesn't sign; `HTTPTransportError` if no answer came; `CancellationError`.
  public func begin(_ request: AuthorizationRequest) async throws -> AuthorizationAttempt {
    let endpoint = try authorizationEndpoint()
    var authorization = try PreparedAuthorization(request, for: self)
    let recipient = try await recipient(of: request)
    if let key = request.requestObjectKey { try await authorization.sign(with: key, encryptingFor: recipient, self) }
    let signedResponse = request.responseMode?.isSigned == true ? try await signedResponse() : nil
    guard isPushed(request) else { return try attempt(authorization, signedResponse: signedResponse) }
    let reference = try await push(authorization)
    return try AuthorizationAttempt(
      url: endpoint.adding(reference), expectedCallback: authorization.expectedCallback(of: self, signedResponse),
      beganAt: clock.now())
  }

  /// The address that the browser opens.
  func authorizationEndpoint() throws(AuthorizationRequestError) -> Endpoint {
    guard let endpoint = server.authorizationEndpoint else { throw .noAuthorizationEndpoint }
    return endpoint
  }

  /// Whether the request is sent to the server before the browser opens (RFC 9126).
  func isPushed(_ request: AuthorizationRequest) -> Bool {
    request.isPushed || server.requirePushedAuthorizationRequests
  }

  private func attempt(
    _ authorization: PreparedAuthorization, signedResponse: SignedResponse?
  ) throws(AuthorizationRequestError) -> AuthorizationAttempt {
    let endpoint = try authorizationEndpoint()
    var parameters = authorization.parameters
    // RFC 6749 §3.1: the endpoint's own query stays.
    if let query = endpoint.query, let present = try? FormParameters(decoding: query) {
      for pair in present.pairs where parameters.pairs.contains(where: { $0.name == pair.name }) {
        // RFC 8707 §2: several resources may be named.
        guard pair.name == "resource" else { throw .repeatedParameter(pair.name) }
        parameters = parameters.removing(pair)
      }
    }
    logger.debug(
      "authorization request", metadata: ["client_id": "\(id)", "endpoint": "\(endpoint)"])
    return try AuthorizationAttempt(
      url: endpoint.adding(parameters),
      expectedCallback: authorization.expectedCallback(of: self, signedResponse),
      beganAt: clock.now())
  }
}
