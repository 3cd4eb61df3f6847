import Crypto
import Evidence
import PKCE
import Testing

/// The common mistakes of clients: each has its own error and words.
@Suite(.covers("RFC 7636")) struct CodeChallengeMistakeTests {
  private static let verifier = RFC7636VectorTests.verifier
  private static let challenge = RFC7636VectorTests.challenge
  private static let hexadecimal = RFC7636VectorTests.digest
    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

  // A client encoded the digest as hexadecimal, so its challenge didn't match the verifier.
  @Test(arguments: [hexadecimal, hexadecimal.uppercased()])
  func `A digest in hexadecimal is recognized, and so is the encoding of its text`(_ text: String) {
    #expect(throws: CodeChallengeError.hexadecimalDigest) { try CodeChallenge(text, method: .s256) }
    let encoded = Base64URL.encode(text.utf8)
    #expect(encoded.utf8.count == 86)
    for padding in ["", "=", "=="] {
      #expect(throws: CodeChallengeError.encodedHexadecimalDigest) {
        try CodeChallenge(encoded + padding, method: .s256)
      }
    }
    // One other character, and it is no hexadecimal text.
    #expect(throws: CodeChallengeError.wrongLength(count: 64)) {
      try CodeChallenge("g" + text.dropFirst(), method: .s256)
    }
    #expect(throws: CodeChallengeError.wrongLength(count: 86)) {
      try CodeChallenge(Base64URL.encode("g\(text.dropFirst())".utf8), method: .s256)
    }
  }

  @Test func `A verifier that can't be a challenge is recognized at each of its lengths`() {
    for length in 43...128 {
      for character in [".", "~"] {
        let text = character + String(repeating: "Z", count: length - 1)
        #expect(throws: CodeChallengeError.verifierAsChallenge) { try CodeChallenge(text, method: .s256) }
      }
    }
    for length in [42, 129] {
      let text = "." + String(repeating: "Z", count: length - 1)
      #expect(throws: CodeChallengeError.notBase64URL(.foreignCharacter(position: 0))) {
        try CodeChallenge(text, method: .s256)
      }
    }
  }

  @Test(arguments: [
    (27, "SHA-1"), (64, "SHA-384"), (86, "SHA-512"), (86, "verifier"), (44, "verifier"), (128, "verifier"),
  ])
  func `A length that is no challenge's names its probable cause`(_ length: Int, _ words: String) {
    #expect("\(CodeChallengeError.wrongLength(count: length))".contains(words))
    for other in [26, 42, 129] { #expect(!"\(CodeChallengeError.wrongLength(count: other))".contains("It may be")) }
  }

  private static func s256(_ bytes: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: bytes))) }

  private static let mismatches: [(challenge: String, verifier: String, CodeChallengeMismatch)] = [
    (verifier, verifier, .sameText), (challenge, challenge, .sameText), (verifier, challenge, .swapped),
    (s256(Array("\(verifier)\n".utf8)), verifier, .lineBreakHashed),
    (s256(Array("\(verifier)\r\n".utf8)), verifier, .lineBreakHashed),
    (s256((try? Base64URL.decode(verifier)) ?? []), verifier, .decodedVerifierHashed),
    (s256(verifier.utf8.flatMap { [$0, 0] }), verifier, .utf16Hashed),
    (challenge, verifier + "A", .unrelated), (challenge, String(verifier.reversed()), .unrelated),
  ]

  @Test(arguments: mismatches)
  func `A pair that doesn't match names the mistake`(
    _ challenge: String, _ verifier: String, _ expected: CodeChallengeMismatch
  ) throws {
    let challenge = try CodeChallenge(challenge, method: .s256)
    let verifier = try CodeVerifier(verifier)
    #expect(challenge.mismatch(with: verifier) == expected)
    #expect(!challenge.isMet(by: verifier))
  }

  @Test func `A challenge that is met has no mismatch, and S256 used as plain has its own`() throws {
    let verifier = try CodeVerifier(Self.verifier)
    #expect(try CodeChallenge(Self.challenge, method: .s256).mismatch(with: verifier) == nil)
    #expect(CodeChallenge(insecurePlain: verifier).mismatch(with: verifier) == nil)
    #expect(try CodeChallenge(Self.challenge, method: .plain).mismatch(with: verifier) == .s256WithMethodPlain)
    #expect(CodeChallenge(insecurePlain: verifier).mismatch(with: .random()) == .unrelated)
    #expect(CodeChallenge(insecurePlain: verifier).mismatch(with: try CodeVerifier(Self.challenge)) == .unrelated)
  }

  // RFC 6749 §5.2; servers and clients cut a description after 300 characters.
  @Test func `Every description can be sent as error_description`() {
    let encoding: [Base64URLError] = [
      .padding(position: 85), .whiteSpace(position: 85), .foreignCharacter(position: 85), .impossibleLength(9_999_999),
      .nonZeroSpareBits,
    ]
    let verifier: [CodeVerifierError] = [
      .tooShort(count: 42), .tooLong(count: 9_999_999), .foreignCharacter(position: 127), .byteCountOutOfRange(97),
      .lengthOutOfRange(129),
    ]
    let challenge: [CodeChallengeError] =
      encoding.map(CodeChallengeError.notBase64URL) + verifier.map(CodeChallengeError.notAVerifier)
      + [27, 64, 86, 100, 9_999_999].map(CodeChallengeError.wrongLength)
      + [.hexadecimalDigest, .encodedHexadecimalDigest, .verifierAsChallenge]
    let prefix = "code_verifier does not meet the code_challenge. "
    for text in challenge.map({ "\($0)" }) + verifier.map({ "\($0)" })
      + CodeChallengeMismatch.allCases.map({ prefix + "\($0)" })
    {
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, "\(text)")
      #expect(text.utf8.count <= 300, "\(text.utf8.count): \(text)")
    }
  }
}
