public import OAuthCore

/// A user's profile at a provider: the data that an interface shows.
///
/// ```swift
/// let profile = try await service.signIn(with: userAgent)
/// print("Hello,", profile.displayName)
/// let picture = profile.picture?.text
/// ```
public struct Profile: Sendable, Hashable {
  /// The user's permanent ID. It is unique at one provider, not across providers.
  public var id: String
  /// The user's login; `nil` if there is none. The login can pass to another user.
  public var login: String?
  /// The display name, which the user chooses.
  public var name: String?
  /// The address of the user's picture. The provider doesn't guarantee that it is a picture.
  public var picture: Endpoint?
  /// The e-mail address. It identifies the user only if ``isEmailVerified`` is true.
  public var email: String?
  /// Whether the provider has verified the e-mail address; `nil` if the provider doesn't say.
  public var isEmailVerified: Bool?

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - id: The user's permanent ID at the provider. Accounts are stored under it.
  ///   - login: The user's login.
  ///   - name: The display name.
  ///   - picture: The address of the user's picture.
  ///   - email: The e-mail address.
  ///   - isEmailVerified: Whether the provider has verified the e-mail address; `nil` if it is
  ///     unknown.
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

  /// The best text to greet the user with: the name, login or e-mail address, or the ID if there is
  /// nothing else.
  public var displayName: String { name ?? login ?? email ?? id }
}

extension Profile: Redacted {
  /// A fixed text without personal data, because descriptions end up in logs.
  public var description: String { "Profile(redacted)" }
}
