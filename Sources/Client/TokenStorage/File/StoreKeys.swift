internal import Crypto
internal import OAuthCore
internal import PKCE
internal import SystemPackage

internal import FoundationBasics

/// Opens and seals a store's data key with the owner's key: a passphrase, a key file, or a keyring.
struct StoreKeys: Sendable {
  let folder: FilePath
  let calls: any FileCalls
  let random: any RandomSource
  let work: BlockingWork
  let patience: Duration

  /// Checks where a key file is.
  ///
  /// - Throws: ``TokenStoreError/Kind/unsafePlace`` if the key file is inside the store's folder: a
  ///   copy of the folder would then include the key.
  func check(_ key: FileKey) throws(TokenStoreError) {
    guard case .keyFile(let path) = key else { return }
    _ = try KeyFile(path, calls: calls, random: random)
    guard !FilePath(path).lexicallyNormalized().starts(with: folder) else {
      throw TokenStoreError(.unsafePlace, place: path, cause: "the key file must be outside the tokens' folder")
    }
  }

  /// Opens a store's data key.
  ///
  /// - Throws: ``TokenStoreError/Kind/wrongKey`` if it was sealed with another key, or another kind
  ///   of key; ``TokenStoreError/Kind/keyLost`` if that key is missing.
  func open(_ store: StoreFile, with key: FileKey, place: String) async throws(TokenStoreError) -> DataKey {
    if let dataKey = try await work.run({ () throws(TokenStoreError) in
      try openAtOnce(store, with: key, place: place)
    }) {
      return dataKey
    }
    let outer: SymmetricKey?
    switch (key, store.lock) {
    case (.passphrase(let passphrase, _), .passphrase(let cost, let salt)):
      outer = try await work.run { () throws(TokenStoreError) in try cost.key(passphrase, salt: salt) }
    case (.held(let holder), .held):
      outer = try await holder.key().map { text throws(TokenStoreError) in try Self.key(text, holder) }
    default:
      throw TokenStoreError(.wrongKey, place: place, cause: "it was created with \(store.lock)")
    }
    return try opened(store, outer, key, place: place)
  }

  /// Opens a store's data key if that needs only a file. It blocks.
  ///
  /// - Returns: `nil` if a key must be derived from a passphrase or read from a keyring, which other
  ///   callers should wait for instead of doing it too.
  /// - Throws: The errors of ``open(_:with:place:)``.
  func openAtOnce(_ store: StoreFile, with key: FileKey, place: String) throws(TokenStoreError) -> DataKey? {
    guard case (.keyFile(let path), .keyFile) = (key, store.lock) else { return nil }
    let outer = try KeyFile(path, calls: calls, random: random).read().map { SymmetricKey(data: $0) }
    return try opened(store, outer, key, place: place)
  }

  private func opened(
    _ store: StoreFile, _ outer: SymmetricKey?, _ key: FileKey, place: String
  ) throws(TokenStoreError) -> DataKey {
    guard let outer else { throw TokenStoreError(.keyLost, place: place, cause: "\(key) is missing") }
    guard let dataKey = store.key(outer) else { throw TokenStoreError(.wrongKey, place: place) }
    return dataKey
  }

  /// Seals a store's data key, and creates the outer key if there is none yet.
  func seal(_ dataKey: DataKey, with key: FileKey) async throws(TokenStoreError) -> StoreFile {
    let outer: SymmetricKey
    let lock: StoreFile.Lock
    switch key {
    case .passphrase(let passphrase, let cost):
      guard passphrase.byteCount > 0 else { throw TokenStoreError(.wrongKey, cause: "the passphrase is empty") }
      let salt = random.exactly(StoreFile.saltBytes)
      lock = .passphrase(cost, salt: salt)
      outer = try await work.run { () throws(TokenStoreError) in try cost.key(passphrase, salt: salt) }
    case .keyFile(let path):
      lock = .keyFile
      let file = try KeyFile(path, calls: calls, random: random)
      let patience = patience
      outer = SymmetricKey(
        data: try await work.run { () throws(TokenStoreError) in try file.readOrMake(patience: patience) })
    case .held(let holder):
      lock = .held
      if try await holder.key() == nil {
        try await holder.keepKey(Secret(Base64URL.encode(random.exactly(KeyFile.byteCount))))
      }
      // Read the key back: another process may have stored one first, and the holder will return
      // that one next time.
      guard let text = try await holder.key() else {
        throw TokenStoreError(.failed, place: holder.location.place, cause: "it lost the key immediately")
      }
      outer = try Self.key(text, holder)
    }
    return try StoreFile(dataKey, lock: lock, with: outer, random)
  }

  private static func key(_ text: Secret, _ holder: any KeyHolder) throws(TokenStoreError) -> SymmetricKey {
    guard let bytes = try? Base64URL.decode(text.reveal()), bytes.count == KeyFile.byteCount else {
      throw TokenStoreError(.keyLost, place: holder.location.place, cause: "the key is not 32 bytes long")
    }
    return SymmetricKey(data: bytes)
  }
}

extension StoreFile.Lock: CustomStringConvertible {
  var description: String {
    switch self {
    case .passphrase: "a passphrase"
    case .keyFile: "a key file"
    case .held: "a key in a keyring"
    }
  }
}
