import Evidence
import PKCE
import Testing

@Suite("Code verifier", .covers("RFC 7636"))
struct CodeVerifierTests {
  static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  @Test("Every number of random bytes from 32 to 96 gives the verifier that encodes exactly those bytes")
  func everyByteCount() throws {
    for count in 32...96 {
      let bytes = SeededSource(seed: UInt64(count)).bytes(count)
      let verifier = try CodeVerifier.random(bytes: count, from: SeededSource(seed: UInt64(count)))
      #expect(verifier.reveal() == Base64URL.encode(bytes))
      #expect((43...128).contains(verifier.reveal().utf8.count))
      #expect(try CodeVerifier(verifier.reveal()) == verifier)
    }
    #expect(try CodeVerifier.random(bytes: 32).reveal().utf8.count == 43)
    #expect(try CodeVerifier.random(bytes: 96).reveal().utf8.count == 128)
  }

  @Test("Every length from 43 to 128 gives that many unreserved characters, with one call to the source")
  func everyLength() throws {
    for length in 43...128 {
      let source = SeededSource(seed: UInt64(length))
      let verifier = try CodeVerifier.random(length: length, from: source)
      #expect(verifier.reveal().utf8.count == length)
      #expect(verifier.reveal().utf8.allSatisfy(Self.unreserved.contains))
      #expect(try CodeVerifier(verifier.reveal()) == verifier)
      // With the system's source, one call of at most 256 bytes is one system call.
      #expect(source.calls.count == 1)
      #expect(source.calls.allSatisfy { $0 <= 256 })
    }
  }

  @Test(
    "Other numbers of bytes are rejected before the source is called", arguments: [Int.min, -1, 0, 1, 31, 97, .max])
  func byteCountOutOfRange(count: Int) {
    let source = SeededSource(seed: 1)
    #expect(throws: CodeVerifierError.byteCountOutOfRange(count)) {
      try CodeVerifier.random(bytes: count, from: source)
    }
    #expect(throws: CodeVerifierError.byteCountOutOfRange(count)) { try PKCEChallenge.generate(bytes: count) }
    #expect(source.calls.isEmpty)
  }

  @Test("Other lengths are rejected before the source is called", arguments: [Int.min, -1, 0, 1, 42, 129, .max])
  func lengthOutOfRange(length: Int) {
    let source = SeededSource(seed: 1)
    #expect(throws: CodeVerifierError.lengthOutOfRange(length)) {
      try CodeVerifier.random(length: length, from: source)
    }
    #expect(throws: CodeVerifierError.lengthOutOfRange(length)) { try PKCEChallenge.generate(length: length) }
    #expect(source.calls.isEmpty)
  }

  @Test("The default is 64 bytes, which are 86 characters")
  func byDefault() {
    #expect(CodeVerifier.random().reveal().utf8.count == 86)
    let source = SeededSource(seed: 64)
    #expect(CodeVerifier.random(from: source).reveal().utf8.count == 86)
    #expect(source.calls == [64])
    #expect(PKCEChallenge.generate().verifier.reveal().utf8.count == 86)
  }

  // Clients used one `state` or one verifier for every sign-in.
  @Test("Ten thousand verifiers of the system are all different")
  func fresh() throws {
    var seen = Set<CodeVerifier>()
    for _ in 0..<5_000 {
      seen.insert(try .random(bytes: 32))
      seen.insert(try .random(length: 43))
    }
    #expect(seen.count == 10_000)
  }

  @Test("A received verifier is accepted unchanged with 43 to 128 characters, and with no other length")
  func receivedLengths() throws {
    for count in 0...300 {
      let text = String(repeating: "~", count: count)
      switch count {
      case ..<43: #expect(throws: CodeVerifierError.tooShort(count: count)) { try CodeVerifier(text) }
      case 129...: #expect(throws: CodeVerifierError.tooLong(count: count)) { try CodeVerifier(text) }
      default: #expect(try CodeVerifier(text).reveal() == text)
      }
    }
  }

  @Test("All 66 unreserved characters are accepted")
  func receivedAlphabet() throws {
    let text = String(decoding: Self.unreserved.sorted(), as: UTF8.self)
    #expect(text.utf8.count == 66)
    #expect(try CodeVerifier(text).reveal() == text)
  }

  @Test("Verifiers are equal if all characters are equal, and a set distinguishes them")
  func equality() throws {
    let text = String(repeating: "a", count: 43)
    let verifier = try CodeVerifier(text)
    let same = try CodeVerifier(String(text.reversed()))
    #expect(verifier == same)
    #expect(Set([verifier, same]).count == 1)
    for position in 0..<43 {
      var other = Array(text.utf8)
      other[position] = UInt8(ascii: "b")
      let different = try CodeVerifier(String(decoding: other, as: UTF8.self))
      #expect(verifier != different)
      #expect(Set([verifier, different]).count == 2)
    }
    #expect(try CodeVerifier(text + "a") != verifier)
  }
}
