internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve user password`
struct UserPasswordCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Give a person another password, and end their sessions.",
    discussion: """
      Whoever signed in with the old password has to sign in again. Tokens that were given with the scope offline_access, or \
      without openid, stay unless --end-grants is given, as it should be if somebody else had the password.
      """)

  @OptionGroup var common: SettingsOptions
  @OptionGroup var input: PasswordInput

  @Argument(help: "What they type to sign in. After -- if it begins with a hyphen.")
  var username: String

  @Flag(
    name: .customLong("end-grants"),
    help: "Also end everything that they allowed applications: all tokens in their name, and their consents.")
  var endsGrants = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let people = database.stores.people
    guard let account = try await people.account(username) else { throw NotInDatabase.person(username, settings) }
    let hash = try await input.hash()
    let sessions = try await SessionsEnding.prepare(for: account.subject, in: database, settings, console)
    try await people.replace(account.password, with: hash, of: account.subject)
    guard try await people.account(username)?.password == hash else { throw PasswordChangedMeanwhile() }
    try await sessions.run(on: console)
    guard endsGrants else { return }
    try await people.endGrants(of: account.subject)
    // Of a sign-in that was under way.
    try await sessions.run(on: console)
  }
}

/// Somebody else changed the password at the same time, or the server made its hash anew.
struct PasswordChangedMeanwhile: ExplainedError {
  var code: String { "password_changed_meanwhile" }
  var step: FlowStep { .storage }
  var explanation: String { "The password was changed by somebody else at the same time, and not by this command." }
  var remedy: String { "Try again." }
}
