import Evidence
import PKCE
import Testing

@Suite("RFC 7636, appendices A and B", .covers("RFC 7636"))
struct RFC7636VectorTests {
  /// The bytes that "a suitable random number generator" generated (appendix B).
  static let bytes: [UInt8] = [
    116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
    88, 5, 88, 83, 132, 141, 121,
  ]
  /// The SHA-256 digest of the verifier (appendix B).
  static let digest: [UInt8] = [
    19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173, 109, 241, 68, 86, 110, 225,
    137, 74, 203, 112, 249, 195,
  ]
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test("Appendix A: the bytes encode to the text and the text decodes to the bytes")
  func appendixA() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  @Test("Appendix B: the bytes give the verifier, and the verifier gives the challenge")
  func appendixB() throws {
    let pair = try PKCEChallenge.generate(bytes: 32, from: FixedSource(Self.bytes))
    #expect(pair.verifier.reveal() == Self.verifier)
    #expect(pair.challenge.value == Self.challenge)
    #expect(pair.method == .s256)
    #expect(pair.challenge.isMet(by: pair.verifier))
  }

  // On Linux, a client sent challenges that didn't match their verifiers.
  @Test("Appendix B: the challenge encodes the digest's bytes, not their hexadecimal text")
  func digestBytes() throws {
    let challenge = CodeChallenge(s256: try CodeVerifier(Self.verifier))
    #expect(try Base64URL.decode(challenge.value) == Self.digest)
    let hex = Self.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(challenge.value != Base64URL.encode(hex.utf8))
    #expect(challenge.value != hex)
  }

  @Test("Appendix B: a received challenge matches the right verifier and no other")
  func server() throws {
    let received = try CodeChallenge(Self.challenge, method: .s256)
    #expect(received.isMet(by: try CodeVerifier(Self.verifier)))
    #expect(!received.isMet(by: try CodeVerifier("e" + Self.verifier.dropFirst())))
    #expect(!received.isMet(by: try CodeVerifier(Self.verifier.dropLast() + "l")))
    // The challenge itself has the form of a verifier. An attacker who intercepted it can't use it.
    #expect(!received.isMet(by: try CodeVerifier(Self.challenge)))
  }
}
