public import OAuthCore

/// The error of a session that doesn't fit into a cookie, because it keeps too many claims.
public struct SessionTooLarge: Error, Sendable, Hashable {
  /// Creates the error.
  init() {}
}

extension SessionTooLarge: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "session_too_large", at: .storage, .mistake,
      "The session is longer than the 2,600 bytes of a cookie that proxies pass on with their defaults.",
      remedy: "Keep fewer claims of the ID token, or keep sessions in a SessionStore.")
  }
}
