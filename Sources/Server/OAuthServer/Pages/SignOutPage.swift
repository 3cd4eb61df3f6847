/// The page that asks a user whether to sign out of the server (OpenID Connect RP-Initiated Logout
/// §2).
///
/// The form's buttons are ``PageField/approve``, which signs out, and ``PageField/deny``, which
/// doesn't.
public struct SignOutPage: Sendable, Hashable {
  /// The client that requested the sign-out; `nil` if none did or it is unknown.
  public let client: ClientCard?
  /// The display name of the signed-in user.
  public let person: String
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields, including the CSRF token.
  public let hiddenFields: [HiddenField]

  package init(client: ClientCard?, person: String, issuer: String, action: String, hiddenFields: [HiddenField]) {
    self.client = client
    self.person = person
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
  }
}
