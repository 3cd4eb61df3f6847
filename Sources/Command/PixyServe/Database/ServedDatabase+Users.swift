internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import PixyTerminal

extension ServedDatabase {
  /// Returns the subject of a user of the database or the configuration file.
  /// - Throws: `NotInDatabase` if there is none with this user name.
  func subject(of username: String, _ settings: ServeSettings) async throws -> Subject {
    if let account = try await contents.account(username) { return account.subject }
    if let setting = settings.users.first(where: { $0.user.username == username }) { return setting.user.subject }
    throw NotInDatabase.user(username)
  }

  /// Returns a user of the database.
  /// - Throws: `NotInDatabase` if there is none with this user name.
  func user(_ username: String, _ settings: ServeSettings) async throws -> User {
    guard let account = try await contents.account(username), let user = try await contents.user(account.subject)
    else { throw NotInDatabase.user(username, settings) }
    return user
  }

  /// Warns of an email address that another user has: applications may find the wrong account by it.
  func warnOfSharedEmail(_ user: User, _ settings: ServeSettings, _ console: Console) async throws {
    guard let email = user.email?.lowercased() else { return }
    let others = try await contents.allUsers() + settings.users.map(\.user)
    guard let other = others.first(where: { $0.subject != user.subject && $0.email?.lowercased() == email }) else {
      return
    }
    console.say(
      "warning: \(UntrustedText(other.username)) has the same email address. Applications that find accounts by it "
        + "may take one user for the other.")
  }
}
