public import OAuthCore

/// Why pairwise subjects can't be made.
public enum PairwiseSubjectError: Error, Sendable, Hashable {
  /// A client is registered for pairwise subjects, and the server has no salt.
  case noSalt
  /// The salt isn't the base64url of 32 octets or more.
  case saltTooShort
}

extension PairwiseSubjectError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .noSalt: "pairwise_salt_missing"
    case .saltTooShort: "pairwise_salt_too_short"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String {
    switch self {
    case .noSalt:
      "A client knows people by pairwise subjects (OpenID Connect Core §8.1), and the server has no salt to make them with."
    case .saltTooShort: "The salt of pairwise subjects is not the base64url of 32 octets or more."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .noSalt: "Set the configuration's pairwiseSubjects, with a salt that never changes."
    case .saltTooShort: "Draw 32 random octets once, and keep them for as long as the server has clients."
    }
  }
}
