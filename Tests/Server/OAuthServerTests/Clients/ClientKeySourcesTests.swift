import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7523 §2.2, server")) struct ClientKeySourcesTests {
  let clock = ManualClock()

  private func set(_ keys: [Result<SigningKey, JSONWebKeyError>]) throws -> HTTPAnswer {
    .json(["keys": .array(try keys.compactMap { try $0.get().verificationKey.publicJWK })])
  }

  private func signature(_ key: Result<SigningKey, JSONWebKeyError>) throws -> JSONWebSignature {
    try JSONWebSignature(compact: key.get().sign(["iss": "client"]).reveal())
  }

  private func sources(_ transport: (any HTTPTransport)?, capacity: Int = 1_000) -> ClientKeySources {
    ClientKeySources(through: transport, to: .publicOnly, clock: clock.wallClock, capacity: capacity)
  }

  private func address(_ text: String = "https://client.example.com/keys") throws -> ClientKeys {
    .address(try Endpoint(text))
  }

  @Test(.covers("OP dynamic: oidcc-registration-jwks-uri"))
  func `Registered keys are used, and published keys are fetched once`() async throws {
    let transport = ScriptedTransport(try set([OpenIDKeys.es256]))
    let sources = sources(transport)
    let fixed = try sources.source(.set(JSONWebKeySet([try OpenIDKeys.es256.get().verificationKey])))
    _ = try await fixed.verified(signature(OpenIDKeys.es256), allowing: [.es256], type: .any)
    for _ in 0..<3 {
      _ = try await sources.source(address()).verified(signature(OpenIDKeys.es256), allowing: [.es256], type: .any)
    }
    #expect(transport.exchanges.count == 1)
    #expect(try await sources.keys(address()).keys.map(\.keyID) == ["es-1"])
  }

  @Test(.covers("OP dynamic: oidcc-refresh-token-rp-key-rotation"))
  func `An unknown kid makes the keys fetched again, and one that stays unknown only once in 30 seconds`()
    async throws
  {
    let both = try set([OpenIDKeys.es256, OpenIDKeys.rs256])
    let transport = ScriptedTransport(try set([OpenIDKeys.es256]), both, both, try set([OpenIDKeys.next]))
    let sources = sources(transport)
    let source = try sources.source(address())
    _ = try await source.verified(signature(OpenIDKeys.es256), allowing: [.es256], type: .any)
    _ = try await source.verified(signature(OpenIDKeys.rs256), allowing: [.rs256], type: .any)
    for _ in 0..<5 {
      await #expect(throws: JOSEError.self) {
        try await sources.source(address()).verified(signature(OpenIDKeys.next), allowing: [.rs256], type: .any)
      }
    }
    #expect(transport.exchanges.count == 3)
    clock.advance(by: .seconds(30))
    _ = try await source.verified(signature(OpenIDKeys.next), allowing: [.rs256], type: .any)
    #expect(transport.exchanges.count == 4)
  }

  @Test func `A failed address isn't fetched again for ten seconds`() async throws {
    let transport = ScriptedTransport(
      .text("", status: .internalServerError), .text("", status: .found), try set([OpenIDKeys.es256]))
    let sources = sources(transport)
    for _ in 0..<5 { await #expect(throws: RemoteKeySetError.self) { try await sources.keys(address()) } }
    #expect(transport.exchanges.count == 1)
    clock.advance(by: .seconds(10))
    await #expect(throws: RemoteKeySetError.self) { try await sources.keys(address()) }
    clock.advance(by: .seconds(10))
    #expect(try await sources.keys(address()).keys.count == 1 && transport.exchanges.count == 3)
  }

  // RFC 7591 §5: an operator knows the server's own network.
  @Test(.covers("RFC 7591 §5, server")) func `Private addresses are fetched for clients that an operator added`()
    async throws
  {
    let transport = ScriptedTransport(try set([OpenIDKeys.es256]))
    let sources = sources(transport)
    let inside = try address("https://jobs.internal/keys")
    #expect(try await sources.keys(inside, ofStranger: false).keys.count == 1)
    _ = try await sources.source(inside, ofStranger: false).verified(
      signature(OpenIDKeys.es256), allowing: [.es256], type: .any)
    // The cached keys of a private address aren't used for clients that registered themselves
    // either.
    #expect(throws: ClientKeysError.addressNotAllowed) { try sources.source(inside) }
    #expect(transport.exchanges.count == 1)
  }

  @Test(.covers("CVE-2026-53513"))
  func `Private addresses aren't fetched for clients that registered themselves`() async throws {
    let transport = ScriptedTransport()
    for text in ["https://10.0.0.1/keys", "http://127.0.0.1/keys", "https://db.internal/keys"] {
      #expect(throws: ClientKeysError.addressNotAllowed) { try sources(transport).source(address(text)) }
    }
    #expect(throws: ClientKeysError.noTransport) { try sources(nil).source(address()) }
    #expect(transport.exchanges.isEmpty)
    for error in [ClientKeysError.noTransport, .addressNotAllowed] {
      #expect(!error.code.isEmpty && !error.explanation.isEmpty && !error.remedy.isEmpty && error.step == .verification)
    }
  }

  @Test func `The cache has a limited capacity and drops the least recently used keys`() async throws {
    let answers = Array(repeating: Result<HTTPAnswer, any Error>.success(try set([OpenIDKeys.es256])), count: 20)
    let transport = ScriptedTransport(results: answers)
    let sources = sources(transport, capacity: 10)
    for number in 0..<11 {
      _ = try await sources.keys(address("https://c\(number).example.com/keys"))
      _ = try await sources.keys(address("https://c0.example.com/keys"))
    }
    #expect(transport.exchanges.count == 11)
    _ = try await sources.keys(address("https://c1.example.com/keys"))
    #expect(transport.exchanges.count == 12, "the one that was not used for longest is gone")
  }
}
