public import OAuthCore

/// Who somebody is at a provider, as far as the provider says so and an interface wants to show it.
public struct Profile: Sendable, Hashable {
  /// What the provider calls the person for ever. Unique at one provider, never across them.
  public var id: String
  /// The name they sign in with, if they have one. It may change hands.
  public var login: String?
  /// The name to show. The person chose it.
  public var name: String?
  /// The address of their picture: https, but not the provider's promise that it is a picture.
  public var picture: Endpoint?
  /// Their e-mail address; no proof of who they are unless ``isEmailVerified`` is true.
  public var email: String?
  /// Whether the provider has verified the e-mail address, if it says.
  public var isEmailVerified: Bool?

  /// Puts a profile together.
  ///
  /// - Parameters:
  ///   - id: what the provider calls the person for ever; accounts are kept under it.
  ///   - login: the name they sign in with.
  ///   - name: the name to show.
  ///   - picture: the address of their picture.
  ///   - email: their e-mail address.
  ///   - isEmailVerified: whether the provider has verified it; `nil` if it doesn't say.
  public init(
    id: String, login: String? = nil, name: String? = nil, picture: Endpoint? = nil, email: String? = nil,
    isEmailVerified: Bool? = nil
  ) {
    self.id = id
    self.login = login
    self.name = name
    self.picture = picture
    self.email = email
    self.isEmailVerified = isEmailVerified
  }

  /// The best text to greet the person with: name, login, e-mail address or, if there is nothing else, the id.
  public var displayName: String { name ?? login ?? email ?? id }
}

extension Profile: Redacted {
  /// Says that it is a profile, and nothing about the person: descriptions end up in logs.
  public var description: String { "Profile(redacted)" }
}
