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

  /// Always `user_disabled`.
  public var code: String { "user_disabled" }
  /// Always `FlowStep.authorization`.
  public var step: FlowStep { .authorization }
  /// Always `ErrorCategory.refused`.
  public var category: ErrorCategory { .refused }
  /// The cause.
  public var explanation: String { "An operator has disabled the user." }
  /// The remedy.
  public var remedy: String { "Ask the operator to enable the user." }
}
