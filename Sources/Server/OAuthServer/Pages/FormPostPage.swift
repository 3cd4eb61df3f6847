/// The page that posts the server's answer to the client in a form (OAuth 2.0 Form Post Response
/// Mode §2).
///
/// The page has one form with the fields and a button. It ends with a `script` element whose text
/// is exactly ``script``, which sends the form at once; the Content-Security-Policy allows only
/// that script, by its hash. Without scripts the user presses the button.
public struct FormPostPage: Sendable, Hashable {
  /// The text of the page's only script.
  public static let script = "document.forms[0].submit()"

  /// The client's name.
  public let clientName: String
  /// The client's redirect URI, to which the form is posted.
  public let action: String
  /// The answer: `code`, `state`, `iss`, or an error.
  public let fields: [HiddenField]

  package init(clientName: String, action: String, fields: [HiddenField]) {
    self.clientName = clientName
    self.action = action
    self.fields = fields
  }
}
