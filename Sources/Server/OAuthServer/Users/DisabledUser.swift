public import OAuthCore

/// The error for a right password whose user an operator has disabled.
///
/// A directory throws it instead of returning `nil`, so that the audit log can name the reason. The
/// page shows the same as for a wrong password.
public struct DisabledUser: ExplainedError, Hashable {
  /// The user.
  public let subject: Subject

  /// Creates the error.
  ///
  /// - Parameter subject: The user.
  public init(_ subject: Subject) {
    self.subject = subject
  }

  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "user_disabled", at: .authorization, .refused, "An operator has disabled the user.",
      remedy: "Ask the operator to enable the user.")
  }
}
