internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The names of the signed-in accounts, for the completion of shells.
package enum AccountCompletion {
  /// Returns the names. A name that several servers have is returned with each server.
  ///
  /// The shell must not wait for a passphrase, so files that are sealed with one give no names.
  ///
  /// - Parameter words: The command line so far.
  package static func names(_ words: [String]) async -> [String] {
    guard ProcessInfo.processInfo.environment["PIXY_PASSPHRASE_FILE"] == nil else { return [] }
    let profile = words.firstIndex(of: "--profile").flatMap { words.dropFirst($0 + 1).first }
    guard let options = try? ProfileOptions.parse(profile.map { ["--profile", $0] } ?? []),
      let directory = try? await AccountDirectory.openExisting(options),
      let accounts = try? await directory.store.listing().accounts
    else { return [] }
    return accounts.map { account in
      accounts.count { $0.name == account.name } == 1 ? account.name : "\(account.name)@\(account.server)"
    }
  }
}
