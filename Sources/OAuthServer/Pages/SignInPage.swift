/// Asks a person to sign in, and shows whom they let do what.
public struct SignInPage: Sendable, Hashable {
  /// Who asks.
  public let client: ClientCard
  /// What the client asks for.
  public let permissions: [Permission]
  /// What the client asks for in detail (RFC 9396).
  public let details: [AuthorizationDetailText]
  /// Whether who signs in here also allows what is asked for. Otherwise a ``ConsentPage`` may follow.
  public let allows: Bool
  /// Where the person will be sent afterwards.
  public let destination: Destination
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along.
  public let hiddenFields: [HiddenField]
  /// What to put into the field for the user name.
  public let username: String
  /// Why the page is shown again, if it is.
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
