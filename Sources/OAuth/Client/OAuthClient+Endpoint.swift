internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension OAuthClient {
  /// Sends a form with the client's authentication and gives the answer as it came, whatever its status.
  ///
  /// - Parameters:
  ///   - endpoint: one of the authorization server's.
  ///   - parameters: the form, without anything of the client's authentication.
  ///   - secrets: what of the form must not appear in an error.
  func post(
    to endpoint: Endpoint, _ parameters: FormParameters, secrets: [Secret] = []
  ) async throws -> (answer: HTTPAnswer, request: EndpointRequest) {
    let request = EndpointRequest(to: endpoint, parameters, secrets: secrets, client: self)
    return (try await send(request, to: endpoint), request)
  }

  /// Sends a request that was made before.
  func send(_ request: EndpointRequest, to endpoint: Endpoint) async throws -> HTTPAnswer {
    let answer = try await transport.send(request.head, body: request.body, limits: limits)
    logger.debug(
      "endpoint answer", metadata: ["endpoint": "\(endpoint)", "status": "\(answer.response.status.code)"])
    return answer
  }
}
