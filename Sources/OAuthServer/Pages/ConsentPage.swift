/// Asks a person who is signed in to allow or refuse what a client asks for.
///
/// The form has three buttons of ``PageField/decision``: ``PageField/approve``, ``PageField/deny`` and
/// ``PageField/another``.
public struct ConsentPage: Sendable, Hashable {
  /// Who asks.
  public let client: ClientCard
  /// The name of the person who is signed in, as they want it shown.
  public let person: String
  /// What the client asks for.
  public let permissions: [Permission]
  /// What the client asks for in detail (RFC 9396).
  public let details: [AuthorizationDetailText]
  /// Where the person will be sent afterwards.
  public let destination: Destination
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along, with a token against forgery among it.
  public let hiddenFields: [HiddenField]

  package init(
    client: ClientCard, person: String, permissions: [Permission] = [], details: [AuthorizationDetailText] = [],
    destination: Destination, issuer: String, action: String, hiddenFields: [HiddenField]
  ) {
    self.client = client
    self.person = person
    self.permissions = permissions
    self.details = details
    self.destination = destination
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
  }
}
