internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve session list`: lists the sessions of a user.
struct SessionListCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sessions of a user: one for each browser.",
    discussion: """
      Prints the session's name, as the audit log has it, the time of the sign-in, when it ends, the browser and the \
      address of the sign-in. The server keeps no address with audit.without_addresses.
      """
  ).withExamples(of: "serve session list")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Flag(help: "Print JSON.")
  var json = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let now = Date()
    let sessions = try await database.contents.sessions(of: subject).filter { $0.isLive(at: now) }
      .sorted { $0.authenticatedAt < $1.authenticatedAt }
    func text(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle()) }
    if json {
      let all: [JSONValue] = sessions.map { session in
        var members: [String: JSONValue] = [
          "session": .string(session.id.rawValue), "authenticated": .string(text(session.authenticatedAt)),
          "idle_until": .string(text(session.idleUntil)), "expires": .string(text(session.expires)),
        ]
        members["browser"] = session.browser.map { .string($0) }
        members["address"] = session.address.map { .string($0.description) }
        return .object(members)
      }
      return console.result(json: ["version": 1, "sessions": .array(all)])
    }
    for session in sessions {
      let ends = min(session.idleUntil, session.expires)
      console.result(
        [
          "\(session.id)", "signed in \(session.authenticatedAt.inWords(now: now))", "ends \(ends.inWords(now: now))",
          UntrustedText(session.browser ?? "-").description, session.address?.description ?? "-",
        ].joined(separator: "\t"))
    }
  }
}
