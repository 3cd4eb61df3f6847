internal import FoundationBasics
internal import OAuthCore
internal import PixyAccounts
internal import SystemPackage
internal import TokenStorage

/// A stored access token that can be printed without a refresh.
enum KeptToken {
  /// Returns the line that `pixy token` prints.
  ///
  /// - Returns: `nil` if the whole command is needed: the account is ambiguous, or its token must
  ///   be refreshed first, is bound to a key, or wasn't stored by this version.
  /// - Throws: Any error that prevents reading the store. The whole command will find and explain
  ///   it.
  static func line(for arguments: TokenArguments, environment: [String: String]) async throws -> String? {
    // A passphrase may have to be read from a command, and deriving a key from it is slow anyway.
    guard environment["PIXY_PASSPHRASE_FILE"] == nil else { return nil }
    let folders = try UserFolders(app: arguments.set.app, environment: environment)
    let ladder = try StorageLadder.system(
      app: arguments.set.app, files: .keyFile, environment: environment,
      onPrompt: { limit in
        _ = try? FileDescriptor.standardError.writeAll(Array((KeyringNotice.text(limit: limit) + "\n").utf8))
      })
    guard let store = try await ladder.openChosen()?.store,
      let account = try await account(arguments.account, in: store, folders),
      let tokens = try await store.tokens(for: account),
      AccountRecordMember.members(of: tokens) != nil, tokens.tokenType == .bearer, tokens.proofKey == nil
    else { return nil }
    // The whole command says that no token lives as long as requested.
    if let length = tokens.expiresIn, length < arguments.minimumValidity { return nil }
    let (wall, monotonic) = (WallClock.system.now(), MonotonicClock.system.now())
    guard
      AccessTokenLife(of: tokens, wall: wall, monotonic: monotonic)
        .isFresh(for: arguments.minimumValidity, wall: wall, monotonic: monotonic)
    else { return nil }
    let token = tokens.accessToken.reveal()
    return arguments.asHeader ? "Authorization: Bearer \(token)" : token
  }

  /// Returns the selected account: the only one that `choice` matches, or the default account.
  private static func account(
    _ choice: String?, in store: any TokenStore, _ folders: UserFolders
  ) async throws -> Account? {
    guard let choice else { return CurrentAccountFile(folder: folders.data).account() }
    guard case .one(let account) = AccountSelection(choice, in: try await store.listing().accounts) else { return nil }
    return account
  }
}
