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
  /// The resources that the tokens are for (RFC 8707); empty if the client names none.
  public let resources: [String]
  /// The place where the user is sent afterwards.
  public let destination: Destination
  /// Whether any application on the user's device could pretend to be the client: the client is
  /// untrusted, and only the device protects its redirect URI (RFC 8252 §8.6).
  public let canBeImpersonated: Bool
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
    resources: [String] = [], destination: Destination, canBeImpersonated: Bool = false, issuer: String,
    action: String, hiddenFields: [HiddenField], username: String = "",
    problem: PageProblem? = nil
  ) {
    self.client = client
    self.permissions = permissions
    self.details = details
    self.allows = allows
    self.resources = resources
    self.destination = destination
    self.canBeImpersonated = canBeImpersonated
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
    self.username = username
    self.problem = problem
  }
}
