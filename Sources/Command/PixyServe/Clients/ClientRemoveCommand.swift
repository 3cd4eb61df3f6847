internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

/// `pixy serve client remove`: removes a client and revokes its grants.
struct ClientRemoveCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a client.",
    discussion: """
      The client can no longer redeem codes and refresh tokens. UserInfo and introspection reject its access tokens \
      at once. Resources that validate JWTs themselves accept them until they expire (lifetimes.access_token).
      """
  ).withExamples(of: "serve client remove")

  @OptionGroup var common: SettingsOptions

  @Argument(help: "The client_id. Put -- before one that begins with a hyphen.")
  var clientID: String

  var target: String? { clientID }

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let contents = database.contents
    let wasAdded = try await contents.removeClient(clientID)
    let wasRegistered = try await contents.registration(clientID, at: Date()) != nil
    if wasRegistered { try await contents.removeRegistration(clientID) }
    guard wasAdded || wasRegistered else {
      let isInFile = settings.clients.contains { $0.client.id == clientID }
      throw isInFile ? NotInDatabase.clientOfFile(clientID) : .client(clientID)
    }
  }
}
