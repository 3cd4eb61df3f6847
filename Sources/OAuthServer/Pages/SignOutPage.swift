/// Asks a person whether to sign out of the server (OpenID Connect RP-Initiated Logout §2).
///
/// The form's buttons are ``PageField/approve``, which signs out, and ``PageField/deny``, which doesn't.
public struct SignOutPage: Sendable, Hashable {
  /// The client that asks for it, if one does and it is known.
  public let client: ClientCard?
  /// The name of the person who is signed in, as they want it shown.
  public let person: String
  /// The server's address, so that the person can compare it with what the browser shows.
  public let issuer: String
  /// Where the form is posted to.
  public let action: String
  /// What the form must post along, with a token against forgery among it.
  public let hiddenFields: [HiddenField]

  package init(client: ClientCard?, person: String, issuer: String, action: String, hiddenFields: [HiddenField]) {
    self.client = client
    self.person = person
    self.issuer = issuer
    self.action = action
    self.hiddenFields = hiddenFields
  }
}
