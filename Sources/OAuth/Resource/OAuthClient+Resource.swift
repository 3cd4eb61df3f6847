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
  /// - Returns: the answer, whatever its status.
  package func resource(
    _ request: HTTPRequest, body: [UInt8] = [], accessToken: Secret
  ) async throws -> HTTPAnswer {
    func attempt() async throws -> (answer: HTTPAnswer, hasNewNonce: Bool) {
      var head = request
      head.headerFields[.userAgent] = EndpointRequest.userAgent
      if let prover {
        let proof = try prover.proof(for: request, accessToken: accessToken, at: clock.now(), random: random)
        head.headerFields[.authorization] = "DPoP " + accessToken.reveal()
        head.headerFields[.dpop] = proof.reveal()
      } else {
        head.headerFields[.authorization] = "Bearer " + accessToken.reveal()
      }
      let answer = try await transport.send(head, body: body, limits: limits)
      logger.debug(
        "resource answer",
        metadata: ["resource": "\(request.authority ?? "")", "status": "\(answer.response.status.code)"])
      return (answer, prover?.remember(answer, to: head) ?? false)
    }
    let first = try await attempt()
    guard first.hasNewNonce, Self.asksForResourceNonce(first.answer) else { return first.answer }
    return try await attempt().answer
  }

  /// Whether the resource refused a proof only for want of its nonce (RFC 9449 §9).
  private static func asksForResourceNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status == .unauthorized, let challenges = try? AuthenticateChallenge.read(answer)
    else { return false }
    return challenges.contains(where: \.asksForDPoPNonce)
  }
}
