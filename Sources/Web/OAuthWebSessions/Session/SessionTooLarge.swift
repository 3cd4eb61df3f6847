public import OAuthCore

/// The error of a session that doesn't fit into a cookie, because it keeps too many claims.
public struct SessionTooLarge: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension SessionTooLarge: ExplainedError {
  /// The error's stable code.
  public var code: String { "session_too_large" }

  /// Always `FlowStep.storage`.
  public var step: FlowStep { .storage }

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The sentence that says what happened.
  public var explanation: String {
    "The session is longer than the 4,096 bytes that browsers keep of a cookie (RFC 6265 §6.1)."
  }

  /// The sentence that says what the developer can do about it.
  public var remedy: String { "Keep fewer claims of the ID token, or keep sessions in a SessionStore." }
}
