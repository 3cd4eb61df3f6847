internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve user disable`: locks a user out and ends the user's sessions.
struct UserDisableCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Lock a user out, and end the user's sessions.",
    discussion: """
      The user can't sign in, tokens are rejected by UserInfo, introspection and refreshes, and clients that asked for \
      it are notified. Claims, password and consents are kept for pixy serve user enable. Refresh tokens that are used \
      meanwhile end.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String

  var target: String? { username }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.person(username, settings)
    let sessions = try await SessionsEnding.prepare(for: user.subject, in: database, settings, console)
    guard try await database.contents.changeUser(user.with(isDisabled: true)) else {
      throw NotInDatabase.user(username)
    }
    try await sessions.run(on: console)
  }
}

/// `pixy serve user enable`: lets a user sign in again.
struct UserEnableCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let a user sign in again who was locked out.")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String

  var target: String? { username }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let user = try await database.person(username, settings)
    guard try await database.contents.changeUser(user.with(isDisabled: false)) else {
      throw NotInDatabase.user(username)
    }
  }
}

extension ServedDatabase {
  /// Returns a user of the database.
  /// - Throws: `NotInDatabase` if there is none with this user name.
  func person(_ username: String, _ settings: ServeSettings) async throws -> User {
    guard let account = try await contents.account(username), let user = try await contents.user(account.subject)
    else { throw NotInDatabase.user(username, settings) }
    return user
  }
}

extension User {
  fileprivate func with(isDisabled: Bool) -> User {
    User(
      subject: subject, username: username, name: name, picture: picture, email: email, claims: claims,
      isDisabled: isDisabled)
  }
}
