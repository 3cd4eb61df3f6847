public import OAuthCore

/// Whose token it is, as GitHub says (`GET /user`).
public struct GitHubUser: Sendable, Hashable {
  /// What GitHub calls the person for ever.
  public let id: Int64
  /// The name they sign in with, as they spell it. It may be changed, and then belong to somebody else.
  public let login: String
  /// The name to show, if they gave one.
  public let name: String?
  /// Where their picture is.
  public let avatar: Endpoint?
  /// The e-mail address that they show to everybody, if any.
  public let email: String?

  /// Reads the members of GitHub's answer, or of what was kept of it.
  ///
  /// - Returns: `nil` if there is no id or no login that can be used; everything else may be missing.
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

  /// What is kept beside the tokens, so that nobody has to ask GitHub again who they belong to.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["id": .integer(id), "login": .string(login)]
    members["name"] = name.map { .string($0) }
    members["avatar_url"] = avatar.map { .string($0.text) }
    members["email"] = email.map { .string($0) }
    return members
  }

  /// Logins are letters, digits and hyphens, with an underscore where an enterprise manages them and brackets for bots. What is
  /// accepted is wider, and can still break out of nothing.
  private static func isUsable(_ login: String) -> Bool {
    (1...100).contains(login.utf8.count) && login.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension GitHubUser: Redacted {
  /// Says that it is a person, and nothing about them: descriptions end up in logs.
  public var description: String { "GitHubUser(redacted)" }
}
