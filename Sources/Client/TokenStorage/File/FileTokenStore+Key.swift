internal import Synchronization

extension FileTokenStore {
  /// Runs a blocking body that needs the store's key. The store's file is checked each time,
  /// because another process may have removed the folder and created a store with another key.
  func withKey<Result: Sendable>(
    _ body: @escaping @Sendable (DataKey) throws(TokenStoreError) -> Result
  ) async throws(TokenStoreError) -> Result {
    let folder = folder
    let openKey = state.withLock { $0.openKey }
    if let openKey {
      let result = try await work.run { () throws(TokenStoreError) -> Result? in
        guard try folder.store()?.id == openKey.id else { return nil }
        return try body(openKey)
      }
      if let result { return result }
    }
    let key = try await opening.key { [self] () throws(TokenStoreError) in try await openOrMake() }
    return try await work.run { () throws(TokenStoreError) in try body(key) }
  }

  private func openOrMake() async throws(TokenStoreError) -> DataKey {
    let folder = folder
    let openKey: DataKey
    if let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) {
      let key = state.withLock { $0.key }
      openKey = try await keys.open(store, with: key, place: folder.storePlace)
    } else {
      openKey = try await BackgroundTime.system.hold { () async throws(TokenStoreError) in try await makeOrOpen() }
    }
    state.withLock { $0.openKey = openKey }
    return openKey
  }

  /// Creates the store. When several processes start at once, the first one creates it and the others
  /// open it.
  private func makeOrOpen() async throws(TokenStoreError) -> DataKey {
    let folder = folder
    let lock = try await lock()
    defer { folder.unlock(lock) }
    // Read the key only now: the previous holder of the lock may have changed it.
    let key = state.withLock { $0.key }
    if let store = try await work.run({ () throws(TokenStoreError) in try folder.store() }) {
      return try await keys.open(store, with: key, place: folder.storePlace)
    }
    let newKey = StoreFile.newKey(folder.files.random)
    let store = try await keys.seal(newKey, with: key)
    try await work.run { () throws(TokenStoreError) in try folder.keep(store) }
    return newKey
  }
}
