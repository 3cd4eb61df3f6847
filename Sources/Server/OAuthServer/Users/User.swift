public import OAuthCore

/// A user who can sign in, and the claims about the user (OpenID Connect Core §5.1).
public struct User: Sendable, Hashable {
  /// The user's subject identifier (`sub`).
  public let subject: Subject
  /// The name with which the user signs in; the claim `preferred_username`.
  public let username: String
  /// The user's display name.
  public let name: String
  /// The address of the user's picture.
  public let picture: String?
  /// The user's email address.
  public let email: String?
  /// Other claims about the user, by name (OpenID Connect Core §5.1): `address`, `phone_number`,
  /// `email_verified` and others. The properties above take precedence over claims of the same
  /// names.
  public let claims: [String: JSONValue]
  /// Whether the user is locked out by an operator: a ``PasswordDirectory`` treats the user as one who
  /// doesn't exist, and keeps everything about the user.
  public let isDisabled: Bool

  /// Creates a user.
  /// - Parameters:
  ///   - subject: The subject identifier. Do not use the user name, which may pass to another user.
  ///   - username: The name with which the user signs in.
  ///   - name: The user's display name.
  ///   - picture: The address of the user's picture. Default: none.
  ///   - email: The user's email address. Default: none.
  ///   - claims: Other claims about the user, by name. Default: none.
  ///   - isDisabled: Whether the user is locked out. Default: no.
  public init(
    subject: Subject, username: String, name: String, picture: String? = nil, email: String? = nil,
    claims: [String: JSONValue] = [:], isDisabled: Bool = false
  ) {
    self.subject = subject
    self.username = username
    self.name = name
    self.picture = picture
    self.email = email
    self.claims = claims
    self.isDisabled = isDisabled
  }
}
