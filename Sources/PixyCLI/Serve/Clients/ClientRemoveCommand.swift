#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

/// `pixy serve client remove`
struct ClientRemoveCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an application, also one that registered itself.",
    discussion: """
      It can't redeem codes and refresh tokens any more. Of the access tokens that it has, UserInfo and introspection refuse all \
      at once; resources that check JWTs alone take theirs until they expire: an hour unless lifetimes.access_token says \
      otherwise.
      """)

  @OptionGroup var common: SettingsOptions

  @Argument(help: "Its client_id. After -- if it begins with a hyphen.")
  var clientID: String

  func run(on database: ServedDatabase, _ settings: ServeSettings, _ console: Console) async throws {
    let stores = database.stores
    let wasAdded = try await stores.clients.remove(clientID)
    let wasRegistered = try await stores.registrations.find(clientID, at: Date()) != nil
    if wasRegistered { try await stores.registrations.remove(clientID) }
    guard wasAdded || wasRegistered else {
      let isInFile = settings.clients.contains { $0.client.id == clientID }
      throw isInFile ? NotInDatabase.clientOfFile(clientID) : .client(clientID)
    }
  }
}
