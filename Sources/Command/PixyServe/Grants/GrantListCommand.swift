internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve grant list`: lists what a user allowed.
struct GrantListCommand: OneUserCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what a user allowed: one line for each client.",
    discussion: """
      Prints the client, the scope that it got, when the user allowed it last, and whether the client has a refresh \
      token. Clients whose users aren't asked got it without a question. A client that gets tokens without the user's \
      browser has no scope and no time.
      """
  ).withExamples(of: "serve grant list")

  @OptionGroup var common: SettingsOptions
  @OptionGroup var user: UserArgument

  @Flag(help: "Print JSON.")
  var json = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let grants = try await UserGrants(of: subject, in: database)
    func time(_ consent: ConsentRecord) -> String { consent.givenAt.formatted(Date.ISO8601FormatStyle()) }
    if json {
      let all: [JSONValue] = grants.clients.map { client in
        var members: [String: JSONValue] = [
          "client_id": .string(client), "has_refresh_token": .bool(grants.refreshing.contains(client)),
        ]
        if let consent = grants.consents[client] {
          members["scope"] = .string(consent.grantedScope.description)
          members["given"] = .string(time(consent))
          if !consent.unaskedScope.isEmpty { members["unasked_scope"] = .string(consent.unaskedScope.description) }
        }
        return .object(members)
      }
      return console.result(json: ["version": 1, "grants": .array(all)])
    }
    let now = Date()
    for client in grants.clients {
      let consent = grants.consents[client]
      let permission =
        consent.map {
          let how = $0.scope.isEmpty && !$0.unaskedScope.isEmpty ? "got without a question" : "allowed"
          return "\($0.grantedScope)\t\(how) \($0.givenAt.inWords(now: now))"
        } ?? "-\tnot asked"
      let token = grants.refreshing.contains(client) ? "has a refresh token" : "has no refresh token"
      console.result("\(UntrustedText(client))\t\(permission)\t\(token)")
    }
  }
}
