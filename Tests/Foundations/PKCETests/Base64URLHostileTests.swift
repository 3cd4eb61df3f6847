import Evidence
import PKCE
import Testing

@Suite("Base64url from an attacker", .covers("RFC 4648 §5"))
struct Base64URLHostileTests {
  static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)

  @Test("Each character from 0 to 255 outside the alphabet is rejected at its position")
  func everyCharacter() {
    for value in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(value)
      guard !Self.alphabet.contains(scalar) else { continue }
      for position in 0...4 {
        var text = Array("AAAA".unicodeScalars)
        text.insert(scalar, at: position)
        let expected: Base64URLError =
          switch value {
          case 0x3D: .padding(position: position)
          case 0x09...0x0D, 0x20: .whiteSpace(position: position)
          default: .foreignCharacter(position: position)
          }
        #expect(throws: expected) { try Base64URL.decode(Self.string(text)) }
      }
    }
  }

  @Test(
    "Characters that only look or count like base64url characters are rejected",
    arguments: [
      "\u{0391}AAA",  // Greek capital alpha
      "\u{0410}AAA",  // Cyrillic capital A
      "\u{FF21}AAA",  // full-width A
      "\u{2010}AAA",  // hyphen
      "\u{2212}AAA",  // minus sign
      "\u{FF3F}AAA",  // full-width low line
      "\u{0661}AAA",  // Arabic-Indic digit one
      "\u{1D400}AAA",  // mathematical bold capital A
      "\u{FEFF}AAA",  // byte order mark
      "\u{200B}AAA",  // zero-width space
      "\u{00A0}AAA",  // no-break space
      "\u{1F511}",
    ])
  func lookAlikes(text: String) {
    #expect(throws: Base64URLError.foreignCharacter(position: 0)) { try Base64URL.decode(text) }
  }

  @Test("A combining character doesn't hide behind the character that it joins")
  func combining() {
    #expect(throws: Base64URLError.foreignCharacter(position: 1)) { try Base64URL.decode("A\u{0301}AA") }
    #expect(throws: Base64URLError.foreignCharacter(position: 4)) { try Base64URL.decode("AAAA\u{FE0F}") }
    #expect(throws: Base64URLError.foreignCharacter(position: 4)) { try Base64URL.decode("AAAA\u{200D}AAAA") }
  }

  @Test("Any amount of padding is rejected")
  func padding() {
    #expect(throws: Base64URLError.padding(position: 2)) { try Base64URL.decode("Zg==") }
    #expect(throws: Base64URLError.padding(position: 3)) { try Base64URL.decode("Zm8=") }
    #expect(throws: Base64URLError.padding(position: 4)) { try Base64URL.decode("Zm9v=") }
    #expect(throws: Base64URLError.padding(position: 0)) { try Base64URL.decode("====") }
    #expect(throws: Base64URLError.foreignCharacter(position: 2)) { try Base64URL.decode("Zg%3D%3D") }
  }

  @Test("Line breaks and spaces are rejected, even at the ends")
  func whiteSpace() {
    #expect(throws: Base64URLError.whiteSpace(position: 4)) { try Base64URL.decode("Zm9v\r\nZm9v") }
    #expect(throws: Base64URLError.whiteSpace(position: 4)) { try Base64URL.decode("Zm9v\n") }
    #expect(throws: Base64URLError.whiteSpace(position: 0)) { try Base64URL.decode(" Zm9v") }
  }

  @Test("Every length that no bytes encode to is rejected")
  func lengths() {
    for count in stride(from: 1, through: 301, by: 4) {
      #expect(throws: Base64URLError.impossibleLength(count)) {
        try Base64URL.decode(String(repeating: "A", count: count))
      }
    }
  }

  @Test("Nonzero spare bits are rejected after any number of whole groups")
  func spareBits() {
    for groups in 0...40 {
      let whole = String(repeating: "_", count: 4 * groups)
      #expect(throws: Base64URLError.nonZeroSpareBits) { try Base64URL.decode(whole + "AB") }
      #expect(throws: Base64URLError.nonZeroSpareBits) { try Base64URL.decode(whole + "AI") }
      #expect(throws: Base64URLError.nonZeroSpareBits) { try Base64URL.decode(whole + "AAB") }
      #expect(throws: Base64URLError.nonZeroSpareBits) { try Base64URL.decode(whole + "AAC") }
    }
  }

  @Test("Half a million characters decode, and one foreign character at their end is found")
  func huge() throws {
    let text = String(repeating: "AAAA", count: 1 << 17)
    #expect(try Base64URL.decode(text).count == 3 << 17)
    #expect(throws: Base64URLError.foreignCharacter(position: 4 << 17)) { try Base64URL.decode(text + "/") }
  }

  @Test("Errors contain a position and a remedy, and none of the text")
  func errors() {
    let secret = "S3cr3tT3xt"
    for suffix in ["=", " ", "+", "AAA"] {
      let error = #expect(throws: Base64URLError.self) { try Base64URL.decode(secret + suffix) }
      let said = error.map { "\($0) \(String(reflecting: $0)) \(dumped($0))" } ?? ""
      #expect(said.contains("base64url"))
      #expect(!said.contains(secret))
      #expect(!said.contains("S3cr"))
    }
  }

  static func string(_ scalars: [Unicode.Scalar]) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    return String(string)
  }
}
