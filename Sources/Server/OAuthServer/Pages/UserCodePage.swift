public import OAuthCore

/// The page that asks a user for the code that the device shows (RFC 8628 §3.3).
///
/// The form is posted with only the code, or with ``PageField/deny`` as the decision if the user
/// wants to connect no device.
public struct UserCodePage: Sendable, Hashable {
  /// The initial text of the code field: from a link or an earlier attempt, otherwise empty. The
  /// user confirms the code by sending the form (RFC 8628 §3.3.1).
  public let userCode: Secret
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields.
  public let hiddenFields: [HiddenField]
  /// The reason why the page is shown again; `nil` on its first display.
  public let problem: PageProblem?

  package init(
    userCode: Secret, issuer: String, action: String, hiddenFields: [HiddenField] = [], problem: PageProblem? = nil
  ) {
    self.userCode = userCode
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.problem = problem
  }
}
