internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL

extension ServedDatabase {
  /// Rejects clients and users that are both in the configuration file and in the database.
  /// - Throws: `SettingsError.conflict`; the errors of the database.
  func checkApart(from settings: ServeSettings) async throws {
    for id in settings.clients.map(\.client.id) {
      let added = try await contents.client(id)
      let registered = try await contents.registration(id, at: Date())
      guard added == nil, registered == nil else {
        throw SettingsError.conflict(
          "The client \(UntrustedText(id)) is both in the configuration file and in the database.")
      }
    }
    for user in settings.users.map(\.user) {
      let namesake = try await contents.account(user.username)
      let same = try await contents.user(user.subject)
      guard namesake == nil, same == nil else {
        throw SettingsError.conflict(
          """
          The user name \(UntrustedText(user.username)), or its subject, is both in the configuration file and in \
          the database.
          """
        )
      }
    }
  }
}
