public import OAuthCore

/// The reason why pairwise subjects can't be computed.
public enum PairwiseSubjectError: String, Error, Sendable, Hashable {
  /// A client is registered for pairwise subjects, and the server has no salt.
  case noSalt = "pairwise_salt_missing"
  /// The salt isn't at least 32 bytes in base64url.
  case saltTooShort = "pairwise_salt_too_short"
}

extension PairwiseSubjectError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .noSalt:
      row(
        rawValue,
        "A client is registered for pairwise subjects (OpenID Connect Core §8.1), and the server has no salt for them.",
        remedy: "Set the configuration's pairwiseSubjects, with a salt that never changes.")
    case .saltTooShort:
      row(
        rawValue, "The salt of pairwise subjects is not at least 32 bytes in base64url.",
        remedy: "Generate 32 random bytes once, and keep them for as long as the server has clients.")
    }
  }
}
