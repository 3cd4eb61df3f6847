/// The names of the forms' fields and the values of their buttons. Every implementation of
/// ``Pages`` must use them.
public enum PageField {
  /// The text field for the user name.
  public static let username = "username"
  /// The password field.
  public static let password = "password"
  /// The text field for a user code; on ``DeviceSignInPage`` a hidden field.
  public static let userCode = "user_code"
  /// The name of all decision buttons. The approving button must come first in the document,
  /// because the Return key activates it.
  public static let decision = "decision"
  /// The value of the approving button: it signs in and allows, allows, or signs out.
  public static let approve = "approve"
  /// The value of the refusing button.
  public static let deny = "deny"
  /// The value of the button on ``ConsentPage`` and ``DeviceSignInPage`` with which the user
  /// switches to another account.
  public static let another = "another"
  /// The new password, on ``PasswordPage``.
  public static let newPassword = "new_password"
  /// The new password again, on ``PasswordPage``.
  public static let newPasswordAgain = "new_password_again"
  /// The name of the buttons on ``AccountPage`` that end a client's access. The value is the client.
  public static let endAccess = "end_access"
  /// The name of the buttons on ``AccountPage`` that end a session. The value is the session.
  public static let endSession = "end_session"
  /// The hidden field with the CSRF token, which shows that a form is the server's own.
  public static let token = "csrf_token"
  /// The hidden field with the authorization request.
  package static let request = "authorization_request"
  /// The hidden field with the permissions that the page lists, as scope tokens.
  package static let shownScope = "shown_scope"
  /// The hidden field with the request to sign out.
  package static let logout = "logout_request"
}
