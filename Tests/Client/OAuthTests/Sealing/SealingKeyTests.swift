import OAuth
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@Suite struct SealingKeyTests {
  @Test func `A key is read from its text`() throws {
    let key = SealingKey.generate()
    #expect(key.text.byteCount == 43)
    #expect(try SealingKey(text: key.text).text == key.text)
    #expect(SealingKey.generate().text != key.text)
  }

  @Test(arguments: [
    "", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g",
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9",
    " AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  ])
  func `Any other text is rejected`(_ text: String) {
    #expect(throws: SealingError.keyUnusable) { try SealingKey(text: Secret(text)) }
  }

  // Computed with HKDF of Python's cryptography 48.0.0.
  @Test func `A key is derived from a secret by HKDF-SHA-256`() throws {
    let key = try SealingKey(derivedFrom: Secret("an application secret of 32 bytes"))
    #expect(key.text.reveal() == "iXV6YYz6NHOwBFuHeb4E-_d1pvTIeWaBB5WZrm0aRcQ")
  }

  @Test func `A short secret is rejected`() {
    #expect(throws: SealingError.secretTooShort) {
      try SealingKey(derivedFrom: Secret(String(repeating: "s", count: 31)))
    }
    #expect(throws: Never.self) { try SealingKey(derivedFrom: Secret(String(repeating: "s", count: 32))) }
  }

  @Test func `Keys and sealers show nothing`() throws {
    let key = SealingKey.generate(from: CountingSource())
    let sealer = AttemptSealer(key, older: [.generate()])
    var shown = "\(key) \(String(reflecting: key)) \(sealer) \(String(reflecting: sealer))"
    dump(key, to: &shown)
    dump(sealer, to: &shown)
    #expect(!shown.contains(key.text.reveal()) && !shown.contains("AQEB") && !shown.contains("SymmetricKey"))
    #expect(!shown.contains("1, 1, 1"))
  }
}
