internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite
internal import PKCE

/// `pixy serve user add`
struct UserAddCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a person who can sign in; prints the subject that clients will know them by.",
    discussion: "pixy serve user add ada --database FILE --name 'Ada Lovelace' --email ada@example.com < password")

  static let makesDatabase = true

  @OptionGroup var common: SettingsOptions
  @OptionGroup var input: PasswordInput

  @Argument(help: "What they type to sign in. After -- if it begins with a hyphen.")
  var username: String

  @Option(help: "What they are called; the user name unless said.")
  var name: String?

  @OptionGroup var known: PersonOptions

  @Option(help: "Their subject; a random one unless said. It must never have been somebody else's.")
  var subject: String?

  func validate() throws {
    _ = try common.flags()
    guard User.canHave(username: username) else {
      throw ValidationError("The user name is empty, or has a line break.")
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
      subject: Subject(rawValue: subject ?? Base64URL.encode(SystemRandomSource().octets(16))), username: username,
      name: name ?? username, picture: known.picture, email: known.email,
      claims: try known.allClaims())
    guard !settings.users.contains(where: { $0.user.username == username || $0.user.subject == user.subject }) else {
      throw UserNameTaken(username: username)
    }
    guard try await database.stores.people.add(user, password: try await input.hash()) else {
      throw UserNameTaken(username: username)
    }
    console.result("sub=\(user.subject.rawValue)")
  }
}

/// Somebody has the user name or the subject already.
struct UserNameTaken: ExplainedError {
  let username: String

  var code: String { "user_name_taken" }
  var step: FlowStep { .configuration }
  var explanation: String {
    "Somebody has the user name \(UntrustedText(username)) already, or the subject that was given."
  }
  var remedy: String { "Choose another one; a password is changed with pixy serve user password." }
}
