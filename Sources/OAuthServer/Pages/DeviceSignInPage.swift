public import OAuthCore

/// Asks a person to allow or refuse what a device asks for, and to sign in for it unless they are signed in (RFC 8628 §3.3).
///
/// The form has the fields and buttons of ``PageField``, and ``PageField/userCode`` as a hidden field with ``userCode``. The
/// page must show the code and ask whether the person's own device shows it: somebody may have sent them a link with the
/// code of another device (RFC 8628 §5.4).
public struct DeviceSignInPage: Sendable, Hashable {
  /// Who asks.
  public let client: ClientCard
  /// What the client asks for.
  public let permissions: [Permission]
  /// What the client asks for in detail (RFC 9396).
  public let details: [AuthorizationDetailText]
  /// The code as the device shows it, such as `WDJB-MJHT`.
  public let userCode: Secret
  /// The name of the person who is signed in: the page then asks for no user name and no password, and offers
  /// ``PageField/another``. `nil` if nobody is.
  public let person: String?
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along beside the code.
  public let hiddenFields: [HiddenField]
  /// What to put into the field for the user name.
  public let username: String
  /// Why the page is shown again, if it is.
  public let problem: PageProblem?

  package init(
    client: ClientCard, permissions: [Permission] = [], details: [AuthorizationDetailText] = [], userCode: Secret,
    person: String? = nil, issuer: String, action: String, hiddenFields: [HiddenField] = [], username: String = "",
    problem: PageProblem? = nil
  ) {
    self.client = client
    self.permissions = permissions
    self.details = details
    self.userCode = userCode
    self.person = person
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.username = username
    self.problem = problem
  }
}
