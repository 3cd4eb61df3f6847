import DPoPVerification
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthTestSupport
import Testing

@testable import OAuth

/// RFC 9449 §7 and §9. The router under test runs at http://localhost, but proofs must be for the
/// configured identifier.
@Suite struct DPoPTokenTests {
  private let api: TestAPI
  private let prover: DPoPProver

  init() throws {
    api = try TestAPI()
    prover = try DPoPProver.generate()
  }

  private func fields(
    _ token: Secret, at address: String = TestAPI.identifier, method: HTTPRequest.Method = .get, seed: UInt64 = 1
  ) async throws -> HTTPFields {
    let request = try Endpoint(address).request(method)
    let proof = try await prover.proof(
      for: request, accessToken: token, at: api.clock.now, random: SeededRandomSource(seed: seed))
    return [.authorization: "DPoP \(token.reveal())", .dpop: proof.reveal()]
  }

  private func ask(
    _ resource: ResourceServer? = nil, removedPrefix: String = "",
    _ body: @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let resource = if let resource { resource } else { try await api.resource() }
    try await Application(router: api.router(resource, removedPrefix: removedPrefix)).test(.router, body)
  }

  @Test func `A bound token is accepted with its proof, once, and rejected without`() async throws {
    let token = try await api.token(prover: prover)
    let good = try await fields(token)
    try await ask { client in
      #expect(try await client.get("/notes", nil, [.dpop: good[.dpop] ?? ""]).status == .unauthorized)
      #expect(try await client.execute(uri: "/notes", method: .get, headers: good) { $0.status } == .ok)
      let again = try await client.execute(uri: "/notes", method: .get, headers: good) { $0 }
      #expect(try again.status == .unauthorized && again.errors == ["invalid_dpop_proof"])
      // A thief could use a stolen token under the weaker scheme.
      let bearer = try await client.get("/notes", "Bearer \(token.reveal())")
      #expect(try bearer.status == .unauthorized && bearer.errors == ["invalid_token"])
    }
  }

  @Test func `An inner group doesn't consume the proof a second time`() async throws {
    let token = try await api.token("read write", prover: prover)
    let fields = try await fields(token, method: .post)
    try await ask { client in
      let answer = try await client.execute(
        uri: "/notes", method: .post, headers: fields, body: ByteBuffer(string: "note")
      ) { $0 }
      #expect(answer.status == .ok && answer.text == "note")
    }
  }

  @Test(arguments: [
    "http://localhost/notes", "https://api.example/other", "https://evil.example/notes",
    "https://api.example:444/notes",
    "https://api.example/notes/recent",
  ])
  func `A proof for another URL is rejected, even for the server's own address`(address: String)
    async throws
  {
    let token = try await api.token(prover: prover)
    let wrong = try await fields(token, at: address)
    try await ask { client in
      let answer = try await client.execute(uri: "/notes", method: .get, headers: wrong) { $0 }
      #expect(try answer.status == .unauthorized && answer.errors == ["invalid_dpop_proof"])
    }
  }

  @Test func `A proof for another method or of another key, and two proofs, are rejected`() async throws {
    let token = try await api.token(prover: prover)
    let other = try await DPoPProver.generate().proof(
      for: Endpoint(TestAPI.identifier).request(.get), accessToken: token, at: api.clock.now,
      random: SeededRandomSource(seed: 9))
    try await ask { client in
      func status(_ fields: HTTPFields) async throws -> HTTPResponse.Status {
        try await client.execute(uri: "/notes", method: .get, headers: fields) { $0.status }
      }
      #expect(try await status(fields(token, method: .post)) == .unauthorized)
      var stranger = try await fields(token)
      stranger[.dpop] = other.reveal()
      #expect(try await status(stranger) == .unauthorized)
      var two = try await fields(token)
      two.append(HTTPField(name: .dpop, value: try await fields(token, seed: 2)[.dpop] ?? ""))
      #expect(try await status(two) == .unauthorized)
      api.clock.advance(by: .seconds(600))
      #expect(try await status(fields(token)) == .ok)
    }
  }

  @Test func `The path prefix that a proxy removed is restored for the proof`() async throws {
    let token = try await api.token(prover: prover)
    let outside = try await fields(token, at: "https://api.example/v1/notes")
    try await ask(removedPrefix: "/v1") { client in
      #expect(try await client.execute(uri: "/notes", method: .get, headers: outside) { $0.status } == .ok)
      let inside = try await fields(token, seed: 2)
      #expect(try await client.execute(uri: "/notes", method: .get, headers: inside) { $0.status } == .unauthorized)
    }
  }

  // RFC 9449 §9; §8.2.
  @Test func `Pixy's client gets the nonce with a challenge, and the next one with a response`() async throws {
    let resource = try await api.resource(nonces: TimedDPoPNonces(period: .seconds(60), overlap: .seconds(30)))
    let token = try await api.token(prover: prover)
    let server = try await api.client().server
    try await ask(resource) { router in
      let transport = RouterTransport(router)
      let client = OAuthClient(
        id: "service", server: server, prover: prover, transport: transport, clock: api.clock.wallClock)
      func send() async throws -> HTTPAnswer {
        try await client.resource(Endpoint(TestAPI.identifier).request(.get), accessToken: token)
      }
      #expect(try await send().response.status == .ok)
      #expect(transport.requests.count == 2)
      api.clock.advance(by: .seconds(60))
      let answer = try await send()
      #expect(answer.response.status == .ok && answer.response.headerFields[.dpopNonce]?.isEmpty == false)
      #expect(answer.response.headerFields[.cacheControl] == "no-store")
      #expect(try await send().response.headerFields[.dpopNonce] == nil)
      #expect(transport.requests.count == 4)
    }
  }

  @Test func `The challenge for a nonce contains one, and is only for DPoP`() async throws {
    let resource = try await api.resource(nonces: TimedDPoPNonces())
    let fields = try await fields(api.token(prover: prover))
    try await ask(resource) { client in
      let answer = try await client.execute(uri: "/notes", method: .get, headers: fields) { $0 }
      #expect(try answer.status == .unauthorized && answer.errors == ["use_dpop_nonce"])
      #expect(answer.headers[.dpopNonce]?.isEmpty == false)
      #expect(answer.wire.dropFirst().first?.hasPrefix(#"DPoP error="use_dpop_nonce""#) == true)
    }
  }

  @Test func `Only one of a hundred requests with the same proof is authorized`() async throws {
    let token = try await api.token(prover: prover)
    let fields = try await fields(token)
    try await ask { client in
      let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
        for _ in 0..<100 {
          group.addTask { try await client.execute(uri: "/notes", method: .get, headers: fields) { $0.status } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .unauthorized } == 99)
    }
  }
}
