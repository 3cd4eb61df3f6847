import PKCE
import Testing

@Suite("Code challenges from an attacker")
struct CodeChallengeHostileTests {
  static let good = RFC7636VectorTests.challenge

  @Test("S256: every length but 43 is rejected")
  func lengths() throws {
    for count in 0...300 where count != 43 {
      #expect(throws: CodeChallengeError.wrongLength(count: count)) {
        try CodeChallenge(String(repeating: "Z", count: count), method: .s256)
      }
    }
    #expect(throws: CodeChallengeError.wrongLength(count: 10_000_000)) {
      try CodeChallenge(String(repeating: "Z", count: 10_000_000), method: .s256)
    }
  }

  @Test("S256: only the 16 last characters without spare bits are accepted")
  func spareBits() {
    var taken = 0
    for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
      let text = String(Self.good.dropLast()) + String(last)
      if (try? CodeChallenge(text, method: .s256)) != nil {
        taken += 1
      } else {
        #expect(throws: CodeChallengeError.notBase64URL(.nonZeroSpareBits)) { try CodeChallenge(text, method: .s256) }
      }
    }
    #expect(taken == 16)
  }

  @Test("S256: errors name padding, white space and characters of plain base64 with their position")
  func characters() {
    for (text, error) in [
      (Self.good + "=", Base64URLError.padding(position: 43)),
      (Self.good + "\n", .whiteSpace(position: 43)),
      (" " + Self.good, .whiteSpace(position: 0)),
      ("+" + Self.good.dropFirst(), .foreignCharacter(position: 0)),
      ("/" + Self.good.dropFirst(), .foreignCharacter(position: 0)),
      ("~" + Self.good.dropFirst(2), .foreignCharacter(position: 0)),
      (Self.good + "\0", .foreignCharacter(position: 43)),
      (Self.good + "\u{0301}", .foreignCharacter(position: 43)),
      (Self.good.dropLast() + "\u{0441}", .foreignCharacter(position: 42)),
    ] {
      #expect(throws: CodeChallengeError.notBase64URL(error)) { try CodeChallenge(text, method: .s256) }
    }
  }

  @Test("Plain: a text that can't be a verifier is rejected with the verifier's error")
  func plain() throws {
    #expect(throws: CodeChallengeError.notAVerifier(.tooShort(count: 42))) {
      try CodeChallenge(String(repeating: "A", count: 42), method: .plain)
    }
    #expect(throws: CodeChallengeError.notAVerifier(.tooLong(count: 129))) {
      try CodeChallenge(String(repeating: "A", count: 129), method: .plain)
    }
    #expect(throws: CodeChallengeError.notAVerifier(.foreignCharacter(position: 43))) {
      try CodeChallenge(Self.good + "+", method: .plain)
    }
    #expect(try CodeChallenge(Self.good + "~.", method: .plain).value == Self.good + "~.")
  }

  @Test("Errors contain a remedy, and none of the text")
  func errors() {
    for (text, method) in [("Secret", CodeChallengeMethod.s256), ("Secret", .plain), (Self.good + "=", .s256)] {
      let error = #expect(throws: CodeChallengeError.self) { try CodeChallenge(text, method: method) }
      let said = error.map { "\($0) \(String(reflecting: $0)) \(dumped($0))" } ?? ""
      #expect(said.contains("RFC 7636"))
      #expect(!said.contains("Secret"))
      #expect(!said.contains(Self.good.prefix(6)))
    }
  }
}
