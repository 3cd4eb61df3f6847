#if os(Linux)
public import FoundationBasics
public import OAuthCore

/// A holder that keeps the key of encrypted files as an item of the Secret Service's default
/// keyring.
///
/// Pass it to a file store. The tokens are then in files, which may be large and many, and only
/// their key is in the keyring.
public struct SecretServiceKeyHolder: KeyHolder {
  private let names: KeyringNames
  private let purpose: String
  private let limit: Duration
  private let locks: AccountLocks
  private let work: KeyringWork

  /// Describes where a key is kept. Nothing is opened, loaded or requested yet.
  ///
  /// - Parameters:
  ///   - purpose: The name that distinguishes several keys of one application. Each folder of files
  ///     needs its own key.
  ///   - application: The application that owns the key.
  ///   - locks: The locks that prevent two programs from creating a key at once. All of them must
  ///     use the same folder.
  ///   - limit: The longest time that each call waits for the keyring, more than zero.
  ///   - environment: The environment variables, of which `DBUS_SESSION_BUS_ADDRESS` and
  ///     `XDG_RUNTIME_DIR` are used.
  ///   - library: The file name of libsecret for the system's loader, or its path.
  ///   - clock: The clock that measures the limit.
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

  /// The Secret Service's default keyring.
  public var location: StorageLocation {
    StorageLocation(
      .secretService, place: "the default keyring of the Secret Service, as \"\(names.application)\"",
      protection: SecretServiceTokenStore.protection)
  }

  /// Returns the stored key.
  ///
  /// - Returns: `nil` if there is none. Only an unlocked keyring gives this answer.
  /// - Throws: ``TokenStoreError/Kind/absent`` or ``TokenStoreError/Kind/noKeyring`` if there is no
  ///   keyring;
  ///   ``TokenStoreError/Kind/locked`` if it is locked; ``TokenStoreError/Kind/timedOut`` at the
  ///   limit; ``TokenStoreError/Kind/denied`` if access was refused.
  public func key() async throws(TokenStoreError) -> Secret? {
    let attributes = names.key(purpose)
    return try await work.run(within: limit) { keyring throws(TokenStoreError) in
      try keyring.secret(attributes).map(Secret.init)
    }
  }

  /// Stores a new key, unless there is one already: then that one stays, even if two programs try
  /// at once.
  ///
  /// - Parameter key: The key, as 43 characters of base64url.
  /// - Throws: The errors of ``key()``; ``TokenStoreError/Kind/busy`` if another program holds the
  ///   lock; ``TokenStoreError/Kind/failed`` if the task was cancelled while it waited for the
  ///   lock.
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
      throw TokenStoreError(.failed, place: location.place, cause: "cancelled while waiting for the lock")
    }
  }
}
#endif
