internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Sends a form with the client's authentication and returns the answer, whatever its status.
  ///
  /// A request with a DPoP proof is rebuilt and sent once more if the server asks for another nonce
  /// than the proof had (RFC 9449 §8). The second proof has the nonce of the first answer, because
  /// other tasks may have used a newer one, and some servers accept each nonce only once.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint to ask.
  ///   - parameters: The form without the client's authentication.
  ///   - secrets: Values of the form that must not appear in an error.
  func post(
    to endpoint: EndpointName, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> (answer: HTTPAnswer, request: EndpointRequest) {
    func attempt(nonce: String?) async throws -> (answer: HTTPAnswer, request: EndpointRequest, nonce: String?) {
      let request = try await EndpointRequest(to: endpoint, parameters, secrets: secrets, client: self, nonce: nonce)
      let answer = try await transport.send(request.head, body: request.body, limits: limits)
      logger.debug(
        "endpoint answer", metadata: ["endpoint": "\(request.address)", "status": "\(answer.response.status.code)"])
      return (answer, request, prover?.storeNonce(from: answer, to: request.head))
    }
    let first = try await attempt(nonce: nil)
    guard first.request.asksForDPoP, let nonce = first.nonce, nonce != first.request.nonce,
      Self.asksForNonce(first.answer)
    else { return (first.answer, first.request) }
    let second = try await attempt(nonce: nonce)
    return (second.answer, second.request)
  }

  /// Sends a form to an endpoint that answers with JSON, and reads a successful answer.
  func answer(
    of endpoint: EndpointName, to parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> AnswerMembers {
    let (answer, request) = try await post(to: endpoint, parameters, secrets: secrets)
    return try AnswerMembers(answer, to: request)
  }

  /// Returns the address of an endpoint, for a client that authenticates as this one does.
  func address(of endpoint: EndpointName) throws(EndpointError) -> Endpoint {
    let address: Endpoint? =
      switch endpoint {
      case .token: server.tokenEndpoint
      case .revocation: server.revocationEndpoint
      case .introspection: server.introspectionEndpoint
      case .deviceAuthorization: server.deviceAuthorizationEndpoint
      case .backchannelAuthentication: server.backchannelAuthenticationEndpoint
      case .pushedAuthorizationRequest: server.pushedAuthorizationRequestEndpoint
      case .registration: server.registrationEndpoint
      case .clientConfiguration: nil
      case .userInfo: server.userInfoEndpoint
      }
    guard let address else { throw EndpointError(endpoint, .notAnnounced) }
    // RFC 8705 §5: a server may have other addresses for clients that show a certificate.
    guard authentication.usesMutualTLS else { return address }
    return server.mtlsEndpointAliases[endpoint.rawValue] ?? address
  }

  /// Returns whether the server refused a proof only because its nonce is missing (RFC 9449 §8).
  private static func asksForNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status.kind == .clientError else { return false }
    return (try? JSONValue(bytes: answer.json))?.object?["error"]?.string == "use_dpop_nonce"
  }
}
