internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Sends a form with the client's authentication and gives the answer as it came, whatever its status.
  ///
  /// A request with a DPoP proof is made anew and sent once more, if the server asks for a nonce (RFC 9449 §8).
  ///
  /// - Parameters:
  ///   - endpoint: one of the authorization server's.
  ///   - parameters: the form, without anything of the client's authentication.
  ///   - secrets: what of the form must not appear in an error.
  ///   - withProof: whether the request carries a DPoP proof, if the client has a key.
  func post(
    to endpoint: Endpoint, _ parameters: FormParameters, secrets: [Secret] = [], withProof: Bool = false
  ) async throws -> (answer: HTTPAnswer, request: EndpointRequest) {
    let endpoint = server.endpoint(endpoint, withMutualTLS: authentication.usesMutualTLS)
    func attempt() async throws -> (answer: HTTPAnswer, request: EndpointRequest, hasNewNonce: Bool) {
      let request = try EndpointRequest(
        to: endpoint, parameters, secrets: secrets, client: self, withProof: withProof)
      let answer = try await transport.send(request.head, body: request.body, limits: limits)
      logger.debug(
        "endpoint answer", metadata: ["endpoint": "\(endpoint)", "status": "\(answer.response.status.code)"])
      return (answer, request, prover?.remember(answer, to: request.head) ?? false)
    }
    let first = try await attempt()
    guard first.request.asksForDPoP, first.hasNewNonce, Self.asksForNonce(first.answer) else {
      return (first.answer, first.request)
    }
    let second = try await attempt()
    return (second.answer, second.request)
  }

  /// Whether the server refused a proof only for want of its nonce (RFC 9449 §8).
  private static func asksForNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status.kind == .clientError else { return false }
    return (try? JSONValue(octets: answer.body))?.object?["error"]?.string == "use_dpop_nonce"
  }
}

extension AuthorizationServerMetadata {
  /// The endpoint to ask with a client certificate, where the server has another one for that (RFC 8705 §5).
  func endpoint(_ endpoint: Endpoint, withMutualTLS: Bool) -> Endpoint {
    guard withMutualTLS,
      let name = members.first(where: { $0.key.hasSuffix("_endpoint") && $0.value.string == endpoint.text })?.key
    else { return endpoint }
    return mtlsEndpointAliases[name] ?? endpoint
  }
}
