public import FoundationBasics
public import OAuthCore

extension StorageLadder {
  /// The token files that a program allows on machines without a keyring. Default: none.
  public enum FileFallback: Sendable {
    /// No files. A machine without a keyring then has no store.
    case none
    /// Files encrypted with a key derived from a passphrase, which the user types or the system
    /// provides as a secret.
    case passphrase(Secret)
    /// Files of both kinds, so that tokens can be moved from one to the other. The passphrase comes
    /// first.
    case passphraseOrKeyFile(Secret)
    /// Files encrypted with a key in another file of the same user. This protects copies and
    /// backups, but not against programs that the user runs. A server or container often has
    /// nothing better.
    case keyFile

    /// The choice for a command: a key file on Linux, where servers and containers have no keyring,
    /// and no files on Apple's systems, which always have a keychain.
    public static var automatic: FileFallback {
      #if os(Linux)
      .keyFile
      #else
      .none
      #endif
    }
  }

  /// Returns a ladder of this machine's stores, strongest first: Apple's keychain, the Secret
  /// Service of a Linux desktop, and files if they are allowed.
  ///
  /// Most programs call this function. A program that needs other stores builds its ladder from
  /// ``StorageRung``s.
  ///
  /// - Parameters:
  ///   - app: The program's name in keyrings and folders: 1 to 128 ASCII letters, digits, dots,
  ///     hyphens and underscores, not beginning with a dot. Programs with the same name share
  ///     tokens.
  ///   - files: The token files that are allowed where there is no keyring. Default: none.
  ///   - accessGroup: The keychain's access group, for an app and its extension, as in
  ///     ``KeychainTokenStore``. Only Apple's systems use it. Default: the program's first group.
  ///   - folder: The folder of the locks, the files and the record of the choice, as an absolute
  ///     path. An app and its extension pass the container of their app group. Default: the user's
  ///     folders (``UserFolders``).
  ///   - environment: The environment variables that locate the folders and D-Bus.
  ///   - onPrompt: Receives the time that the user has when the keyring's program asks the user in a
  ///     window of its own, as KeePassXC does. A command tells its user to answer there. Default:
  ///     does nothing.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is no home folder to record the choice in;
  ///   ``TokenStoreError/Kind/unsafePlace`` if `folder` isn't an absolute path;
  ///   ``TokenStoreError/Kind/failed`` if the name is invalid.
  public static func system(
    app: String = "pixy", files: FileFallback = .none, accessGroup: String? = nil, folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    onPrompt: @escaping @Sendable (Duration) -> Void = { _ in }
  ) throws(TokenStoreError) -> StorageLadder {
    #if canImport(Security)
    let keychain: KeychainOpening? = { app, locks, accessGroup throws(TokenStoreError) in
      try KeychainTokenStore(app: app, locks: locks, accessGroup: accessGroup)
    }
    #else
    let keychain: KeychainOpening? = nil
    #endif
    return try system(
      app: app, files: files, accessGroup: accessGroup, folder: folder, environment: environment, onPrompt: onPrompt,
      keychain: keychain)
  }

  /// Opens the store in a keychain, for an app's name, the folder of the locks and an access group.
  typealias KeychainOpening =
    @Sendable (_ app: String, _ locks: String, _ accessGroup: String?) throws(TokenStoreError) -> any TokenStore

  /// Returns the ladder with this keychain, which tests simulate; `nil` if there is none.
  static func system(
    app: String, files: FileFallback, accessGroup: String?, folder: String?, environment: [String: String],
    onPrompt: @escaping @Sendable (Duration) -> Void, clock: any Clock<Duration> = ContinuousClock(),
    keychain: KeychainOpening?
  ) throws(TokenStoreError) -> StorageLadder {
    let folders =
      if let folder { try UserFolders(app: app, in: folder) } else {
        try UserFolders(app: app, environment: environment)
      }
    var rungs: [StorageRung] = []
    if let keychain {
      rungs.append(
        StorageRung(.keychain) { () throws(TokenStoreError) in try keychain(app, folders.locks, accessGroup) })
    }
    #if os(Linux)
    rungs.append(
      StorageRung(
        // The store limits its own calls, and gives the user time for a question of the keyring.
        .secretService, limit: nil,
        probe: { store throws(TokenStoreError) in
          // Listing works with a locked keyring too, but saving doesn't. `check()` detects that.
          try await (store as? SecretServiceTokenStore)?.check()
        },
        opening: { () throws(TokenStoreError) in
          SecretServiceTokenStore(
            application: app, locks: AccountLocks(folder: folders.keyringLocks), environment: environment,
            onPrompt: onPrompt)
        }))
    #endif
    switch files {
    case .none: break
    case .passphrase(let passphrase):
      rungs.append(
        file("file-passphrase", folder: folders.passphraseTokens, key: .passphrase(passphrase)))
    case .passphraseOrKeyFile(let passphrase):
      rungs.append(
        file("file-passphrase", folder: folders.passphraseTokens, key: .passphrase(passphrase)))
      rungs.append(
        file("file", folder: folders.tokens, key: .keyFile(folders.tokenKey)))
    case .keyFile:
      rungs.append(
        file("file", folder: folders.tokens, key: .keyFile(folders.tokenKey)))
    }
    return StorageLadder(rungs, rememberingIn: folders.data, clock: clock)
  }

  private static func file(_ name: String, folder: String, key: FileKey) -> StorageRung {
    StorageRung(
      // Files need no other process, and scrypt can be slow, so there is no limit.
      .file, name: name, limit: nil,
      probe: { store throws(TokenStoreError) in try await (store as? FileTokenStore)?.check() },
      making: { store throws(TokenStoreError) in try await (store as? FileTokenStore)?.open() },
      opening: { () throws(TokenStoreError) in try FileTokenStore(folder: folder, key: key) })
  }
}
