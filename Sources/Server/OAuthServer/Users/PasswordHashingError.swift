public import OAuthCore

/// The reason why a password couldn't be hashed or checked. No case reveals anything about the
/// password.
public enum PasswordHashingError: String, ExplainedError, Hashable {
  /// The hasher's limits are reached: of passwords being hashed, and of passwords waiting.
  case busy = "passwords_busy"
  /// scrypt couldn't allocate its memory.
  case failed = "password_hashing_failed"

  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .busy:
      ErrorFacts(
        rawValue, at: .authorization, .temporary, "Too many passwords are being checked at once.",
        remedy: "Try again in a few seconds. If it happens often, allow more at once, and add memory.")
    case .failed:
      ErrorFacts(
        rawValue, at: .authorization, .system, "scrypt (RFC 7914) could not get the memory that it needs.",
        remedy: "Give the server more memory, or allow fewer passwords at once.")
    }
  }
}
