import PKCE
import Testing

@Suite("Code challenges from hostile hands")
struct CodeChallengeHostileTests {
  static let good = RFC7636VectorTests.challenge

  @Test("S256: every length but 43 is refused")
  func lengths() throws {
    for count in 0...300 where count != 43 {
      #expect(throws: CodeChallengeError.wrongLength(count: count)) {
        try CodeChallenge(String(repeating: "A", count: count), method: .s256)
      }
    }
    #expect(throws: CodeChallengeError.wrongLength(count: 10_000_000)) {
      try CodeChallenge(String(repeating: "A", count: 10_000_000), method: .s256)
    }
  }

  @Test("S256: of the 64 last characters the 16 without spare bits are taken")
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

  @Test("S256: padding, white space and characters of plain base64 are named with their position")
  func characters() {
    for (text, error) in [
      (Self.good + "=", Base64URLError.padding(position: 43)),
      (Self.good + "\n", .whiteSpace(position: 43)),
      (" " + Self.good, .whiteSpace(position: 0)),
      ("+" + Self.good.dropFirst(), .foreignCharacter(position: 0)),
      ("/" + Self.good.dropFirst(), .foreignCharacter(position: 0)),
      ("~" + Self.good.dropFirst(), .foreignCharacter(position: 0)),
      (Self.good + "\0", .foreignCharacter(position: 43)),
      (Self.good + "\u{0301}", .foreignCharacter(position: 43)),
      (Self.good.dropLast() + "\u{0441}", .foreignCharacter(position: 42)),
    ] {
      #expect(throws: CodeChallengeError.notBase64URL(error)) { try CodeChallenge(text, method: .s256) }
    }
  }

  // LESSONS, Clients: "A challenge that has nothing to do with the verifier on Linux": hexadecimal text was one way.
  @Test("S256: a digest in hexadecimal is refused with an error that says so")
  func hexadecimal() {
    let hex = RFC7636VectorTests.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let error = #expect(throws: CodeChallengeError.wrongLength(count: 64)) { try CodeChallenge(hex, method: .s256) }
    #expect(error?.description.contains("hexadecimal") == true)
    // Encoding the hexadecimal text is the other way; it gives 86 characters.
    #expect(throws: CodeChallengeError.wrongLength(count: 86)) {
      try CodeChallenge(Base64URL.encode(hex.utf8), method: .s256)
    }
  }

  @Test("Plain: what couldn't be a verifier is refused for the verifier's reasons")
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

  @Test("Errors say what to do, and hold none of the text")
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
