public import OAuthCore

/// Why a password couldn't be hashed or checked. None of it says anything about the password.
public enum PasswordHashingError: ExplainedError, Hashable {
  /// As many passwords as the hasher allows are being hashed, and as many as it allows are waiting.
  case busy
  /// There wasn't enough memory.
  case failed

  /// `passwords_busy` or `password_hashing_failed`.
  public var code: String {
    switch self {
    case .busy: "passwords_busy"
    case .failed: "password_hashing_failed"
    }
  }

  /// The sign-in.
  public var step: FlowStep { .authorization }

  /// What happened.
  public var explanation: String {
    switch self {
    case .busy: "Too many passwords are being checked at once."
    case .failed: "scrypt (RFC 7914) couldn't get the memory that it needs."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .busy: "Try again in a few seconds. If it happens often, allow more at once and give the server the memory."
    case .failed: "Give the server more memory, or allow fewer passwords at once."
    }
  }
}
