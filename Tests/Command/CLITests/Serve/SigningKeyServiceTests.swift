import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@testable import PixyServe

/// The service that reads the signing keys again while no requests come.
@Suite(.timeLimit(.minutes(60))) struct SigningKeyServiceTests {
  @Test func `A key that another process revoked is gone without a request`() async throws {
    let (clock, database, log) = (ManualClock(), InMemoryServerDatabase(), LogCollector())
    func ring() async throws -> SigningKeyRing {
      try await SigningKeyRing.open(
        database, seal: try SigningKeySeal(key: SigningKeySeal.newKey(random: SeededRandomSource())),
        algorithms: [.es256], clock: clock.wallClock, logger: log.logger())
    }
    let (ring, operators) = (try await ring(), try await ring())
    let old = try #require(ring.current.signing.keyID)
    let service = Task { await SigningKeyService(keyRing: ring, interval: .milliseconds(1)).run() }
    defer { service.cancel() }
    try await operators.revoke(old)
    #expect(ring.current.signing.keyID == old)
    clock.advance(by: .seconds(60))
    while ring.current.signing.keyID == old { await Task.yield() }
    #expect(ring.current.signing.keyID == operators.current.signing.keyID)
  }
}
