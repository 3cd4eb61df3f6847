/// The page on which a signed-in user changes the password.
///
/// Its fields are ``PageField/password`` for the current password, ``PageField/newPassword`` and
/// ``PageField/newPasswordAgain``. Its buttons are ``PageField/approve`` and ``PageField/deny``.
public struct PasswordPage: Sendable, Hashable {
  /// The user's name for signing in, which password managers look for.
  public let username: String
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields, including the CSRF token.
  public let hiddenFields: [HiddenField]
  /// The reason why the page is shown again; `nil` on its first display.
  public let problem: PageProblem?

  package init(
    username: String, issuer: String, action: String, hiddenFields: [HiddenField], problem: PageProblem? = nil
  ) {
    self.username = username
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.problem = problem
  }
}
