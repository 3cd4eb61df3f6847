internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PKCE
internal import PixyTerminal

/// `pixy serve client add`: adds a client to the database.
struct ClientAddCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract:
      "Add a client. Prints its client_id, and once its client_secret if it has one.",
    discussion: """
      A web application with a secret:
        pixy serve client add --database FILE --name Shop \\
          --auth client_secret_basic --redirect-uri https://shop.example/cb
      An app or command-line tool, with any loopback port:
        pixy serve client add --database FILE --name Tool \\
          --redirect-uri http://127.0.0.1/callback
      A service without user:
        pixy serve client add --database FILE --name Report \\
          --auth private_key_jwt --jwks-file keys.json \\
          --grant client_credentials --scope report.read

      --metadata-file names a file with further members of RFC 7591 and OpenID Connect: request objects, pairwise \
      subjects, DPoP, logout. The options win over the file.
      """
  ).withExamples(of: "serve client add")

  static let createsDatabase = true

  @OptionGroup var common: SettingsOptions
  @OptionGroup(title: "Client") var description: ClientDescription

  @Flag(help: "Print JSON: all metadata, and the secret.")
  var json = false

  var target: String? { description.clientID }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let (client, secret) = try description.client(settings)
    let isTaken = try await database.contents.client(client.id) != nil
    guard !isTaken, !settings.clients.contains(where: { $0.client.id == client.id }) else {
      throw ClientDescriptionError.idIsTaken(client.id)
    }
    try await database.contents.saveClient(client)
    settings.warn(of: client, console)
    try await database.warnOfEmptyGroups(of: client, settings, console)
    if json {
      var members = client.shownMembers
      members["version"] = 1
      members["client_secret"] = secret.map { .string($0.reveal()) }
      console.result(json: members)
    } else {
      console.result("client_id=\(client.id)")
      if let secret { console.result("client_secret=\(secret.reveal())") }
    }
    if secret != nil { console.say("The database stores only a hash of the secret; it can't be shown again.") }
  }
}

extension RegisteredClient {
  /// The client's metadata, without the hashes of its secrets.
  var shownMembers: [String: JSONValue] {
    var members = json.object ?? [:]
    members["client_secret_sha256"] = nil
    members["former_client_secret_sha256"] = nil
    return members
  }
}
