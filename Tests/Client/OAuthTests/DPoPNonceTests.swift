import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE
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

  /// Sends no request: a server's answer gives the prover a nonce for an origin.
  private func store(_ nonce: String, in prover: DPoPProver, origin: String = "https://as.example") throws -> String? {
    let request = try Endpoint(origin + "/token").request(.post)
    var answer = HTTPAnswer.json([:])
    answer.response.headerFields[.dpopNonce] = nonce
    let stored = prover.storeNonce(from: answer, to: request)
    #expect(prover.nonce(for: request) == stored)
    return stored
  }

  @Test(
    "Only a nonce of one to 1,024 characters of RFC 9449 §8.1 is kept",
    arguments: [
      ("", false), (" ", false), ("!", true), ("\"", false), ("#", true), ("[", true), ("\\", false), ("]", true),
      ("~", true), ("\u{7F}", false), (String(repeating: "n", count: 1_024), true),
      (String(repeating: "n", count: 1_025), false),
    ])
  func nonce(_ text: String, isKept: Bool) throws {
    let prover = try DPoPProver.generate()
    #expect(try store(text, in: prover) == (isKept ? text : nil))
    let restored = try DPoPProver.generate()
    restored.restore(["https://as.example": text])
    #expect(restored.knownNonces.isEmpty != isKept)
  }

  @Test func `A nonce of an earlier run never replaces a newer one`() throws {
    let prover = try DPoPProver.generate()
    #expect(try store("new", in: prover) == "new")
    prover.restore(["https://as.example": "old", "https://rs.example": "other"])
    #expect(prover.knownNonces == ["https://as.example": "new", "https://rs.example": "other"])
  }

  @Test func `Nonces of 64 origins are kept, and a further origin begins anew`() throws {
    let prover = try DPoPProver.generate()
    for number in 1...64 { _ = try store("n", in: prover, origin: "https://as\(number).example") }
    _ = try store("n2", in: prover, origin: "https://as64.example")
    #expect(prover.knownNonces.count == 64)
    _ = try store("n", in: prover, origin: "https://as65.example")
    #expect(prover.knownNonces == ["https://as65.example": "n"])
  }

  @Test func `A proof's ID has 128 random bits`() async throws {
    let prover = try DPoPProver.generate()
    let request = try Endpoint("https://as.example/token?a=b").request(.post)
    let proof = try await prover.proof(for: request, at: ManualClock().wallClock.now(), random: SystemRandomSource())
    let claims = try JSONValue(bytes: JSONWebSignature(compact: proof.reveal()).unverifiedPayload).object
    #expect(try Base64URL.decode(claims?["jti"]?.string ?? "").count == 16)
    #expect(claims?["htu"]?.string == "https://as.example/token")
  }
}
