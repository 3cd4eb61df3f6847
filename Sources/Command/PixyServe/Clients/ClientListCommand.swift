internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve client list`: lists the clients of the database and the configuration file.
struct ClientListCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the clients that were added, or those that registered themselves."
  ).withExamples(of: "serve client list")

  @OptionGroup var common: SettingsOptions

  @Flag(name: .customLong("registered"), help: "List the clients that registered themselves (RFC 7591).")
  var listsRegistered = false

  @Flag(help: "Print JSON: all metadata, without secrets.")
  var json = false

  var target: String? { nil }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let storedClients =
      listsRegistered
      ? try await database.contents.allRegistrations(at: Date()) : try await database.contents.allClients()
    let configuredClients = listsRegistered ? [] : settings.clients.map(\.client)
    if json {
      let all =
        configuredClients.map { $0.shownMembers.merging(["in_configuration_file": true]) { $1 } }
        + storedClients.map(\.shownMembers)
      console.result(json: ["version": 1, "clients": .array(all.map { .object($0) })])
    } else {
      for client in configuredClients { console.result(Self.line(client) + "\tin the configuration file") }
      for client in storedClients { console.result(Self.line(client)) }
    }
  }

  private static func line(_ client: RegisteredClient) -> String {
    let method = client.shownMembers["token_endpoint_auth_method"]?.string ?? ""
    let grants = client.grants.map(\.shortName).sorted().joined(separator: " ")
    return "\(UntrustedText(client.id))\t\(UntrustedText(client.name))\t\(method)\t\(grants)"
  }
}
