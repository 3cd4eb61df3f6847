public import OAuthCore
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension StorageLadder {
  /// What a program allows for machines without a keyring. Nothing, unless it says so.
  public enum FileFallback: Sendable {
    /// No files. Without a keyring there is no store then.
    case none
    /// Files encrypted with a key made of a passphrase that the person types or that comes from a secret of the system.
    case passphrase(Secret)
    /// Files of both kinds, so that tokens can be moved from one to the other. The passphrase comes first.
    case passphraseOrKeyFileDespiteReadableByOwner(Secret)
    /// Files encrypted with a key that lies in another file of the same person: it protects copies and backups, and not
    /// against programs that run as them. On a server or in a container there is often nothing better.
    case keyFileDespiteReadableByOwner
  }

  /// The stores that this machine may have, strongest first: Apple's keychain, the Secret Service of a Linux desktop, and files if they are
  /// allowed.
  ///
  /// The call that most programs make. Who shares a keychain with an app extension, or wants other places, puts a ladder together
  /// from ``StorageRung``s.
  ///
  /// - Parameters:
  ///   - app: names the program in keyrings and folders: 1 to 128 letters, digits, points, hyphens and underscores of ASCII, no
  ///     point first. Programs with the same name share tokens, and others don't.
  ///   - files: what is allowed where there is no keyring.
  ///   - environment: where the folders and D-Bus are looked up.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is no home folder, where the choice is remembered;
  ///   ``TokenStoreError/Kind/failed`` if the name can't be used.
  public static func system(
    app: String = "pixy", files: FileFallback = .none,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TokenStoreError) -> StorageLadder {
    let folders = try UserFolders(app: app, environment: environment)
    var rungs: [StorageRung] = []
    #if canImport(Security)
    rungs.append(
      StorageRung(.keychain) { () throws(TokenStoreError) in
        try KeychainTokenStore(app: app, locks: folders.locks)
      })
    #endif
    #if os(Linux)
    rungs.append(
      StorageRung(
        .secretService,
        probe: { store throws(TokenStoreError) in
          // Listing does for a locked keyring too; keeping doesn't.
          try await (store as? SecretServiceTokenStore)?.check()
        },
        opening: { () throws(TokenStoreError) in
          SecretServiceTokenStore(
            application: app, locks: AccountLocks(folder: folders.locks), environment: environment)
        }))
    #endif
    switch files {
    case .none: break
    case .passphrase(let passphrase):
      rungs.append(
        file("file-passphrase", folder: folders.passphraseTokens, key: .passphrase(passphrase)))
    case .passphraseOrKeyFileDespiteReadableByOwner(let passphrase):
      rungs.append(
        file("file-passphrase", folder: folders.passphraseTokens, key: .passphrase(passphrase)))
      rungs.append(
        file("file", folder: folders.tokens, key: .keyFile(folders.tokenKey)))
    case .keyFileDespiteReadableByOwner:
      rungs.append(
        file("file", folder: folders.tokens, key: .keyFile(folders.tokenKey)))
    }
    return StorageLadder(rungs, rememberingIn: folders.data)
  }

  private static func file(_ name: String, folder: String, key: FileKey) -> StorageRung {
    StorageRung(
      // Files wait for nobody, and scrypt takes as long as it takes.
      .file, name: name, limit: nil,
      probe: { store throws(TokenStoreError) in try await (store as? FileTokenStore)?.check() },
      making: { store throws(TokenStoreError) in try await (store as? FileTokenStore)?.open() },
      opening: { () throws(TokenStoreError) in try FileTokenStore(folder: folder, key: key) })
  }
}
