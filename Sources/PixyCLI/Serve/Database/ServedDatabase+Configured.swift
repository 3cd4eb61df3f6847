#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQLite

extension ServedDatabase {
  /// Refuses clients and people that are in the configuration file and here too: nobody could say which of them is meant.
  /// - Throws: `SettingsError.conflict`; what the database throws.
  func checkApart(from settings: ServeSettings) async throws {
    for id in settings.clients.map(\.client.id) {
      let added = try await stores.clients.client(id)
      let registered = try await stores.registrations.find(id, at: Date())
      guard added == nil, registered == nil else {
        throw SettingsError.conflict(
          "The client \(UntrustedText(id)) is in the configuration file and in the database.")
      }
    }
    for user in settings.users.map(\.user) {
      let namesake = try await stores.people.account(user.username)
      let same = try await stores.people.user(user.subject)
      guard namesake == nil, same == nil else {
        throw SettingsError.conflict(
          "The user name \(UntrustedText(user.username)), or its subject, is in the configuration file and in the database."
        )
      }
    }
  }
}
