internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PKCE
internal import PixyTerminal

/// A user in the configuration file, who can sign in as long as the server runs.
struct UserSetting: Sendable {
  let user: User
  /// The source of the password, as `SecretInput` accepts it.
  let passwordFile: String

  private static let memberNames = [
    "username", "password_file", "subject", "name", "email", "email_verified", "picture", "claims",
  ]

  /// Reads one element of `users`.
  /// - Throws: `SettingsError` if the element is invalid.
  init(_ json: JSONValue, _ resolution: ResolvedSettings) throws(SettingsError) {
    let members = json.object ?? [:]
    guard let username = members["username"]?.string, User.canHave(username: username) else {
      throw resolution.invalid(\.users, "contains a user without username, or with a line break in it")
    }
    func invalid(_ problem: String) -> SettingsError {
      resolution.invalid(\.users, "contains the user \(UntrustedText(username)), who \(problem)")
    }
    if let name = members.keys.sorted().first(where: { !Self.memberNames.contains($0) }) {
      throw invalid(
        name == "password"
          ? "has a password in the file: move it to a file of its own, and name that as password_file"
          : "has an unknown member: \(UntrustedText(name))")
    }
    func text(_ name: String) throws(SettingsError) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.string, !text.isEmpty else {
        throw invalid("has a \(name) that is not a non-empty string")
      }
      return text
    }
    guard let file = try text("password_file") else { throw invalid("needs a password_file") }
    passwordFile = resolution.secretPath(file, of: \.users)
    let subject = try text("subject") ?? Self.subject(of: username)
    guard User.canHave(subject: subject) else {
      throw invalid("has a subject that isn't 1 to 255 ASCII characters without spaces")
    }
    let email = try text("email")
    var claims: [String: JSONValue] = [:]
    if let emailVerified = members["email_verified"] {
      guard let isVerified = emailVerified.bool, email != nil else {
        throw invalid("has an email_verified that is not a Boolean, or has no email")
      }
      if isVerified { claims["email_verified"] = true }
    }
    if let own = members["claims"] {
      guard let own = own.object else { throw invalid("has claims that are not an object") }
      for (name, value) in own.sorted(by: { $0.key < $1.key }) {
        do {
          try UserClaims.check(name, value)
        } catch {
          throw invalid("has an invalid claim: \(UntrustedText(error.claim)) \(error.problem)")
        }
        claims[name] = value
      }
    }
    let picture = try text("picture")
    if let picture {
      do {
        try UserClaims.check(picture: picture)
      } catch {
        throw invalid("has a picture that \(error.problem)")
      }
    }
    user = User(
      subject: Subject(rawValue: subject), username: username, name: try text("name") ?? username,
      picture: picture, email: email, claims: claims)
  }

  /// Returns the user with the hash of the password.
  /// - Throws: ``BadValue`` if the password can't be read, or is too short or too long.
  func ready(_ hasher: PasswordHasher) async throws -> (user: User, password: PasswordHash) {
    let what = "The password of \(UntrustedText(user.username))"
    do {
      return (user, try await PasswordInput.hash(passwordFile, called: what, hasher))
    } catch let error as BadValue {
      throw BadValue("\(what) in the configuration file: \(error.explanation)", remedy: error.remedy)
    }
  }

  /// Returns the subject of a user without one: a hash of the user name, so it is the same at each
  /// start and doesn't reveal the name.
  private static func subject(of username: String) -> String {
    Base64URL.encode(Array(SecretHash(of: Secret("pixy serve user: \(username)")).bytes.prefix(16)))
  }
}
