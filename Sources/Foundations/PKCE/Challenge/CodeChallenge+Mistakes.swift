internal import Crypto

extension CodeChallenge {
  /// Explains why a verifier doesn't meet the challenge.
  ///
  /// A server calls it after a failed token request, and a tool for the developer of a client. It
  /// recognizes the common mistakes of clients. It hashes the verifier up to six times.
  ///
  /// - Parameter verifier: The `code_verifier` of the token request.
  /// - Returns: The mistake; `nil` if the challenge is met.
  public func mismatch(with verifier: CodeVerifier) -> CodeChallengeMismatch? {
    if isMet(by: verifier) { return nil }
    let text = verifier.reveal()
    switch method {
    case .plain:
      return equals(CodeChallenge(s256: verifier).value) ? .s256WithMethodPlain : .unrelated
    case .s256:
      if equals(text) { return .sameText }
      if let ours = try? CodeVerifier(value), equalInConstantTime(CodeChallenge(s256: ours).value.utf8, text.utf8) {
        return .swapped
      }
      let bytes = Array(text.utf8)
      if ["\n", "\r\n"].contains(where: { equals(Self.s256(bytes + $0.utf8)) }) { return .lineBreakHashed }
      if let decodedBytes = try? Base64URL.decode(text), equals(Self.s256(decodedBytes)) {
        return .decodedVerifierHashed
      }
      if equals(Self.s256(bytes.flatMap { [$0, 0] })) { return .utf16Hashed }
      return .unrelated
    }
  }

  /// Compares the value with a text in constant time, because a `plain` challenge is secret.
  private func equals(_ text: String) -> Bool { equalInConstantTime(value.utf8, text.utf8) }

  /// Returns the S256 challenge of any bytes.
  private static func s256(_ bytes: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: bytes))) }

  /// Returns the common mistake of clients that a malformed S256 challenge shows.
  ///
  /// - Parameter bytes: The received characters. Texts that can't be one of the mistakes cost no
  ///   time.
  static func commonMistake(in bytes: String.UTF8View) -> CodeChallengeError? {
    switch bytes.count {
    case 64 where bytes.allSatisfy(isHexadecimal): return .hexadecimalDigest
    case 86...88:
      let text = bytes.filter { $0 != UInt8(ascii: "=") }
      // Hexadecimal digits encode to no `+` or `/`, so both alphabets give the same text.
      if let decodedBytes = try? Base64URL.decode(String(decoding: text, as: UTF8.self)), decodedBytes.count == 64,
        decodedBytes.allSatisfy(isHexadecimal)
      {
        return .encodedHexadecimalDigest
      }
    default: break
    }
    guard CodeVerifier.lengths.contains(bytes.count), bytes.contains(where: isOnlyInVerifiers),
      bytes.allSatisfy(CodeVerifier.isUnreserved)
    else { return nil }
    return .verifierAsChallenge
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// Returns whether a character can be in a verifier, but not in base64url.
  private static func isOnlyInVerifiers(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }
}
