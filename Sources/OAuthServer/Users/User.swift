public import OAuthCore

/// A person who can sign in, and what may be told about them (OpenID Connect Core §5.1).
public struct User: Sendable, Hashable {
  /// Who they are to clients.
  public let subject: Subject
  /// What they sign in with; told as `preferred_username`.
  public let username: String
  /// Their name as they want it shown.
  public let name: String
  /// Where there is a picture of them.
  public let picture: String?
  /// Their address for mail.
  public let email: String?
  /// Other claims about them by name (OpenID Connect Core §5.1): `address`, `phone_number`, `email_verified` and whatever else
  /// is known. The members above win over claims of their names.
  public let claims: [String: JSONValue]

  /// Describes a person.
  /// - Parameters:
  ///   - subject: must not be the user name, which may change hands.
  ///   - username: what they type to sign in.
  ///   - name: what they are called.
  ///   - picture: the address of a picture of them.
  ///   - email: their address for mail.
  ///   - claims: other claims about them by name.
  public init(
    subject: Subject, username: String, name: String, picture: String? = nil, email: String? = nil,
    claims: [String: JSONValue] = [:]
  ) {
    self.subject = subject
    self.username = username
    self.name = name
    self.picture = picture
    self.email = email
    self.claims = claims
  }
}
