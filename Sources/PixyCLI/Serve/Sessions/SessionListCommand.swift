internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve session list`: lists the sessions of a user.
struct SessionListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sessions of a user: one for each browser.",
    discussion: "Prints the session's name, as the audit log has it, the time of the sign-in, and when it ends.")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String

  @Flag(help: "Print JSON.")
  var json = false

  var target: String? { username }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let now = Date()
    let sessions = try await database.contents.sessions(of: subject).filter { $0.isLive(at: now) }
      .sorted { $0.authenticated < $1.authenticated }
    func text(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle()) }
    if json {
      let all: [JSONValue] = sessions.map { session in
        [
          "session": .string(session.id.rawValue), "authenticated": .string(text(session.authenticated)),
          "idle_until": .string(text(session.idleUntil)), "expires": .string(text(session.expires)),
        ]
      }
      return console.result(json: ["version": 1, "sessions": .array(all)])
    }
    for session in sessions {
      let ends = min(session.idleUntil, session.expires)
      console.result("\(session.id)\tsigned in \(text(session.authenticated))\tends \(text(ends))")
    }
  }
}

extension ServedDatabase {
  /// Returns the subject of a user of the database or the configuration file.
  /// - Throws: `NotInDatabase` if there is none with this user name.
  func subject(of username: String, _ settings: ServeSettings) async throws -> Subject {
    if let account = try await contents.account(username) { return account.subject }
    if let setting = settings.users.first(where: { $0.user.username == username }) { return setting.user.subject }
    throw NotInDatabase.user(username)
  }
}
