import PKCE
import Testing

@Suite("Equality in constant time")
struct EqualInConstantTimeTests {
  @Test("It agrees with == for all lengths to 70, and notices one changed bit anywhere")
  func agreesWithEquals() {
    let source = SeededSource(seed: 1)
    for count in 0...70 {
      let bytes = source.bytes(count)
      #expect(equalInConstantTime(bytes, bytes))
      for position in 0..<count {
        for bit in 0..<8 {
          var changed = bytes
          changed[position] ^= 1 << UInt8(bit)
          #expect(!equalInConstantTime(bytes, changed))
        }
      }
    }
  }

  @Test("A prefix isn't equal, and only the empty sequence equals the empty sequence")
  func lengths() {
    #expect(equalInConstantTime([], []))
    #expect(!equalInConstantTime([], [0]))
    #expect(!equalInConstantTime([0, 0], [0]))
    #expect(!equalInConstantTime("abc".utf8, "abcd".utf8))
  }

  @Test("It compares the bytes of any collections, and doesn't normalize text")
  func collections() {
    #expect(equalInConstantTime("abc".utf8, Array("abc".utf8)))
    #expect(equalInConstantTime("abc".utf8, "xabc".utf8.dropFirst()))
    #expect(equalInConstantTime([1, 2, 3].reversed(), [3, 2, 1]))
    #expect("\u{E9}" == "e\u{301}")
    #expect(!equalInConstantTime("\u{E9}".utf8, "e\u{301}".utf8))
  }
}
