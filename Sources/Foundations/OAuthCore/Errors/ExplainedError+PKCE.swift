public import PKCE

// PKCE is below this target, so its errors get their codes and categories here.

extension CodeVerifierError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .tooShort: "verifier_too_short"
    case .tooLong: "verifier_too_long"
    case .foreignCharacter: "verifier_foreign_character"
    case .byteCountOutOfRange: "verifier_byte_count_out_of_range"
    case .lengthOutOfRange: "verifier_length_out_of_range"
    }
  }

  /// Always ``FlowStep/parsing``.
  public var step: FlowStep { .parsing }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .tooShort, .tooLong, .foreignCharacter: .invalidInput
    case .byteCountOutOfRange, .lengthOutOfRange: .mistake
    }
  }
}

extension CodeChallengeError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .wrongLength: "challenge_wrong_length"
    case .notBase64URL: "challenge_not_base64url"
    case .notAVerifier: "challenge_not_a_verifier"
    case .hexadecimalDigest: "challenge_hexadecimal_digest"
    case .encodedHexadecimalDigest: "challenge_encoded_hexadecimal_digest"
    case .verifierAsChallenge: "challenge_verifier_as_challenge"
    }
  }

  /// Always ``FlowStep/parsing``.
  public var step: FlowStep { .parsing }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }
}

extension Base64URLError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .padding: "base64url_padding"
    case .whiteSpace: "base64url_white_space"
    case .foreignCharacter: "base64url_foreign_character"
    case .impossibleLength: "base64url_impossible_length"
    case .nonZeroSpareBits: "base64url_spare_bits"
    }
  }

  /// Always ``FlowStep/parsing``.
  public var step: FlowStep { .parsing }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }
}
