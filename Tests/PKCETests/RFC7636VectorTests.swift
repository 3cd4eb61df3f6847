import PKCE
import Testing

@Suite("RFC 7636, appendices A and B")
struct RFC7636VectorTests {
  /// Appendix B: "a suitable random number generator" made these.
  static let octets: [UInt8] = [
    116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91,
    88, 5, 88, 83, 132, 141, 121,
  ]
  /// Appendix B: the SHA-256 digest of the verifier.
  static let digest: [UInt8] = [
    19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173, 109, 241, 68, 86, 110, 225,
    137, 74, 203, 112, 249, 195,
  ]
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test("Appendix A: the octets encode to the text and the text decodes to the octets")
  func appendixA() throws {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  @Test("Appendix B: the octets make the verifier, and the verifier makes the challenge")
  func appendixB() throws {
    let pair = try PKCEChallenge.generate(octets: 32, from: FixedSource(Self.octets))
    #expect(pair.verifier.reveal() == Self.verifier)
    #expect(pair.challenge.value == Self.challenge)
    #expect(pair.method == .s256)
    #expect(pair.challenge.isMet(by: pair.verifier))
  }

  // LESSONS, Clients: "A challenge that has nothing to do with the verifier on Linux".
  @Test("Appendix B: the challenge is of the digest's octets, not of their hexadecimal text")
  func digestOctets() throws {
    let challenge = CodeChallenge(s256: try CodeVerifier(Self.verifier))
    #expect(try Base64URL.decode(challenge.value) == Self.digest)
    let hex = Self.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(challenge.value != Base64URL.encode(hex.utf8))
    #expect(challenge.value != hex)
  }

  @Test("Appendix B: what a server received is met by the right verifier and by no other")
  func server() throws {
    let received = try CodeChallenge(Self.challenge, method: .s256)
    #expect(received.isMet(by: try CodeVerifier(Self.verifier)))
    #expect(!received.isMet(by: try CodeVerifier("e" + Self.verifier.dropFirst())))
    #expect(!received.isMet(by: try CodeVerifier(Self.verifier.dropLast() + "l")))
    // The challenge itself is of the form of a verifier; whoever intercepted it gets nowhere.
    #expect(!received.isMet(by: try CodeVerifier(Self.challenge)))
  }
}
