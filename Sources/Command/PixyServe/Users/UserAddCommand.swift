internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PKCE
internal import PixyTerminal

/// `pixy serve user add`: adds a user to the database.
struct UserAddCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a user. Prints the subject that clients receive.",
    discussion: "pixy serve user add ada --database FILE --name 'Ada Lovelace' --email ada@example.com < password"
  ).withExamples(of: "serve user add")

  static let createsDatabase = true

  @OptionGroup var common: SettingsOptions
  @OptionGroup var input: PasswordInput

  @OptionGroup var user: UserArgument

  @Option(help: "The display name. Default: the user name.")
  var name: String?

  @OptionGroup var known: UserClaimOptions

  @Option(help: "The subject. It must never have belonged to another user. Default: random.")
  var subject: String?

  func validate() throws {
    guard User.canHave(username: username) else {
      throw ValidationError("The user name is empty or contains a line break.")
    }
    if let subject, !User.canHave(subject: subject) {
      throw ValidationError("The subject must be 1 to 255 ASCII characters without spaces.")
    }
    guard !known.isEmailVerified || known.email != nil else {
      throw ValidationError("--email-verified needs --email.")
    }
    _ = try known.allClaims()
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = User(
      subject: Subject(rawValue: subject ?? Base64URL.encode(SystemRandomSource().bytes(16))), username: username,
      name: name ?? username, picture: known.picture, email: known.email,
      claims: try known.allClaims())
    guard !settings.users.contains(where: { $0.user.username == username || $0.user.subject == user.subject }) else {
      throw UserNameTaken(username: username)
    }
    if !known.groups.isEmpty { try await KnownGroups(in: database, settings).warnOfNew(known.groups, console) }
    guard try await database.contents.addUser(user, password: try await input.hash()) else {
      throw UserNameTaken(username: username)
    }
    try await database.warnOfSharedEmail(user, settings, console)
    console.result("sub=\(user.subject.rawValue)")
  }
}

/// Another user has the user name or the subject.
struct UserNameTaken: ExplainedError {
  let username: String

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "user_name_taken", at: .configuration, .mistake,
      "Another user already has the user name \(UntrustedText(username)) or the given subject.",
      remedy: "Choose another one. To change a password, use pixy serve user password.")
  }
}
