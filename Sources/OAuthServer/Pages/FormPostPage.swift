/// Brings the server's answer to the client in a form that the browser posts (OAuth 2.0 Form Post Response Mode §2).
///
/// The page has one form with the fields and a button to send it, and ends with a `script` element that has ``script`` as its text
/// and nothing else, which sends the form at once. The Content-Security-Policy allows exactly that by its hash. Without
/// scripts the person presses the button.
public struct FormPostPage: Sendable, Hashable {
  /// The text of the page's one script.
  public static let script = "document.forms[0].submit()"

  /// What the client is called.
  public let clientName: String
  /// The client's redirect URI, where the form is posted to.
  public let action: String
  /// The answer: `code`, `state`, `iss`, or an error.
  public let fields: [HiddenField]

  package init(clientName: String, action: String, fields: [HiddenField]) {
    self.clientName = clientName
    self.action = action
    self.fields = fields
  }
}
