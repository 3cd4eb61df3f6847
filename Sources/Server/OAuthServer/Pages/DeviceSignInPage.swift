public import OAuthCore

/// The page that asks a user to allow or refuse what a device requests, and to sign in if necessary
/// (RFC 8628 §3.3).
///
/// The form has the fields and buttons of ``PageField``, and ``PageField/userCode`` as a hidden
/// field with ``userCode``. The page must show the code and ask whether the user's own device shows
/// it: an attacker may have sent the user a link with the code of another device (RFC 8628 §5.4).
public struct DeviceSignInPage: Sendable, Hashable {
  /// The client that requests access.
  public let client: ClientCard
  /// The permissions that the client requests.
  public let permissions: [Permission]
  /// The authorization details that the client requests (RFC 9396).
  public let details: [AuthorizationDetailText]
  /// The resources that the tokens are for (RFC 8707); empty if the client names none.
  public let resources: [String]
  /// The code as the device shows it, such as `WDJB-MJHT`.
  public let userCode: Secret
  /// The display name of the signed-in user; `nil` if no user is signed in. With a name the page
  /// asks for no user name and no password, and offers ``PageField/another``.
  public let person: String?
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields beside the code.
  public let hiddenFields: [HiddenField]
  /// The initial text of the user name field.
  public let username: String
  /// The reason why the page is shown again; `nil` on its first display.
  public let problem: PageProblem?

  package init(
    client: ClientCard, permissions: [Permission] = [], details: [AuthorizationDetailText] = [],
    resources: [String] = [], userCode: Secret, person: String? = nil, issuer: String, action: String,
    hiddenFields: [HiddenField] = [], username: String = "",
    problem: PageProblem? = nil
  ) {
    self.client = client
    self.permissions = permissions
    self.details = details
    self.resources = resources
    self.userCode = userCode
    self.person = person
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.username = username
    self.problem = problem
  }
}
