/// The page that asks a user to sign in, and shows which client requests which permissions.
public struct SignInPage: Sendable, Hashable {
  /// The client that requests access.
  public let client: ClientCard
  /// The permissions that the client requests.
  public let permissions: [Permission]
  /// The authorization details that the client requests (RFC 9396).
  public let details: [AuthorizationDetailText]
  /// Whether signing in also allows what the client requests. Otherwise a ``ConsentPage`` may
  /// follow.
  public let allows: Bool
  /// The place where the user is sent afterwards.
  public let destination: Destination
  /// The server's address, which the user can compare with the browser's address bar.
  public let issuer: String
  /// The path that the form is posted to.
  public let action: String
  /// The form's hidden fields.
  public let hiddenFields: [HiddenField]
  /// The initial text of the user name field.
  public let username: String
  /// The reason why the page is shown again; `nil` on its first display.
  public let problem: PageProblem?

  package init(
    client: ClientCard, permissions: [Permission] = [], details: [AuthorizationDetailText] = [], allows: Bool = true,
    destination: Destination, issuer: String, action: String, hiddenFields: [HiddenField], username: String = "",
    problem: PageProblem? = nil
  ) {
    self.client = client
    self.permissions = permissions
    self.details = details
    self.allows = allows
    self.destination = destination
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.username = username
    self.problem = problem
  }
}
