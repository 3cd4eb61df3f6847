#if os(Linux)
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// The key of encrypted files, as an item of the Secret Service's default keyring.
///
/// For who gives it to a file store: the tokens are then in files, which may be large and many, and only their key is in the
/// keyring.
public struct SecretServiceKeyHolder: KeyHolder {
  private let names: KeyringNames
  private let purpose: String
  private let limit: Duration
  private let locks: AccountLocks
  private let work: KeyringWork

  /// Describes a key's place; nothing is opened, loaded or asked yet.
  ///
  /// - Parameters:
  ///   - purpose: tells several keys of one application apart: each folder of files needs its own.
  ///   - application: whose key it is.
  ///   - locks: keep two programs from making a key at once; all must be given the same folder.
  ///   - limit: how long each call waits for the keyring at most, more than zero.
  ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
  ///   - library: libsecret's name for the system's loader, or its path.
  ///   - clock: waits for the limit.
  public init(
    purpose: String = "token files", application: String = "pixy", locks: AccountLocks,
    limit: Duration = SecretServiceTokenStore.limit,
    environment: [String: String] = ProcessInfo.processInfo.environment, library: String = "libsecret-1.so.0",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    names = KeyringNames(application: application)
    self.purpose = purpose
    self.limit = limit
    self.locks = locks
    work = KeyringWork(library: library, environment: environment, clock: clock)
  }

  /// The Secret Service.
  public var location: StorageLocation {
    StorageLocation(
      .secretService, place: "the default keyring of the Secret Service, as \"\(names.application)\"",
      protection: SecretServiceTokenStore.protection)
  }

  /// The key that is kept.
  ///
  /// - Returns: `nil` if there is none, which only an unlocked keyring can tell.
  /// - Throws: ``TokenStoreError/Kind/absent``, ``TokenStoreError/Kind/locked``, ``TokenStoreError/Kind/timedOut``,
  ///   ``TokenStoreError/Kind/denied``.
  public func key() async throws(TokenStoreError) -> Secret? {
    let attributes = names.key(purpose)
    return try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.secret(attributes).map(Secret.init)
    }
  }

  /// Keeps a new key, unless there is one already: then that one stays, also if two programs try at once.
  ///
  /// - Parameter key: 43 characters of base64url.
  /// - Throws: as ``key()``; ``TokenStoreError/Kind/busy`` if somebody else keeps the lock;
  ///   ``TokenStoreError/Kind/failed`` if the task was cancelled while it waited for the lock.
  public func keepKey(_ key: Secret) async throws(TokenStoreError) {
    let attributes = names.key(purpose)
    let label = "Key of \(UntrustedText(names.application))'s \(UntrustedText(purpose))"
    do {
      try await locks.withLock(on: Account(provider: "pixy.Key", name: "\(names.application)/\(purpose)")) {
        try await work.run(within: limit) { keyring throws(TokenStoreError) in
          guard try keyring.secret(attributes) == nil else { return }
          try keyring.keep(key.reveal(), label: label, attributes: attributes)
        }
      }
    } catch let error as TokenStoreError {
      throw error
    } catch {
      throw TokenStoreError(.failed, place: location.place, cause: "cancelled while it waited for the lock")
    }
  }
}
#endif
