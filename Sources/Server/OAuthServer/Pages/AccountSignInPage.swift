/// The page that asks a user to sign in before ``AccountPage``.
///
/// Its fields and buttons are those of ``SignInPage``.
public struct AccountSignInPage: Sendable, Hashable {
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields, including the CSRF token.
  public let hiddenFields: [HiddenField]
  /// The initial text of the user name field.
  public let username: String
  /// The reason why the page is shown again; `nil` on its first display.
  public let problem: PageProblem?

  package init(
    issuer: String, action: String, hiddenFields: [HiddenField], username: String = "", problem: PageProblem? = nil
  ) {
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.username = username
    self.problem = problem
  }
}
