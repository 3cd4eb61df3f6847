import Evidence
import OAuthLookAlikes
import Foundation
import JOSE
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

@Suite(.covers("OpenID Core §10.1.1, server"), .timeLimit(.minutes(60))) struct SigningKeyRingTests {
  let clock = ManualClock()
  let log = LogCollector()
  let database = InMemoryServerDatabase()
  let sealing = SigningKeySeal.newKey(random: SeededRandomSource())

  func ring(
    _ algorithms: [SignatureAlgorithm] = [.es256], database: (any SigningKeyOperations)? = nil, sealing: Secret? = nil
  ) async throws -> SigningKeyRing {
    try await SigningKeyRing.open(
      database ?? self.database, seal: try SigningKeySeal(key: sealing ?? self.sealing), algorithms: algorithms,
      clock: clock.wallClock, logger: log.logger())
  }

  func published(_ keys: SigningKeys) -> Set<String> { Set(keys.publishedKeys.keys.compactMap(\.keyID)) }

  @Test func `Missing keys are generated and sign at once, and the next process has the same keys`() async throws {
    let first = try await ring([.es256, .edDSA])
    let second = try await ring([.es256, .edDSA])
    #expect(first.current == second.current)
    #expect(first.current.signing.algorithm == .es256 && first.current.signer(for: .edDSA)?.algorithm == .edDSA)
    #expect(first.current.signer(for: .rs256) == nil && first.current.signer(for: nil) == first.current.signing)
    // RFC 7638: the kid is the thumbprint.
    #expect(first.current.signers.allSatisfy { $0.keyID == $0.verificationKey.thumbprint })
    #expect(try await database.signingKeyRecords().count == 2)
  }

  // OpenID Connect Core §10.1.1; oidcc-server-rotate-keys.
  @Test(.covers("OP dynamic: oidcc-server-rotate-keys"))
  func `A new key is published first, then signs, and the old one stays published`()
    async throws
  {
    let ring = try await ring()
    let other = try await self.ring()
    let old = try #require(ring.current.signing.keyID)
    try await ring.rotate()
    #expect(ring.current.signing.keyID == old && published(ring.current).count == 2)
    #expect(published(other.current) == [old], "another process has not looked yet")
    clock.advance(by: .seconds(61))
    await other.startReloadIfDue().task?.value
    #expect(published(other.current) == published(ring.current))
    clock.advance(by: .seconds(7_200 - 62))
    #expect(ring.current.signing.keyID == old && other.current.signing.keyID == old)
    clock.advance(by: .seconds(1))
    let new = try #require(ring.current.signing.keyID)
    #expect(new != old && other.current.signing.keyID == new && published(ring.current) == [old, new])
    clock.advance(by: .seconds(30 * 86_400 - 1))
    #expect(published(ring.current) == [old, new])
    clock.advance(by: .seconds(1))
    #expect(published(ring.current) == [new] && published(other.current) == [new])
    clock.advance(by: .seconds(2 * 86_400))
    await ring.startReloadIfDue().task?.value
    #expect(try await database.signingKeyRecords().map(\.keyID) == [new])
  }

  @Test func `Keys rotate by themselves, one key for all processes`() async throws {
    let rings = [try await ring(), try await ring()]
    let old = rings[0].current.signing.keyID
    clock.advance(by: .seconds(90 * 86_400 - 7_200 - 60))
    for ring in rings { await ring.startReloadIfDue().task?.value }
    #expect(try await database.signingKeyRecords().count == 1)
    clock.advance(by: .seconds(120))
    let tasks = rings.map { $0.startReloadIfDue() }
    for reloading in tasks { await reloading.task?.value }
    #expect(try await database.signingKeyRecords().count == 2)
    clock.advance(by: .seconds(7_260))
    for ring in rings { await ring.startReloadIfDue().task?.value }
    #expect(rings[0].current == rings[1].current && rings[0].current.signing.keyID != old)
  }

  // OpenID Connect Core §10.1.1.
  @Test func `A process that was idle for long waits for the current keys, and others don't`() async throws {
    let (ring, other) = (try await ring(), try await self.ring())
    let old = try #require(ring.current.signing.keyID)
    try await other.revoke(old)
    clock.advance(by: .seconds(299))
    let late = ring.reloadIfDue()
    #expect(late == nil, "it goes on by itself")
    await ring.startReloadIfDue().task?.value
    #expect(ring.current.signing.keyID != old)
    let next = try #require(ring.current.signing.keyID)
    try await other.revoke(next)
    clock.advance(by: .seconds(300))
    // Simultaneous requests share one read of the database.
    let waits = [try #require(ring.reloadIfDue()), try #require(ring.reloadIfDue())]
    #expect(waits[0] == waits[1])
    for wait in waits { await wait.value }
    #expect(ring.current.signing.keyID != next && !published(ring.current).contains(next))
    #expect(ring.reloadIfDue() == nil)
  }

  @Test func `The database is read once a minute, and a failing one leaves the known keys`()
    async throws
  {
    let broken = FaultyServerDatabase(database)
    let ring = try await ring(database: broken)
    let keys = ring.current
    #expect(ring.startReloadIfDue().task == nil)
    broken.fail([.signingKeyRecords])
    clock.advance(by: .seconds(60))
    await ring.startReloadIfDue().task?.value
    #expect(ring.startReloadIfDue().task == nil && ring.current == keys)
    #expect(log.records.contains(where: { $0.contains("could not be read") }))
    clock.jump(by: .seconds(-86_400))
    #expect(ring.current == keys, "a clock that was set back")
  }

  @Test func `A revoked key is gone at once, and another one signs`() async throws {
    let ring = try await ring()
    let first = try #require(ring.current.signing.keyID)
    try await ring.revoke(first)
    let second = try #require(ring.current.signing.keyID)
    #expect(second != first && published(ring.current) == [second])
    // One revoked key has a waiting successor, and one is waiting itself.
    try await ring.rotate()
    let waiting = try #require(published(ring.current).subtracting([second]).first)
    try await ring.revoke(waiting)
    #expect(ring.current.signing.keyID == second)
    clock.advance(by: .seconds(60 * 86_400))
    #expect(ring.current.signing.keyID != second, "the revoked key's place was not filled")
  }

  // Processes of one database may learn a new sealing key one after the other.
  @Test func `A key that can't be unsealed doesn't hide another key's revocation`() async throws {
    let behind = try await ring()
    let first = try #require(behind.current.signing.keyID)
    try await behind.rotate()
    clock.advance(by: .seconds(3 * 3_600))
    let second = try #require(behind.current.signing.keyID)
    #expect(published(behind.current) == [first, second] && first != second)
    let seal = try SigningKeySeal(key: SigningKeySeal.newKey(), former: [sealing])
    let ahead = try await SigningKeyRing.open(
      database, seal: seal, algorithms: [.es256], clock: clock.wallClock, logger: log.logger())
    try await ahead.rotate()
    try await ahead.revoke(first)
    let third = try #require(published(ahead.current).subtracting([second]).first)
    try await behind.reload()
    #expect(behind.current.signing.keyID == second && published(behind.current) == [second])
    #expect(log.records.contains(where: { $0.contains("can't be opened") && $0.contains(third) }))
    // The process generates no key in place of the one that it can't unseal.
    clock.advance(by: .seconds(91 * 86_400))
    await behind.startReloadIfDue().task?.value
    #expect(try await database.signingKeyRecords().count <= 3)
  }

  @Test func `A read that began before a key's revocation doesn't restore the key`() async throws {
    let slow = SlowSigningKeys(database)
    let ring = try await ring(database: slow)
    let first = try #require(ring.current.signing.keyID)
    let gate = slow.holdNext()
    async let look: Void = ring.reload()
    await gate.arrived()
    try await ring.revoke(first)
    let second = ring.current.signing.keyID
    gate.open()
    try await look
    #expect(ring.current.signing.keyID == second && !published(ring.current).contains(first))
  }

  @Test func `A sealed key can be opened only with its sealing key and its own name`() async throws {
    let ring = try await ring()
    let record = try #require(try await database.signingKeyRecords().first)
    #expect(throws: SigningKeyRingError.cannotOpen(keyID: record.keyID)) {
      try SigningKeySeal(key: SigningKeySeal.newKey()).open(record)
    }
    let seal = try SigningKeySeal(key: SigningKeySeal.newKey(), former: [sealing])
    #expect(try seal.open(record) == ring.current.signing)
    let renamed = SigningKeyRecord(
      keyID: "x", algorithm: record.algorithm, signsFrom: record.signsFrom, sealedKey: record.sealedKey)
    #expect(throws: SigningKeyRingError.cannotOpen(keyID: "x")) { try seal.open(renamed) }
    for index in record.sealedKey.indices {
      var bytes = record.sealedKey
      bytes[index] ^= 1
      let changed = SigningKeyRecord(
        keyID: record.keyID, algorithm: record.algorithm, signsFrom: record.signsFrom, sealedKey: bytes)
      #expect(throws: SigningKeyRingError.self) { try seal.open(changed) }
    }
    await #expect(throws: SigningKeyRingError.cannotOpen(keyID: record.keyID)) {
      try await self.ring(sealing: SigningKeySeal.newKey())
    }
    let jwk = try JSONValue(bytes: Array(try ring.current.signing.privateJWK().reveal().utf8))
    let secret = try #require(jwk.object?["d"]?.string)
    #expect(!String(decoding: record.sealedKey, as: UTF8.self).contains(secret))
    #expect(!log.records.contains(where: { $0.contains(secret) }) && !"\(seal)\(ring.current)".contains(secret))
  }

  @Test(.covers("question: Is the signing key secure"))
  func `Unusable algorithms, times and sealing keys are rejected`() async throws {
    for algorithms in [[], [.es256, .es256], [.hs256]] as [[SignatureAlgorithm]] {
      await #expect(throws: SigningKeyRingError.algorithms) { try await ring(algorithms) }
    }
    for text in ["", "c2hvcnQ", String(repeating: "A", count: 44)] {
      #expect(throws: SigningKeyRingError.sealingKeyUnusable) { try SigningKeySeal(key: Secret(text)) }
    }
    #expect(throws: SigningKeyRingError.schedule) { try KeyRotation(announcement: .seconds(7_199)) }
    #expect(throws: SigningKeyRingError.schedule) { try KeyRotation(retention: .seconds(86_399)) }
    #expect(throws: SigningKeyRingError.schedule) { try KeyRotation(period: .seconds(7_200)) }
    #expect(try KeyRotation(period: nil).period == nil)
    for error in [SigningKeyRingError.sealingKeyUnusable, .cannotOpen(keyID: "\u{202E}"), .algorithms, .schedule] {
      #expect(!error.explanation.contains("\u{202E}") && !error.remedy.isEmpty && error.step == .configuration)
    }
  }

  @Test(.covers("OP dynamic: oidcc-server-rotate-keys")) func `A running server publishes and uses new keys by itself`()
    async throws
  {
    let ring = try await ring([.es256, .rs256])
    let server = try RegistrationServer(signingKeys: ring, clock: clock)
    let before = try await server.keySet()
    #expect(before.keys.count == 2)
    try await self.ring([.es256, .rs256]).rotate(.es256)
    clock.advance(by: .seconds(60))
    _ = try await server.keySet()
    // The read is in progress, and the request doesn't wait for it.
    while try await server.keySet().keys.count != 3, !Task.isCancelled { await Task.yield() }
    clock.advance(by: .seconds(7_200))
    #expect(server.server.configuration.signingKey() != nil)
    #expect(server.server.configuration.signingKey()?.keyID != before.keys[0].keyID)
    #expect(server.server.configuration.signingKey(for: .rs256)?.keyID == before.keys[1].keyID)
  }

  @Test func `The published keys follow the time by themselves`() async throws {
    let ring = try await ring()
    let server = try RegistrationServer(signingKeys: ring, clock: clock)
    try await ring.rotate()
    let both = try await server.keySet()
    #expect(both.keys.count == 2)
    clock.advance(by: .seconds(7_200 + 30 * 86_400))
    let left = try await server.keySet()
    #expect(left.keys.map(\.keyID) == [ring.current.signing.keyID])
  }

  @Test func `The edition changes only with the keys`() async throws {
    let ring = try await ring()
    let first = ring.edition
    #expect(ring.current.publishedKeys.keys.count == 1 && ring.edition == first)
    try await ring.rotate()
    let second = ring.edition
    #expect(second > first)
    clock.advance(by: .seconds(59))
    #expect(ring.edition == second)
    clock.advance(by: .seconds(7_200))
    #expect(ring.edition > second)
  }

  @Test func `The published document is made once for each edition of the keys`() {
    let document = PublishedAnswer()
    var made = 0
    for (edition, expected) in [(0, 1), (0, 1), (1, 2), (1, 2)] {
      let answer = document.answer(edition: edition) {
        made += 1
        return ["made": .string("\(made)")]
      }
      #expect(made == expected)
      #expect(!answer.body.isEmpty)
    }
  }
}
