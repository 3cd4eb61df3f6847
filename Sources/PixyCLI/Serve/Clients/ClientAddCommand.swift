#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite
internal import PKCE

/// `pixy serve client add`
struct ClientAddCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract:
      "Add an application; prints its client_id and, if it has one, its client_secret, which can't be had again.",
    discussion: """
      A web application with a secret:
        pixy serve client add --database FILE --name Shop --auth client_secret_basic --redirect-uri https://shop.example/cb
      An app or a command-line tool, on any loopback port:
        pixy serve client add --database FILE --name Tool --redirect-uri http://127.0.0.1/callback
      A service that has no person:
        pixy serve client add --database FILE --name Report --auth private_key_jwt --jwks-file keys.json \\
          --grant client_credentials --scope report.read

      What has no option here (request objects, pairwise subjects, DPoP, logout) is set by a file with the members of RFC 7591 \
      and those of OpenID Connect: --metadata-file. The options win over it.
      """)

  static let makesDatabase = true

  @OptionGroup var common: SettingsOptions
  @OptionGroup(title: "The client") var description: ClientDescription

  @Flag(help: "Print JSON: everything that is registered, and the secret.")
  var json = false

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let (client, secret) = try description.client(settings)
    let isTaken = try await database.stores.clients.client(client.id) != nil
    guard !isTaken, !settings.clients.contains(where: { $0.client.id == client.id }) else {
      throw ClientDescriptionError.idIsTaken(client.id)
    }
    try await database.stores.clients.save(client)
    let unknown = client.scope.tokens.filter { !settings.scopes.contains($0) }
    if !unknown.isEmpty {
      console.say("These scopes are not the server's, which gives them to nobody: \(unknown.joined(separator: " "))")
    }
    // A warning only: the server may run with other settings than this command.
    if let requirement = settings.unmetRequirement(of: client) {
      console.say("Warning: with these settings, the server can't fully serve this client, which \(requirement).")
    }
    if json {
      var members = client.shownMembers
      members["version"] = 1
      members["client_secret"] = secret.map { .string($0.reveal()) }
      console.result(json: members)
    } else {
      console.result("client_id=\(client.id)")
      if let secret { console.result("client_secret=\(secret.reveal())") }
    }
    if secret != nil { console.say("The secret is kept as a hash alone, and can't be shown again.") }
  }
}

extension RegisteredClient {
  /// What is registered, without what is kept of a secret.
  var shownMembers: [String: JSONValue] {
    var members = json.object ?? [:]
    members["client_secret_sha256"] = nil
    return members
  }
}
