internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve client show`: shows a client's metadata.
struct ClientShowCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a client's metadata, without its secret.",
    discussion: "Members are named as in RFC 7591 §2. \(ServeSetting.clientsGuide) describes those of Pixy."
  ).withExamples(of: "serve client show")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The client_id. Put -- before one that begins with a hyphen.")
  var clientID: String

  @Flag(help: "Print JSON, as --metadata-file reads it.")
  var json = false

  var target: String? { clientID }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let members = try await database.addedClient(clientID, settings).shownMembers
    if json { return console.result(json: members) }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let text = value.string ?? value.strings?.joined(separator: " ") ?? String(decoding: value.bytes(), as: UTF8.self)
      console.result("\(name)\t\(UntrustedText(text))")
    }
  }
}

extension ServedDatabase {
  /// Returns a client that was added to the database.
  /// - Throws: `NotInDatabase` if there is none with this identifier.
  func addedClient(_ id: String, _ settings: ServeSettings) async throws -> RegisteredClient {
    if let client = try await contents.client(id) { return client }
    let isInFile = settings.clients.contains { $0.client.id == id }
    throw isInFile ? NotInDatabase.clientOfFile(id) : .client(id)
  }
}
