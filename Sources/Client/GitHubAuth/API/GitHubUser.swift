public import OAuthCore

/// An access token's user, as GitHub's API returns it (`GET /user`).
public struct GitHubUser: Sendable, Hashable {
  /// The user's permanent ID at GitHub.
  public let id: Int64
  /// The user's login, spelled as at GitHub. A user can change it, and another user can then
  /// register it.
  public let login: String
  /// The display name; `nil` if the user set none.
  public let name: String?
  /// The address of the user's picture.
  public let avatar: Endpoint?
  /// The public e-mail address; `nil` if the user shows none.
  public let email: String?

  /// Reads the members of GitHub's answer, or of a stored copy.
  ///
  /// - Returns: `nil` if the ID or the login is missing or unusable. All other members are
  ///   optional.
  init?(_ members: [String: JSONValue]) {
    guard case .integer(let id)? = members["id"], let login = members["login"]?.string, Self.isUsable(login) else {
      return nil
    }
    self.id = id
    self.login = login
    name = members["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    avatar = members["avatar_url"]?.string.flatMap { try? Endpoint($0) }
    email = members["email"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The members to store with the tokens, so that the user needn't be requested again.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .integer(id), "login": .string(login)]
    members["name"] = name.map { .string($0) }
    members["avatar_url"] = avatar.map { .string($0.text) }
    members["email"] = email.map { .string($0) }
    return members
  }

  /// Whether a login is safe to use.
  ///
  /// GitHub's logins contain letters, digits and hyphens, an underscore for enterprise-managed
  /// users, and brackets for bots. The check is wider: it accepts all visible ASCII characters,
  /// which are safe in account names and logs.
  private static func isUsable(_ login: String) -> Bool {
    (1...100).contains(login.utf8.count) && login.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension GitHubUser: Redacted {
  /// A fixed text without personal data, because descriptions end up in logs.
  public var description: String { "GitHubUser(redacted)" }
}
