public import OAuthCore

/// The reason why pairwise subjects can't be computed.
public enum PairwiseSubjectError: String, Error, Sendable, Hashable {
  /// A client is registered for pairwise subjects, and the server has no salt.
  case noSalt = "pairwise_salt_missing"
  /// The salt isn't at least 32 bytes in base64url.
  case saltTooShort = "pairwise_salt_too_short"
}

extension PairwiseSubjectError: ExplainedError {
  /// The raw value, a stable name.
  public var code: String { rawValue }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The cause of the error, as a sentence for the operator.
  public var explanation: String {
    switch self {
    case .noSalt:
      "A client is registered for pairwise subjects (OpenID Connect Core §8.1), and the server has no salt for them."
    case .saltTooShort: "The salt of pairwise subjects is not at least 32 bytes in base64url."
    }
  }

  /// The remedy, as a sentence for the operator.
  public var remedy: String {
    switch self {
    case .noSalt: "Set the configuration's pairwiseSubjects, with a salt that never changes."
    case .saltTooShort: "Generate 32 random bytes once, and keep them for as long as the server has clients."
    }
  }
}
