import Evidence
import OAuthCore
@testable import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7914 §2")) struct PasswordHashTests {
  // RFC 7914 §12: "pleaseletmein" with "SodiumChloride", N = 16384, r = 8, p = 1: all 64 bytes, and
  // the first 32.
  static let vectors = [
    "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$"
      + "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw",
    "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI",
  ]
  // The example in the documentation of passlib, which writes this format.
  static let passlib = "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"

  @Test(arguments: [
    (vectors[0], "pleaseletmein"), (vectors[1], "pleaseletmein"), (passlib, "password"),
  ])
  func `A published hash matches its password`(_ text: String, _ password: String) async throws {
    let hash = try #require(PasswordHash(text: text))
    #expect(hash.text == text)
    let cost = try #require(ScryptCost(logRounds: 14, blockSize: 8, parallelism: 1))
    let hasher = PasswordHasher(cost: cost)
    #expect(try await hasher.check(Secret(password), against: hash) == .right)
    #expect(try await hasher.check(Secret(password + " "), against: hash) == .wrong)
  }

  @Test(arguments: [
    "", "$", "$scrypt$", "plain", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=14,r=8$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA", "$scrypt$r=8,ln=14,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=014,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=+14,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=21,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=20,r=32,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=20,r=8,p=16$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=16,r=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=0,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=-1,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=99999999999999999999,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=14,r=8,p=1$$aGFzaGhhc2hoYXNoaGFzaA", "$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$aGFzaA", "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ=$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=14,r=8,p=1$c2Fs!HNhbHQ$aGFzaGhhc2hoYXNoaGFzaA",
    "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA$",
  ])
  func `Malformed hashes, and those with too high a cost, are rejected`(_ text: String) {
    #expect(PasswordHash(text: text) == nil)
  }

  @Test func `A hash's description doesn't reveal it`() throws {
    let hash = try #require(PasswordHash(text: Self.passlib))
    #expect("\(hash)" == "[password hash]" && String(reflecting: hash) == "[password hash]")
    #expect(Mirror(reflecting: hash).children.isEmpty)
  }
}
