import Crypto
import Evidence
import Foundation
import OAuthCore
@testable import OAuthServer
import PKCE
import Testing

@Suite struct DatedSecretTests {
  let secrets = SecretGenerator(random: SystemRandomSource())
  /// 2026-11-22T15:00:00.123Z.
  let moment = Date(timeIntervalSince1970: 1_795_359_600.123)

  @Test(.covers("question: Are the access tokens secure (128 bits)"))
  func `A code or token has 192 random bits, followed by the time in milliseconds`() throws {
    let secret = secrets.datedSecret(moment)
    let made = try Base64URL.decode(secret.reveal())
    #expect(made.count == 30 && secret.reveal().utf8.count == 40)
    #expect(made.suffix(6).reduce(0) { $0 << 8 | UInt64($1) } == 1_795_359_600_123)
    #expect(secrets.datedSecret(moment) != secret)
  }

  @Test func `Its stored hash is the time and the rest of its SHA-256 hash`() throws {
    let secret = secrets.datedSecret(moment)
    let name = SecretHash(ofToken: secret).bytes
    #expect(name.count == SecretHash.byteCount)
    #expect(name.prefix(6) == DatedSecret.moment(moment)[...])
    #expect(Array(name.dropFirst(6)) == Array(SHA256.hash(data: Data(secret.reveal().utf8)).dropFirst(6)))
    #expect(SecretHash(ofToken: secrets.datedSecret(moment)) != SecretHash(ofToken: secret))
  }

  @Test func `A later secret has a greater stored hash`() {
    var names: [[UInt8]] = []
    for milliseconds in [0, 1, 255, 256, 65_535, 65_536, 1_795_359_600_122, 1_795_359_600_123, 281_474_976_710_655] {
      let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.25) / 1_000)
      names.append(SecretHash(ofToken: secrets.datedSecret(date)).bytes)
    }
    for (earlier, later) in zip(names, names.dropFirst()) { #expect(earlier.lexicographicallyPrecedes(later)) }
  }

  @Test(arguments: [
    "", "x", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln", String(repeating: "A", count: 39), String(repeating: "A", count: 41),
    String(repeating: "A", count: 43), String(repeating: "A", count: 39) + "!", String(repeating: "A", count: 38) + "ü",
    String(repeating: "ü", count: 20),
  ])
  func `Any other text is stored as its plain hash`(text: String) {
    #expect(SecretHash(ofToken: Secret(text)) == SecretHash(of: Secret(text)))
  }

  @Test func `A changed time leads to another stored hash`() throws {
    let secret = secrets.datedSecret(moment).reveal()
    let later = secrets.datedSecret(moment + 1).reveal()
    let other = Secret("\(secret.dropLast(8))\(later.suffix(8))")
    #expect(SecretHash(ofToken: other) != SecretHash(ofToken: Secret(secret)))
    #expect(SecretHash(ofToken: other).bytes.dropFirst(6) != SecretHash(ofToken: Secret(secret)).bytes.dropFirst(6))
  }

  @Test(arguments: [-1e300, -1, 1e300, .nan, .infinity])
  func `A clock that is far off still gives a secret`(seconds: Double) throws {
    #expect(try Base64URL.decode(secrets.datedSecret(Date(timeIntervalSince1970: seconds)).reveal()).count == 30)
  }
}
