import PKCE
import Testing

@Suite("Random sources")
struct RandomSourceTests {
  @Test("The system's source gives exactly the requested number of bytes, even more than the 256 of one system call")
  func counts() {
    for count in [-1, 0, 1, 2, 31, 32, 255, 256, 257, 511, 512, 513, 100_000] {
      #expect(SystemRandomSource().bytes(count).count == max(0, count))
    }
  }

  @Test("The system's source writes every byte")
  func everyByteIsRandom() {
    // In 64 draws, each position has more than a few values. A position that is never written has
    // one.
    for count in [1, 32, 255, 256, 257, 600] {
      let draws = (0..<64).map { _ in SystemRandomSource().bytes(count) }
      for position in 0..<count {
        #expect(Set(draws.map { $0[position] }).count > 16)
      }
    }
  }

  @Test("Two draws of the system's source differ")
  func draws() {
    #expect(SystemRandomSource().bytes(32) != SystemRandomSource().bytes(32))
  }

  @Test("A source that gives too few bytes makes no verifier shorter or less random")
  func tooFew() throws {
    let source = FixedSource([1, 2, 3])
    let first = try CodeVerifier.random(bytes: 32, from: source)
    let second = try CodeVerifier.random(bytes: 32, from: source)
    #expect(first.reveal().utf8.count == 43)
    #expect(first.reveal().hasPrefix("AQID"))
    #expect(first != second)
    #expect(CodeVerifier.random(from: FixedSource([])) != CodeVerifier.random(from: FixedSource([])))
    #expect(try CodeVerifier.random(length: 43, from: FixedSource([])).reveal().utf8.count == 43)
  }

  @Test("A source that gives too many bytes makes no verifier longer")
  func tooMany() throws {
    let bytes = Array(repeating: UInt8(7), count: 1_000)
    #expect(try CodeVerifier.random(bytes: 32, from: FixedSource(bytes)).reveal().utf8.count == 43)
    #expect(try CodeVerifier.random(length: 128, from: FixedSource(bytes)).reveal().utf8.count == 128)
  }

  @Test("A source without usable bytes is replaced by the system's and not called forever")
  func unusable() throws {
    let stuck = FixedSource(Array(repeating: 255, count: 256))
    let first = try CodeVerifier.random(length: 128, from: stuck)
    #expect(first.reveal().utf8.count == 128)
    #expect(try CodeVerifier.random(length: 128, from: stuck) != first)
  }

  @Test("The 198 usable bytes give each of the 66 characters three times, and the other 58 give none")
  func rejection() throws {
    var counts: [UInt8: Int] = [:]
    for byte in UInt8.min...UInt8.max {
      let verifier = try CodeVerifier.random(length: 43, from: FixedSource(Array(repeating: byte, count: 256)))
      let characters = Set(verifier.reveal().utf8)
      if byte < 198 {
        #expect(characters.count == 1)
        for character in characters { counts[character, default: 0] += 1 }
      } else {
        #expect(characters.count > 1)  // from the system's source, which replaced this one
      }
    }
    #expect(Set(counts.keys) == CodeVerifierTests.unreserved)
    #expect(counts.values.allSatisfy { $0 == 3 })
  }

  @Test("An existential source works like a concrete one")
  func existential() throws {
    let source: any RandomSource = SeededSource(seed: 9)
    let verifier = CodeVerifier.random(from: source)
    #expect(verifier == CodeVerifier.random(from: SeededSource(seed: 9)))
  }
}
