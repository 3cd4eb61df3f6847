internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve user password`: sets a new password and ends the user's sessions.
struct UserPasswordCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Set a new password, and end the user's sessions.",
    discussion: """
      Browsers that signed in with the old password have to sign in again. Tokens with the scope offline_access, or \
      without openid, stay valid without --end-grants. If the old password may be compromised, give --end-grants.
      """
  ).withExamples(of: "serve user password")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var input: PasswordInput

  @OptionGroup var user: UserArgument

  @Flag(
    name: .customLong("end-grants"),
    help: "Also revoke all tokens and consents of the user.")
  var endsGrants = false

  var target: String? { endsGrants ? "\(username) --end-grants" : username }

  func validate() throws {
    guard common.sealKeyFile != "-" || input.file != "-" else {
      throw ValidationError("Standard input has the sealing key: give the password with --password-file FILE.")
    }
  }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let users = database.contents
    guard let account = try await users.account(username) else { throw NotInDatabase.user(username, settings) }
    let hash = try await input.hash()
    let sessions = try await SessionsEnding.prepare(for: account.subject, in: database, settings, console)
    try await users.replace(account.password, with: hash, of: account.subject)
    guard try await users.account(username)?.password == hash else { throw PasswordChangedMeanwhile() }
    try await sessions.run(on: console)
    guard endsGrants else { return }
    try await GrantsEnding(subject: account.subject, username: username, database: database, settings: settings)
      .run(on: console)
    // A sign-in may have completed meanwhile.
    try await sessions.run(on: console)
  }
}

/// Another process changed the password, or the server renewed its hash, at the same time.
struct PasswordChangedMeanwhile: ExplainedError {
  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "password_changed_meanwhile", at: .storage, .temporary,
      "Another process changed the password at the same time, and this command did not.",
      remedy: "Try again.")
  }
}
