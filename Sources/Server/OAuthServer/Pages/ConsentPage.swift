/// The page that asks a signed-in user to allow or refuse what a client requests.
///
/// The form has three buttons of ``PageField/decision``: ``PageField/approve``, ``PageField/deny``
/// and ``PageField/another``.
public struct ConsentPage: Sendable, Hashable {
  /// The client that requests access.
  public let client: ClientCard
  /// The display name of the signed-in user.
  public let person: String
  /// The permissions that the client requests.
  public let permissions: [Permission]
  /// The authorization details that the client requests (RFC 9396).
  public let details: [AuthorizationDetailText]
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
  /// The form's hidden fields, including the CSRF token.
  public let hiddenFields: [HiddenField]

  package init(
    client: ClientCard, person: String, permissions: [Permission] = [], details: [AuthorizationDetailText] = [],
    resources: [String] = [], destination: Destination, canBeImpersonated: Bool = false, issuer: String,
    action: String, hiddenFields: [HiddenField]
  ) {
    self.client = client
    self.person = person
    self.permissions = permissions
    self.details = details
    self.resources = resources
    self.destination = destination
    self.canBeImpersonated = canBeImpersonated
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
  }
}
