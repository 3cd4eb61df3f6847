/// The templates of the pages. The raw value is the template's name, and the name of its file
/// without `.mustache`.
public enum PageTemplate: String, Sendable, Hashable, CaseIterable {
  /// The frame that all pages share; a page fills its block `main`.
  case document
  /// The style sheet that all pages share. It isn't a Mustache template: braces have their meaning
  /// in CSS.
  case style
  /// A text with values, each of which is isolated from the words around it.
  case phrase
  /// The client's request: its name, its logo and the permissions that it requests.
  case request
  /// Links to the client's website, privacy policy and terms.
  case links
  /// The reason why a page is shown again, such as a wrong password.
  case problem
  /// The hidden fields of a form.
  case hidden
  /// The fields and buttons for user name and password.
  case credentials
  /// The page where a user signs in.
  case signIn
  /// The page where a signed-in user allows a client's request.
  case consent
  /// The page where a user enters a device's code.
  case userCode
  /// The page where a user allows a device's request.
  case deviceSignIn
  /// The page that shows the result of a device's request.
  case deviceDone
  /// The page that shows a device's address, its QR code and its user code.
  case deviceLink
  /// The page that asks whether to sign out.
  case signOut
  /// The page that shows the result of signing out.
  case signedOut
  /// The page where a user signs in to the account.
  case accountSignIn
  /// The page with a user's applications and sessions.
  case account
  /// The page that changes a user's password.
  case password
  /// The page whose form posts the authorization response to the client.
  case formPost
  /// The page for an error that can't be returned to the client.
  case error
}
