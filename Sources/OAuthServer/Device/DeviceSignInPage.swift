public import OAuthCore

/// Asks a person to sign in and to allow or refuse what a device asks for (RFC 8628 §3.3).
///
/// The form has the fields and buttons of ``SignInPage/Field``, and ``UserCodePage/Field/userCode`` as a hidden field with
/// ``userCode``. The page must show the code and ask whether the person's own device shows it: somebody may have sent them
/// a link with the code of another device (RFC 8628 §5.4).
public struct DeviceSignInPage: Sendable, Hashable {
  /// The client's name as it was registered.
  public let clientName: String
  /// What the client asks for, one phrase each, such as `see your email address`.
  public let permissions: [String]
  /// The code as the device shows it, such as `WDJB-MJHT`.
  public let userCode: Secret
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What to put into the field for the user name.
  public let username: String
  /// Why the page is shown again, if it is.
  public let problem: String?
}
