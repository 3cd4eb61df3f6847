import Evidence
import PKCE
import Testing

@Suite("Code challenge", .covers("RFC 7636"))
struct CodeChallengeTests {
  // On Linux, a client sent challenges that didn't match their verifiers.
  @Test("The S256 challenge matches its verifier of any length, and no verifier with one changed character")
  func everyLength() throws {
    for length in 43...128 {
      let verifier = try CodeVerifier.random(length: length, from: SeededSource(seed: UInt64(length)))
      let challenge = CodeChallenge(s256: verifier)
      #expect(challenge.method == .s256)
      #expect(try Base64URL.decode(challenge.value).count == 32)
      #expect(try CodeChallenge(challenge.value, method: .s256) == challenge)
      #expect(challenge.isMet(by: verifier))
      for position in [0, length / 2, length - 1] {
        var characters = Array(verifier.reveal().utf8)
        characters[position] = characters[position] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
        #expect(!challenge.isMet(by: try CodeVerifier(String(decoding: characters, as: UTF8.self))))
      }
    }
  }

  @Test("Every way to create a pair gives the S256 challenge of its verifier")
  func pairs() throws {
    let source = SeededSource(seed: 3)
    let pairs = [
      PKCEChallenge.generate(), .generate(from: source), try .generate(bytes: 32),
      try .generate(bytes: 96, from: source),
      try .generate(length: 43), try .generate(length: 128, from: source), PKCEChallenge(verifier: .random()),
    ]
    for pair in pairs {
      #expect(pair.method == .s256)
      #expect(pair.challenge == CodeChallenge(s256: pair.verifier))
      #expect(pair.challenge.isMet(by: pair.verifier))
    }
    #expect(Set(pairs).count == pairs.count)
  }

  // Clients fell back to `plain` silently when SHA-256 was missing.
  @Test("Plain needs an explicit call: every other way gives S256, and the challenge isn't the verifier")
  func plainIsLoud() throws {
    for pair in [PKCEChallenge.generate(), try .generate(bytes: 32), try .generate(length: 43)] {
      #expect(pair.challenge.method == .s256)
      #expect(pair.challenge.value != pair.verifier.reveal())
    }
    let verifier = try CodeVerifier(RFC7636VectorTests.verifier)
    let plain = CodeChallenge(insecurePlain: verifier)
    #expect(plain.method == .plain)
    #expect(plain.value == verifier.reveal())
    #expect(plain.isMet(by: verifier))
    #expect(!plain.isMet(by: .random()))
  }

  // Servers accepted `plain`, or dropped a challenge silently (a downgrade).
  @Test("An S256 challenge used as plain, or a plain one used as S256, matches nothing")
  func methodsDoNotMix() throws {
    let verifier = try CodeVerifier(RFC7636VectorTests.verifier)
    let s256 = CodeChallenge(s256: verifier)
    #expect(!(try CodeChallenge(s256.value, method: .plain)).isMet(by: verifier))
    #expect(!(try CodeChallenge(verifier.reveal(), method: .s256)).isMet(by: verifier))
    #expect(try CodeChallenge(s256.value, method: .plain) != s256)
  }

  @Test("The methods have their case-sensitive names on the wire")
  func methods() {
    #expect(CodeChallengeMethod.allCases.map(\.rawValue) == ["S256", "plain"])
    for name in ["s256", "PLAIN", "Plain", "", "S256 ", "S512", "none", "\u{FF33}256"] {
      #expect(CodeChallengeMethod(rawValue: name) == nil)
    }
  }

  @Test("Challenges are equal if the method and all characters are equal")
  func equality() throws {
    let challenge = try CodeChallenge(RFC7636VectorTests.challenge, method: .s256)
    #expect(challenge == CodeChallenge(s256: try CodeVerifier(RFC7636VectorTests.verifier)))
    #expect(Set([challenge, CodeChallenge(s256: try CodeVerifier(RFC7636VectorTests.verifier))]).count == 1)
    let other = try CodeChallenge("F" + RFC7636VectorTests.challenge.dropFirst(), method: .s256)
    #expect(challenge != other)
    #expect(Set([challenge, other]).count == 2)
  }
}
