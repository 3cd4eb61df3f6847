package import HTTPTypes
internal import Logging
package import OAuthCore

extension OAuthClient {
  /// Sends a request with an access token: the one place where tokens are presented.
  ///
  /// A client with a ``prover`` has no tokens but those that are bound to its key: each request gets a fresh proof (RFC 9449
  /// §7.1), and is sent once more if the resource wants its nonce in it (§9).
  ///
  /// - Parameters:
  ///   - request: to a resource that the token is meant for: whoever gets it can use it elsewhere, if it is bound to
  ///     nothing.
  ///   - body: the request's octets.
  ///   - accessToken: what ``tokens(grantType:_:secrets:)`` and its like gave.
  ///   - limits: the time and size that the exchange may take; the client's unless said.
  /// - Returns: the answer, whatever its status.
  package func resource(
    _ request: HTTPRequest, body: [UInt8] = [], accessToken: Secret, limits: HTTPLimits? = nil
  ) async throws -> HTTPAnswer {
    func attempt() async throws -> (answer: HTTPAnswer, hasNewNonce: Bool) {
      var head = try authorized(request, accessToken: accessToken)
      head.headerFields[.userAgent] = request.headerFields[.userAgent] ?? EndpointRequest.userAgent
      let answer = try await transport.send(head, body: body, limits: limits ?? self.limits)
      logger.debug(
        "resource answer",
        metadata: ["resource": "\(request.authority ?? "")", "status": "\(answer.response.status.code)"])
      return (answer, prover?.remember(answer, to: head) ?? false)
    }
    let first = try await attempt()
    guard first.hasNewNonce, Self.asksForResourceNonce(first.answer) else { return first.answer }
    return try await attempt().answer
  }

  /// The request with the access token in it (RFC 6750 §2.1), and a fresh proof if it is bound to a key (RFC 9449 §7.1).
  func authorized(_ request: HTTPRequest, accessToken: Secret) throws -> HTTPRequest {
    var request = request
    if let prover {
      let proof = try prover.proof(for: request, accessToken: accessToken, at: clock.now(), random: random)
      request.headerFields[.authorization] = "DPoP " + accessToken.reveal()
      request.headerFields[.dpop] = proof.reveal()
    } else {
      request.headerFields[.authorization] = "Bearer " + accessToken.reveal()
    }
    return request
  }

  /// Whether the resource refused a proof only for want of its nonce (RFC 9449 §9).
  private static func asksForResourceNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status == .unauthorized, let challenges = try? AuthenticateChallenge.read(answer)
    else { return false }
    return challenges.contains(where: \.asksForDPoPNonce)
  }
}
