import Evidence
import PKCE
import Testing

@Suite("Base64url", .covers("RFC 4648 §5"))
struct Base64URLTests {
  /// The vectors of RFC 4648 §10, without padding, which base64url doesn't have in OAuth.
  static let section10: [(bytes: String, text: String)] = [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test("RFC 4648 section 10: each vector encodes and decodes", arguments: section10)
  func vectors(bytes: String, text: String) throws {
    #expect(Base64URL.encode(bytes.utf8) == text)
    #expect(try Base64URL.decode(text) == Array(bytes.utf8))
  }

  @Test("The 64 values of RFC 4648 section 5 give the 64 characters of its table, in order")
  func alphabet() throws {
    let table = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (value, character) in table.enumerated() {
      // The value is in the first six bits of a byte, which two zero bytes follow.
      let bytes = [UInt8(value) << 2, 0, 0]
      #expect(Base64URL.encode(bytes) == "\(character)AAA")
      #expect(try Base64URL.decode("\(character)AAA") == bytes)
    }
  }

  @Test("Bytes of every length from 0 to 300 round-trip through the shortest text")
  func roundTrips() throws {
    let source = SeededSource(seed: 4648)
    for count in 0...300 {
      let bytes = source.bytes(count)
      let text = Base64URL.encode(bytes)
      #expect(text.utf8.count == (count * 8 + 5) / 6)
      #expect(try Base64URL.decode(text) == bytes)
      // A bitwise encoder that shares no code with the tested one.
      #expect(text == Self.slowly(bytes))
    }
  }

  @Test("Any sequence of bytes can be encoded, even one that can be read only once or isn't contiguous")
  func sequences() {
    let bytes: [UInt8] = [3, 236, 255, 224, 193]
    var remaining = bytes[...]
    #expect(Base64URL.encode(AnyIterator { remaining.popFirst() }) == "A-z_4ME")
    #expect(remaining.isEmpty)
    #expect(Base64URL.encode(bytes[...]) == "A-z_4ME")
    #expect(Base64URL.encode(([9, 9] + bytes)[2...]) == "A-z_4ME")
    #expect(Base64URL.encode(bytes.lazy.map { $0 }) == "A-z_4ME")
    #expect(Base64URL.encode(bytes.reversed().reversed()) == "A-z_4ME")
    #expect(Base64URL.encode(CollectionOfOne(UInt8(0))) == "AA")
    #expect(Base64URL.encode(EmptyCollection<UInt8>()) == "")
  }

  @Test("A substring decodes like a string")
  func substrings() throws {
    #expect(try Base64URL.decode("header.A-z_4ME".split(separator: ".")[1]) == [3, 236, 255, 224, 193])
  }

  @Test("Each text of up to 3 characters is either rejected or encoded to the same text again")
  func bijection() throws {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var accepted = 0
    for first in characters {
      for second in characters {
        let pair = String([first, second])
        if let bytes = try? Base64URL.decode(pair) {
          accepted += 1
          #expect(Base64URL.encode(bytes) == pair)
        }
      }
    }
    #expect(accepted == 256)  // one text for each byte

    accepted = 0
    for last in characters {
      let triple = "AA\(last)"
      if let bytes = try? Base64URL.decode(triple) {
        accepted += 1
        #expect(Base64URL.encode(bytes) == triple)
      } else {
        #expect(throws: Base64URLError.nonZeroSpareBits) { try Base64URL.decode(triple) }
      }
    }
    #expect(accepted == 16)
  }

  /// Encodes bit by bit, with a table.
  static func slowly(_ bytes: [UInt8]) -> String {
    let table = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    return String(
      stride(from: 0, to: bits.count, by: 6).map { start in
        table[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
      })
  }
}
