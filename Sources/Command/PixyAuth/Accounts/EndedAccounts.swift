internal import FoundationBasics
internal import OAuthCore
internal import PixyAccounts
internal import PixyTerminal
package import TokenStorage

/// The accounts whose sessions the server has ended, with the commands that sign in again.
///
/// The tokens of an ended session are deleted, and the account's record with them. This file keeps
/// what later commands need for their message. It contains no secret. A new sign-in and a sign-out
/// remove the account from it.
package struct EndedAccounts: Sendable {
  /// One ended account.
  package struct Entry: Sendable, Equatable {
    package let account: Account
    /// The command that signs in again.
    let command: String
    /// The origins of the hosts that received the account's tokens.
    package let origins: [String]
  }

  private static let maximumBytes = 65_536
  private static let maximumEntries = 16

  private let path: String

  /// Names the file.
  ///
  /// - Parameter folder: The folder of the set of accounts.
  init(folder: String) {
    path = folder + "/ended-accounts.json"
  }

  /// All entries, the newest one last. An unreadable file counts as empty.
  package var entries: [Entry] {
    guard let bytes = try? FileInput.bytes(of: path, most: Self.maximumBytes), bytes.count <= Self.maximumBytes,
      let list = (try? JSONValue(bytes: bytes))?.array
    else { return [] }
    return list.compactMap { element in
      guard let members = element.object, let provider = members["provider"]?.string,
        let name = members["name"]?.string, let account = try? Account(provider: provider, name: name),
        let command = members["command"]?.string, let origins = members["origins"]?.strings
      else { return nil }
      return Entry(account: account, command: command, origins: origins)
    }
  }

  /// Adds an account, or replaces its entry.
  func add(_ storedAccount: StoredAccount) {
    let entry = Entry(
      account: storedAccount.account, command: storedAccount.record.loginCommand, origins: storedAccount.hostOrigins)
    write((entries.filter { $0.account != storedAccount.account } + [entry]).suffix(Self.maximumEntries))
  }

  /// Removes an account.
  package func remove(_ account: Account) {
    let all = entries
    let others = all.filter { $0.account != account }
    if others.count < all.count { write(others[...]) }
  }

  private func write(_ entries: ArraySlice<Entry>) {
    let list = entries.map { entry -> JSONValue in
      [
        "provider": .string(entry.account.provider), "name": .string(entry.account.name),
        "command": .string(entry.command), "origins": .array(entry.origins.map { .string($0) }),
      ]
    }
    // Without the file, later messages name only the general command.
    try? Data(JSONValue.array(list).bytes()).write(to: URL(filePath: path), options: .atomic)
  }
}
