public import OAuthCore

/// The reason why a password couldn't be hashed or checked. No case reveals anything about the
/// password.
public enum PasswordHashingError: String, ExplainedError, Hashable {
  /// The hasher's limits are reached: of passwords being hashed, and of passwords waiting.
  case busy = "passwords_busy"
  /// scrypt couldn't allocate its memory.
  case failed = "password_hashing_failed"

  /// The raw value: `passwords_busy` or `password_hashing_failed`.
  public var code: String { rawValue }

  /// Always `FlowStep.authorization`.
  public var step: FlowStep { .authorization }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .busy: .temporary
    case .failed: .system
    }
  }

  /// The cause of the error, as a sentence for the operator.
  public var explanation: String {
    switch self {
    case .busy: "Too many passwords are being checked at once."
    case .failed: "scrypt (RFC 7914) could not get the memory that it needs."
    }
  }

  /// The remedy, as a sentence for the operator.
  public var remedy: String {
    switch self {
    case .busy: "Try again in a few seconds. If it happens often, allow more at once, and add memory."
    case .failed: "Give the server more memory, or allow fewer passwords at once."
    }
  }
}
