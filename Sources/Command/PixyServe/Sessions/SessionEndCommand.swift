internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve session end`: ends the sessions of a user.
struct SessionEndCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End all sessions of a user, or one.",
    discussion: """
      The browser has to sign in again, and clients that asked for it are notified (OpenID Connect Back-Channel \
      Logout). Tokens with offline_access, or without openid, belong to no session and stay valid.
      """
  ).withExamples(of: "serve session end")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Option(help: ArgumentHelp("The session to end, as session list names it. Default: all.", valueName: "session"))
  var session: String?

  var target: String? { [username, session].compactMap(\.self).joined(separator: " ") }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let sessions = try await SessionsEnding.prepare(for: subject, in: database, settings, console)
    let count = try await sessions.run(session.map { SessionID(rawValue: $0) }, on: console)
    if let session, count == 0 {
      throw BadValue(
        "\(UntrustedText(username)) has no session \(UntrustedText(session)).",
        remedy: "pixy serve session list shows the sessions.")
    }
  }
}
