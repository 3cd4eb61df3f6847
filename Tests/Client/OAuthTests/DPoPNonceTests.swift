import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuth

/// Parallel requests to servers that demand nonces (RFC 9449 §8, §9).
@Suite(.covers("RFC 9449 §4"), .timeLimit(.minutes(60))) struct DPoPNonceTests {
  /// A server whose nonces stop being valid while requests are under way. It answers the first
  /// requests of a round only when all of them have arrived.
  private final class NonceServer: HTTPTransport {
    struct State {
      var valid: Set<String> = []
      var issued = 0
      var accepted = 0
      var refused = 0
      var gate = Gate()
    }

    let state = Mutex(State())
    let parallel: Int
    /// Whether each nonce is valid once. Otherwise a nonce is valid until ``rotate()``.
    let isOnce: Bool

    init(parallel: Int, isOnce: Bool) {
      (self.parallel, self.isOnce) = (parallel, isOnce)
      rotate()
    }

    /// Replaces the nonce, and begins another round.
    func rotate() {
      state.withLock { state in
        state.issued += 1
        state.valid = ["n-\(state.issued)"]
        state.gate = Gate()
      }
    }

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      let gate = state.withLock { $0.gate }
      gate.arrive()
      await gate.arrived(parallel)
      let proof = try #require(request.headerFields[.dpop])
      let sent = try JSONValue(bytes: JSONWebSignature(compact: proof).unverifiedPayload).object?["nonce"]?.string
      let isToken = request.path == "/token"
      let (isAccepted, nonce) = state.withLock { state -> (Bool, String) in
        let isAccepted = sent.map { state.valid.contains($0) } ?? false
        if isAccepted { state.accepted += 1 } else { state.refused += 1 }
        if isOnce {
          if let sent { state.valid.remove(sent) }
          state.issued += 1
          state.valid.insert("n-\(state.issued)")
        }
        return (isAccepted, "n-\(state.issued)")
      }
      var answer =
        isAccepted
        ? (isToken ? Fixture.tokens(["token_type": "DPoP"]) : .json([:]))
        : .json(["error": "use_dpop_nonce"], status: isToken ? .badRequest : .unauthorized)
      if !isAccepted, !isToken { answer.response.headerFields[.wwwAuthenticate] = #"DPoP error="use_dpop_nonce""# }
      answer.response.headerFields[.dpopNonce] = nonce
      return answer
    }
  }

  private func client(_ server: NonceServer) throws -> OAuthClient {
    OAuthClient(
      id: "app", server: try Fixture.metadata(), prover: try .generate(), transport: server,
      clock: ManualClock().wallClock, random: SeededRandomSource(seed: 7))
  }

  /// Sends 64 requests at once, twice: without a nonce, and after the first ones' nonce became
  /// invalid.
  private func send(
    _ isOnce: Bool, _ request: @escaping @Sendable (OAuthClient) async throws -> Void
  ) async throws -> NonceServer.State {
    let server = NonceServer(parallel: 64, isOnce: isOnce)
    let client = try client(server)
    for _ in 0..<2 {
      try await withThrowingTaskGroup { group in
        for _ in 0..<64 { group.addTask { try await request(client) } }
        try await group.waitForAll()
      }
      server.rotate()
    }
    return server.state.withLock { $0 }
  }

  @Test(arguments: [false, true])
  func `64 token requests at once all succeed when the nonce changes`(_ isOnce: Bool) async throws {
    let state = try await send(isOnce) { _ = try await $0.refresh(Secret("rt")) }
    #expect(state.accepted == 128 && state.refused >= 64)
  }

  @Test(arguments: [false, true])
  func `64 requests to a resource at once all succeed when the nonce changes`(_ isOnce: Bool) async throws {
    let request = try Endpoint("https://rs.example/data").request(.get)
    let state = try await send(isOnce) { client in
      let answer = try await client.resource(request, accessToken: Secret("at"))
      #expect(answer.response.status == .ok)
    }
    #expect(state.accepted == 128 && state.refused >= 64)
  }
}
