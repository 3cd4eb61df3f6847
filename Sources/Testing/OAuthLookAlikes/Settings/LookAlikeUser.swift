public import OAuthCore

/// The user account of a look-alike. Each look-alike has exactly one.
public struct LookAlikeUser: Sendable, Hashable {
  /// The stable identifier (`sub`). It has only digits, because GitHub's identifiers are numbers.
  public var id: String
  /// The user name on the sign-in page, which is also GitHub's `login`.
  public var username: String
  /// The password on the sign-in page.
  public var password: Secret
  /// The display name, or `nil` if the user never entered one.
  public var name: String?
  /// The email address.
  public var email: String
  /// Whether the profile has a picture. The look-alike serves a drawn one.
  public var hasPicture: Bool

  /// Describes a user.
  /// - Parameters:
  ///   - id: The stable identifier, of digits only. Default: "1815".
  ///   - username: The user name on the sign-in page. Default: "ada".
  ///   - password: The password on the sign-in page. Default: "lovelace".
  ///   - name: The display name. Default: "Ada Lovelace".
  ///   - email: The email address. Default: "ada@lovelace.example".
  ///   - hasPicture: Whether the profile has a picture. Default: it has one.
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

  /// Returns this user with a simulated browser, ready to sign in.
  /// - Parameter agrees: Whether the user allows the client's request. Default: yes.
  public func simulated(agrees: Bool = true) -> SimulatedUser {
    SimulatedUser(username: username, password: password, agrees: agrees)
  }
}
