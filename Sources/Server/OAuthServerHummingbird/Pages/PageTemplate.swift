/// The templates of the pages. The raw value is the template's name, and the name of its file
/// without `.mustache`.
public enum PageTemplate: String, Sendable, Hashable, CaseIterable {
  /// The frame that all pages share; a page fills its block `main`.
  case document
  /// The style sheet that all pages share. It isn't a Mustache template: braces have their meaning
  /// in CSS. It uses the device's own fonts, and sizes that follow the user's text size. The
  /// contrast is at least 4.5 to 1 in light and dark mode (WCAG 2.2, 1.4.3).
  case style
  /// A text with values. Each value is isolated with `bdi`, so that right-to-left text can't reorder
  /// the sentence.
  case phrase
  /// The client's request: its name, its logo and the permissions that it requests.
  case request
  /// Links to the client's website, privacy policy and terms.
  case links
  /// The reason why a page is shown again, such as a wrong password.
  case problem
  /// The hidden fields of a form.
  case hidden
  /// The fields and buttons for user name and password. The approving button comes first, because
  /// Return in a field presses it. The other button skips the check that both fields are filled in.
  case credentials
  /// The page where a user signs in.
  case signIn
  /// The page where a signed-in user allows a client's request.
  case consent
  /// The page where a user enters a device's code. A code from a link is shown in the field, and
  /// only the user can send it (RFC 8628 §3.3.1). The field accepts any text, because spaces, dashes
  /// and letter case are ignored.
  case userCode
  /// The page where a user allows a device's request. The code is shown again beside the decision,
  /// so that the user can compare it (RFC 8628 §5.4).
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
  /// The page with a user's applications and sessions. The form has only buttons, so the Return key
  /// does nothing.
  case account
  /// The page that changes a user's password. The user name is there for password managers, and the
  /// server ignores it.
  case password
  /// The page whose form posts the authorization response to the client.
  case formPost
  /// The page for an error that can't be returned to the client.
  case error
}
