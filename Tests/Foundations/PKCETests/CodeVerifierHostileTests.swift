import PKCE
import Testing

@Suite("Code verifiers from an attacker")
struct CodeVerifierHostileTests {
  static let good = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test("Each character from 0 to 255 outside the alphabet is rejected at its position")
  func everyCharacter() {
    for value in UInt8.min...UInt8.max where !CodeVerifierTests.unreserved.contains(value) {
      for position in [0, 1, 21, 42, 43] {
        var scalars = Array(Self.good.unicodeScalars)
        scalars.insert(Unicode.Scalar(value), at: position)
        let text = Base64URLHostileTests.string(scalars)
        #expect(throws: CodeVerifierError.foreignCharacter(position: position)) { try CodeVerifier(text) }
      }
    }
  }

  @Test(
    "Characters that only look or count like unreserved characters are rejected",
    arguments: [
      "\u{0430}", "\u{03BF}", "\u{FF41}", "\u{1D41A}", "\u{0661}", "\u{2010}", "\u{2212}", "\u{FF0D}", "\u{02DC}",
      "\u{223C}", "\u{FF5E}", "\u{2024}", "\u{FF0E}", "\u{200B}", "\u{FEFF}", "\u{1F511}", "\u{10FFFF}",
    ])
  func lookAlikes(character: String) {
    #expect(throws: CodeVerifierError.foreignCharacter(position: 0)) { try CodeVerifier(character + Self.good) }
    #expect(throws: CodeVerifierError.foreignCharacter(position: 43)) { try CodeVerifier(Self.good + character) }
    // 43 of them have the right number of characters, but are not a verifier.
    #expect(throws: CodeVerifierError.foreignCharacter(position: 0)) {
      try CodeVerifier(String(repeating: character, count: 43))
    }
  }

  @Test("A combining character doesn't hide behind the character that it joins")
  func combining() {
    #expect(throws: CodeVerifierError.foreignCharacter(position: 43)) { try CodeVerifier(Self.good + "\u{0301}") }
    // These are 43 user-perceived characters, each an "a" with its own accent.
    #expect(throws: CodeVerifierError.foreignCharacter(position: 1)) {
      try CodeVerifier(String(repeating: "a\u{0301}", count: 43))
    }
  }

  @Test("Line breaks, NUL, padding and remains of percent-encoding are rejected at their position")
  func leftovers() {
    for (suffix, offset) in [("\r\n", 0), ("\n", 0), ("\0", 0), ("=", 0), (" ", 0), ("%7E", 0), ("a+b", 1), ("a/b", 1)]
    {
      #expect(throws: CodeVerifierError.foreignCharacter(position: 43 + offset)) {
        try CodeVerifier(Self.good + suffix)
      }
    }
  }

  @Test("An invalid character is reported before the length, and at most 128 characters are read")
  func order() {
    #expect(throws: CodeVerifierError.foreignCharacter(position: 3)) { try CodeVerifier("abc def") }
    #expect(throws: CodeVerifierError.tooLong(count: 129)) {
      try CodeVerifier(String(repeating: "a", count: 128) + "!")
    }
    #expect(throws: CodeVerifierError.tooLong(count: 10_000_000)) {
      try CodeVerifier(String(repeating: "a", count: 10_000_000))
    }
  }

  @Test("Errors contain a remedy, and none of the text")
  func errors() {
    for text in ["Secret", Self.good + "!", String(repeating: Self.good, count: 3)] {
      let error = #expect(throws: CodeVerifierError.self) { try CodeVerifier(text) }
      let said = error.map { "\($0) \(String(reflecting: $0)) \(dumped($0))" } ?? ""
      #expect(said.contains("RFC 7636"))
      #expect(!said.contains("Secret"))
      #expect(!said.contains(Self.good.prefix(6)))
    }
    #expect("\(CodeVerifierError.byteCountOutOfRange(7))".contains("32 to 96"))
    #expect("\(CodeVerifierError.lengthOutOfRange(7))".contains("43 to 128"))
  }
}
