import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 8414 §2")) struct MetadataCacheTests {
  private let failing = HTTPAnswer.text("", status: .serviceUnavailable, contentType: nil)

  private func document(_ issuer: String = "https://as.example", token: String = "token") -> HTTPAnswer {
    .json([
      "issuer": .string(issuer), "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": .string("https://as.example/" + token), "revocation_endpoint": "https://as.example/revoke",
    ])
  }

  @Test func `A document is fetched once in its lifetime`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(document(), document(token: "token2"))
    let cache = MetadataCache(through: transport, lifetime: .seconds(600), clock: clock.wallClock)
    let issuer = try Issuer("https://as.example")
    for _ in 0..<3 { #expect(try await cache.metadata(of: issuer).tokenEndpoint.text == "https://as.example/token") }
    clock.advance(by: .seconds(599))
    _ = try await cache.metadata(of: issuer)
    #expect(transport.exchanges.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await cache.metadata(of: issuer).tokenEndpoint.text == "https://as.example/token2")
    #expect(transport.exchanges.count == 2)
  }

  @Test func `A thousand tasks at once cause one fetch`() async throws {
    let transport = ScriptedTransport(document())
    let cache = MetadataCache(through: transport)
    let issuer = try Issuer("https://as.example")
    try await withThrowingTaskGroup { group in
      for _ in 0..<1_000 { group.addTask { try await cache.metadata(of: issuer) } }
      for try await metadata in group { #expect(metadata.issuer == issuer) }
    }
    #expect(transport.exchanges.count == 1)
  }

  @Test func `A failed fetch keeps the cached document, and is not repeated at once`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(document(), failing, failing, document(token: "token2"))
    let cache = MetadataCache(through: transport, lifetime: .seconds(600), clock: clock.wallClock)
    let issuer = try Issuer("https://as.example")
    _ = try await cache.metadata(of: issuer)
    clock.advance(by: .seconds(600))
    for _ in 0..<3 { #expect(try await cache.metadata(of: issuer).tokenEndpoint.text == "https://as.example/token") }
    #expect(transport.exchanges.count == 3)
    clock.advance(by: .seconds(60))
    #expect(try await cache.metadata(of: issuer).tokenEndpoint.text == "https://as.example/token2")
  }

  @Test func `A first fetch that fails is an error, and the next call tries again`() async throws {
    let transport = ScriptedTransport(failing, failing, document())
    let cache = MetadataCache(through: transport)
    let issuer = try Issuer("https://as.example")
    await #expect(throws: DiscoveryError.self) { try await cache.metadata(of: issuer) }
    #expect(try await cache.metadata(of: issuer).issuer == issuer)
  }

  @Test func `A clock that was set back doesn't keep a document forever`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport(document(), document(token: "token2"))
    let cache = MetadataCache(through: transport, clock: clock.wallClock)
    let issuer = try Issuer("https://as.example")
    _ = try await cache.metadata(of: issuer)
    clock.jump(by: .seconds(-86_400))
    #expect(try await cache.metadata(of: issuer).tokenEndpoint.text == "https://as.example/token2")
  }

  @Test func `A discarded document is fetched again`() async throws {
    let transport = ScriptedTransport(document(), document())
    let cache = MetadataCache(through: transport)
    let issuer = try Issuer("https://as.example")
    _ = try await cache.metadata(of: issuer)
    await cache.discard(issuer)
    _ = try await cache.metadata(of: issuer)
    #expect(transport.exchanges.count == 2)
  }

  @Test(.timeLimit(.minutes(60)))
  func `A cancelled task stops waiting at once, and the fetch goes on for the others`() async throws {
    let transport = GatedTransport(document())
    let cache = MetadataCache(through: transport)
    let issuer = try Issuer("https://as.example")
    let first = Task { try await cache.metadata(of: issuer) }
    await transport.firstRequest()
    let second = Task { try await cache.metadata(of: issuer) }
    first.cancel()
    // The answer hasn't arrived yet.
    await #expect(throws: CancellationError.self) { try await first.value }
    transport.open()
    #expect(try await second.value.issuer == issuer)
    #expect(transport.requests == 1)
  }

  @Test func `Issuers are cached separately, up to a limit`() async throws {
    let answers = (0..<300).map { Result<HTTPAnswer, any Error>.success(document("https://as\($0).example")) }
    let transport = ScriptedTransport(results: answers + [.success(document("https://as0.example"))])
    let clock = ManualClock()
    let cache = MetadataCache(through: transport, clock: clock.wallClock)
    for index in 0..<300 {
      clock.advance(by: .seconds(1))
      _ = try await cache.metadata(of: Issuer("https://as\(index).example"))
    }
    _ = try await cache.metadata(of: Issuer("https://as299.example"))
    #expect(transport.exchanges.count == 300)
    _ = try await cache.metadata(of: Issuer("https://as0.example"))
    #expect(transport.exchanges.count == 301)
  }
}
