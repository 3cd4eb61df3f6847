internal import Synchronization

extension FileTokenStore {
  /// Creates the file for the account's next tokens and reserves its space on the disk.
  ///
  /// The save then only has to write into this file, synchronize it, and rename it. If the process
  /// is killed after the write, the next ``withLock(on:_:)`` finishes the save.
  ///
  /// - Throws: ``TokenStoreError/Kind/full`` or ``TokenStoreError/Kind/readOnly`` if the tokens
  ///   couldn't be saved now; another ``TokenStoreError`` if the folder can't be used.
  public func prepareSave(for account: Account) async throws(TokenStoreError) {
    let folder = folder
    // A caller that replaces tokens has read them, with this key.
    guard state.withLock({ $0.openKey != nil && $0.preparedFiles[account] == nil }) else { return }
    let preparedFile = try await work.run { () throws(TokenStoreError) -> PreparedFile? in
      guard try folder.files.folder.isThere() else { return nil }
      return try folder.prepare(account)
    }
    state.withLock { $0.preparedFiles[account] = preparedFile }
  }

  /// Saves tokens in the file that was prepared for them.
  ///
  /// - Returns: Whether the tokens are saved. If not, the usual way finds out why: the folder may
  ///   have been removed meanwhile, and is then created again.
  func saveInPrepared(_ tokens: StoredTokens, for account: Account) async -> Bool {
    let folder = folder
    let (key, preparedFile) = state.withLock { ($0.openKey, $0.preparedFiles.removeValue(forKey: account)) }
    guard let key, let preparedFile else { return false }
    return
      (try? await work.run { () throws(TokenStoreError) in
        try folder.save(tokens, account, key, in: preparedFile)
      }) != nil
  }

  /// Removes the file that was prepared for a save that didn't happen.
  func discardPrepared(for account: Account) async {
    let folder = folder
    guard let preparedFile = state.withLock({ $0.preparedFiles.removeValue(forKey: account) }) else { return }
    try? await work.run { () throws(TokenStoreError) in folder.files.discard(preparedFile) }
  }

  /// Finishes a save that was interrupted because its process was killed. The caller holds the
  /// account's lock.
  ///
  /// Without the store's key nothing is done, because a sign-out must not depend on the key.
  func finishInterruptedSave(of account: Account) async throws(TokenStoreError) {
    let folder = folder
    guard try await work.run({ () throws(TokenStoreError) in try folder.hasPrepared(account) }),
      let key = try? await withKey({ $0 })
    else { return }
    try await whenFree { [work] () throws(TokenStoreError) in
      try await work.run { () throws(TokenStoreError) in try folder.finishSave(of: account, key) }
    }
  }
}
