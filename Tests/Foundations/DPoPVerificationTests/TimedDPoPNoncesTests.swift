#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import DPoPVerification
import Evidence
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

/// RFC 9449 §8, §9.
@Suite(.covers("RFC 9449 §4")) struct TimedDPoPNoncesTests {
  private let clock = ManualClock()
  private let nonces = TimedDPoPNonces(key: Secret("a key that is long enough for all of it"))

  /// Returns a new nonce each time, and accepts each returned nonce.
  private struct ChurningNonces: DPoPNonces {
    func nonce(at now: Date) -> String { "n\(Int(now.timeIntervalSince1970))" }
    func accepts(_ nonce: String, at now: Date) -> Bool { nonce == self.nonce(at: now) }
  }

  @Test func `A nonce is accepted by every process with the key, until its period and the overlap have passed`() {
    let other = TimedDPoPNonces(key: Secret("a key that is long enough for all of it"))
    let nonce = nonces.nonce(at: clock.now)
    #expect(other.nonce(at: clock.now) == nonce)
    for (seconds, expected) in [(0, true), (300, true), (59, true), (1, false), (100_000, false)] {
      clock.advance(by: .seconds(seconds))
      #expect(other.accepts(nonce, at: clock.now) == expected)
    }
    #expect(other.nonce(at: clock.now) != nonce)
  }

  @Test func `A process whose clock is a little behind accepts it too`() {
    let nonce = nonces.nonce(at: clock.now)
    #expect(nonces.accepts(nonce, at: clock.now.addingTimeInterval(-10)))
    #expect(!nonces.accepts(nonce, at: clock.now.addingTimeInterval(-11)))
  }

  @Test func `Nonces under a different key and changed nonces are rejected`() throws {
    let stranger = TimedDPoPNonces(random: SeededRandomSource(seed: 2))
    #expect(!nonces.accepts(stranger.nonce(at: clock.now), at: clock.now))
    let bytes = try Base64URL.decode(nonces.nonce(at: clock.now))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(!nonces.accepts(Base64URL.encode(changed), at: clock.now))
    }
    for text in [
      "", "x", String(repeating: "A", count: 32), String(repeating: "_", count: 32), "ü",
      String(repeating: "A", count: 10_000),
    ] {
      #expect(!nonces.accepts(text, at: clock.now))
    }
  }

  @Test func `A nonce has only allowed characters, and extreme moments do no harm`() {
    for moment in [clock.now, .distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      let nonce = nonces.nonce(at: moment)
      #expect(nonce.utf8.count == 32 && Base64URL.encode((try? Base64URL.decode(nonce)) ?? []) == nonce)
    }
    #expect(!"\(nonces) \(String(reflecting: nonces))".contains("long enough"))
  }

  @Test func `A server with nonces rejects proofs without one or with an old one, with the right error`()
    throws
  {
    let checker = DPoPProofChecker(nonces: nonces, usedTokenIDs: nil, clock: clock.wallClock)
    let forged = ForgedProof(try SigningKey.generate(.es256))
    let target = try ForgedProof.target()
    #expect(checker.failure(try forged.fields(), for: target) == .noNonce)
    #expect(checker.failure(try forged.with(["nonce": "made-up"]).fields(), for: target) == .anotherNonce)
    #expect(checker.failure(try forged.with(["nonce": 7]).fields(), for: target) == .claims(.malformed("nonce")))
    let nonce = try #require(checker.nonceToSend(after: nil))
    let proof = try checker.examine(forged.with(["nonce": .string(nonce)]).fields(), for: target)
    #expect(proof.nonce == nonce && checker.nonceToSend(after: proof) == nil)
    // RFC 9449 §8.2: a response carries the next nonce while the old one still works.
    clock.advance(by: .seconds(300))
    let later = forged.with(["nonce": .string(nonce), "iat": .integer(ForgedProof.now + 300)])
    let second = try checker.examine(later.fields(), for: target)
    #expect(checker.nonceToSend(after: second) == nonces.nonce(at: clock.now))
  }

  @Test func `A test can use nonces that change with every request`() throws {
    let checker = DPoPProofChecker(nonces: ChurningNonces(), usedTokenIDs: nil, clock: clock.wallClock)
    let forged = ForgedProof(try SigningKey.generate(.es256))
    let nonce = try #require(checker.nonceToSend(after: nil))
    let fields = try forged.with(["nonce": .string(nonce)]).fields()
    #expect(checker.failure(fields, for: try ForgedProof.target()) == nil)
    clock.advance(by: .seconds(1))
    #expect(checker.failure(fields, for: try ForgedProof.target()) == .anotherNonce)
  }
}
