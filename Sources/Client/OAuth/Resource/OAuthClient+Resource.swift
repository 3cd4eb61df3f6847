package import HTTPTypes
internal import Logging
package import OAuthCore

extension OAuthClient {
  /// Sends a request with an access token. Every request to a resource goes through here.
  ///
  /// All tokens of a client with a ``prover`` are bound to its key. Each request gets a new proof
  /// (RFC 9449 §7.1), and is sent once more if the resource asks for another nonce than the proof
  /// had (RFC 9449 §9).
  ///
  /// - Parameters:
  ///   - request: A request to a resource that the token is meant for. Every receiver of a bearer
  ///     token can use it elsewhere.
  ///   - body: The request's body. Default: empty.
  ///   - accessToken: An access token of this client.
  ///   - limits: The limits of time and size for the exchange. Default: the client's.
  ///   - other: The transport of this exchange. Default: the client's.
  /// - Returns: The answer, whatever its status.
  package func resource(
    _ request: HTTPRequest, body: [UInt8] = [], accessToken: Secret, limits: HTTPLimits? = nil,
    through other: (any HTTPTransport)? = nil
  ) async throws -> HTTPAnswer {
    func attempt(nonce: String?) async throws -> (answer: HTTPAnswer, nonce: String?) {
      var head = try await authorized(request, accessToken: accessToken, nonce: nonce)
      head.headerFields[.userAgent] = request.headerFields[.userAgent] ?? EndpointRequest.userAgent
      let answer = try await (other ?? transport).send(head, body: body, limits: limits ?? self.limits)
      logger.debug(
        "resource answer",
        metadata: ["resource": "\(request.authority ?? "")", "status": "\(answer.response.status.code)"])
      return (answer, prover?.storeNonce(from: answer, to: head))
    }
    let nonce = prover?.nonce(for: request)
    let first = try await attempt(nonce: nonce)
    guard let newer = first.nonce, newer != nonce, Self.asksForResourceNonce(first.answer) else { return first.answer }
    return try await attempt(nonce: newer).answer
  }

  /// Adds the access token to a request (RFC 6750 §2.1), with a new proof if it is bound to a key
  /// (RFC 9449 §7.1).
  ///
  /// - Parameter nonce: The resource's nonce, if it sent one.
  package func authorized(_ request: HTTPRequest, accessToken: Secret, nonce: String?) async throws -> HTTPRequest {
    var request = request
    if let prover {
      let proof = try await prover.proof(
        for: request, accessToken: accessToken, nonce: nonce, at: clock.now(), random: random)
      request.headerFields[.authorization] = "DPoP " + accessToken.reveal()
      request.headerFields[.dpop] = proof.reveal()
    } else {
      request.headerFields[.authorization] = "Bearer " + accessToken.reveal()
      // A proof of an earlier token would be rejected, or taken for one of this token.
      request.headerFields[.dpop] = nil
    }
    return request
  }

  /// Returns whether the resource rejected a proof only because its nonce is missing (RFC 9449 §9).
  private static func asksForResourceNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.response.status == .unauthorized, let challenges = try? AuthenticateChallenge.read(answer)
    else { return false }
    return challenges.contains(where: \.asksForDPoPNonce)
  }
}
