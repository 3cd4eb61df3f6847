import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthResourceServerHummingbird
import OAuthTestSupport
import Testing

@testable import OAuth

/// Requests over sockets of this machine.
@Suite(.timeLimit(.minutes(60))) struct LiveRequestTests {
  private let api: TestAPI

  init() throws {
    api = try TestAPI()
  }

  @Test(.covers("CVE-2026-73418")) func `Invalid fields of any size are rejected, and the server keeps running`()
    async throws
  {
    let token = try await api.token().reveal()
    try await Application(router: api.router(api.resource())).test(.live) { client in
      for size in [1_000, 70_000] {
        let answer = try await client.get("/notes", "Bearer " + String(repeating: "a", count: size))
        #expect(try answer.status == .unauthorized && answer.errors == ["invalid_token"])
        let proof: HTTPFields = [.dpop: String(repeating: "a", count: size)]
        let proved = try await client.get("/notes", "DPoP a", proof)
        #expect(try proved.status == .unauthorized && proved.errors == ["invalid_dpop_proof"])
      }
    }
    // A server closes a connection whose header fields exceed Hummingbird's limit.
    try await Application(router: api.router(api.resource())).test(.live) { client in
      let answer = try? await client.get("/notes", "Bearer " + String(repeating: "a", count: 200_000))
      #expect(answer == nil || answer?.status == .badRequest)
    }
    try await Application(router: api.router(api.resource())).test(.live) { client in
      let answer = try await client.get("/notes", "Bearer \(token)")
      #expect(answer.status == .ok)
    }
  }

  @Test func `Many clients at once each get the response for their token`() async throws {
    let reading = try await api.token().reveal()
    let other = try await api.token(for: "https://other.example/").reveal()
    let prover = try DPoPProver.generate()
    let bound = try await api.token(prover: prover)
    try await Application(router: api.router(api.resource())).test(.live) { client in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<60 {
          group.addTask {
            switch number % 3 {
            case 0: return try await client.get("/notes", "Bearer \(reading)").status == .ok
            case 1: return try await client.get("/notes", "Bearer \(other)").status == .unauthorized
            default:
              let proof = try await prover.proof(
                for: Endpoint(TestAPI.identifier).request(.get), accessToken: bound, at: api.clock.now,
                random: SeededRandomSource(seed: UInt64(number)))
              let fields: HTTPFields = [.dpop: proof.reveal()]
              return try await client.get("/notes", "DPoP \(bound.reveal())", fields).status == .ok
            }
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }
}
