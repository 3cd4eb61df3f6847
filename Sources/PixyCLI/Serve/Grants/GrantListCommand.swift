internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve grant list`: lists what a user allowed.
struct GrantListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what a user allowed: one line for each client.",
    discussion: """
      Prints the client, the scope, when the user allowed it last, and whether the client has a refresh token. A \
      client whose users aren't asked has no scope and no time.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The user name. Put -- before one that begins with a hyphen.")
  var username: String

  @Flag(help: "Print JSON.")
  var json = false

  var target: String? { username }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let subject = try await database.subject(of: username, settings)
    let refreshing = Set(try await database.contents.clientsWithRefreshTokens(of: subject, at: Date()))
    let consents = Dictionary(
      try await database.contents.consents(of: subject).map { ($0.clientID, $0) }, uniquingKeysWith: { $1 })
    let clients = refreshing.union(consents.keys).sorted()
    func time(_ consent: ConsentRecord) -> String { consent.given.formatted(Date.ISO8601FormatStyle()) }
    if json {
      let all: [JSONValue] = clients.map { client in
        var members: [String: JSONValue] = [
          "client_id": .string(client), "has_refresh_token": .bool(refreshing.contains(client)),
        ]
        if let consent = consents[client] {
          members["scope"] = .string(consent.scope.description)
          members["given"] = .string(time(consent))
        }
        return .object(members)
      }
      return console.result(json: ["version": 1, "grants": .array(all)])
    }
    for client in clients {
      let consent = consents[client]
      let allowed = consent.map { "\($0.scope)\tallowed \(time($0))" } ?? "-\tnot asked"
      let token = refreshing.contains(client) ? "has a refresh token" : "has no refresh token"
      console.result("\(UntrustedText(client))\t\(allowed)\t\(token)")
    }
  }
}
