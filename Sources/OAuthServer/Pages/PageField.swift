/// Names of the forms' fields, and values of their buttons: what every implementation of ``Pages`` has to use.
public enum PageField {
  /// The text field for the user name.
  public static let username = "username"
  /// The password field.
  public static let password = "password"
  /// The text field for a device's code; on ``DeviceSignInPage`` a hidden one.
  public static let userCode = "user_code"
  /// The name of all buttons that decide. The approving one must come first in the document: pressing Return activates it.
  public static let decision = "decision"
  /// The value of the button that signs in and allows, allows, or signs out.
  public static let approve = "approve"
  /// The value of the button that refuses.
  public static let deny = "deny"
  /// The value of the button on ``ConsentPage`` and ``DeviceSignInPage`` by which another person signs in.
  public static let another = "another"
  /// The hidden field with the token that tells the server's own forms from others'.
  public static let token = "csrf_token"
  /// The hidden field that holds the authorization request.
  package static let request = "authorization_request"
  /// The hidden field that holds what the page asks the person for, as scope tokens.
  package static let shown = "shown_scope"
  /// The hidden field that holds the wish to sign out.
  package static let logout = "logout_request"
}
