/// The error for a right password whose user an operator has disabled.
///
/// A directory throws it instead of returning `nil`, so that the audit log can name the reason. The
/// page shows the same as for a wrong password.
public struct DisabledUser: Error, Sendable, Hashable {
  /// The user.
  public let subject: Subject

  /// Creates the error.
  ///
  /// - Parameter subject: The user.
  public init(_ subject: Subject) {
    self.subject = subject
  }
}
