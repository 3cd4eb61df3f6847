#if CLI
internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve client list`
struct ClientListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the applications that were added; those that registered themselves aren't among them.")

  @OptionGroup var common: SettingsOptions

  @Flag(help: "Print JSON: everything that is registered, and nothing of secrets.")
  var json = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let clients = try await database.stores.clients.clients()
    if json {
      console.result(json: ["version": 1, "clients": .array(clients.map { .object($0.shownMembers) })])
    } else {
      for client in clients {
        let method = client.shownMembers["token_endpoint_auth_method"]?.string ?? ""
        let grants = client.grants.map(\.shortName).sorted().joined(separator: " ")
        console.result("\(UntrustedText(client.id))\t\(UntrustedText(client.name))\t\(method)\t\(grants)")
      }
    }
  }
}
#endif
