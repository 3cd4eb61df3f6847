public import OAuthCore

/// The one person who has an account at a look-alike.
public struct LookAlikePerson: Sendable, Hashable {
  /// What the provider calls them for ever; digits alone, because GitHub's ids are numbers.
  public var id: String
  /// What they type, and what GitHub shows as their login.
  public var username: String
  /// What they type.
  public var password: Secret
  /// Their name; `nil` if they never said it.
  public var name: String?
  /// Their address for mail.
  public var email: String
  /// Whether they have a picture. The look-alike makes one and serves it.
  public var hasPicture: Bool

  /// Describes a person.
  /// - Parameters:
  ///   - id: digits alone.
  ///   - username: what they type to sign in.
  ///   - password: what they type to sign in.
  ///   - name: their name, if they said it.
  ///   - email: their address for mail.
  ///   - hasPicture: whether there is a picture of them.
  public init(
    id: String = "1815", username: String = "ada", password: Secret = Secret("lovelace"),
    name: String? = "Ada Lovelace", email: String = "ada@lovelace.example", hasPicture: Bool = true
  ) {
    self.id = id
    self.username = username
    self.password = password
    self.name = name
    self.email = email
    self.hasPicture = hasPicture
  }

  /// They themselves, at their browser.
  /// - Parameter agrees: whether they allow what is asked.
  public func played(agrees: Bool = true) -> PlayedPerson {
    PlayedPerson(username: username, password: password, agrees: agrees)
  }
}
