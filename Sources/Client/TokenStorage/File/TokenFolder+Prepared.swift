/// Saves that are prepared before the tokens are known. The caller of each function holds the
/// account's lock, which excludes all other prepared saves of the account.
extension TokenFolder {
  /// The space that is reserved in addition to the size of the present file, in bytes.
  private static let growth = 4_096

  /// Creates the file of an account's next tokens; `nil` if it already exists.
  func prepare(_ account: Account) throws(TokenStoreError) -> PreparedFile? {
    let name = Self.name(account)
    let current = try files.read(name, atMost: FileFormat.maximumBytes) ?? []
    return try files.prepare(name, after: current, reserving: current.count + Self.growth)
  }

  /// Saves tokens in a prepared file.
  func save(
    _ tokens: StoredTokens, _ account: Account, _ key: DataKey, in preparedFile: PreparedFile
  ) throws(TokenStoreError) {
    let bytes: [UInt8]
    do throws(TokenStoreError) {
      bytes = try self.bytes(of: tokens, account, key)
    } catch {
      files.discard(preparedFile)
      throw error
    }
    try files.replace(Self.name(account), with: bytes, in: preparedFile)
  }

  /// Whether a process left a prepared file of the account when it was killed.
  func hasPrepared(_ account: Account) throws(TokenStoreError) -> Bool {
    try !files.preparedNames(of: Self.name(account)).isEmpty
  }

  /// Saves the tokens that a killed process has written completely into a prepared file, and
  /// removes the account's prepared files.
  ///
  /// These tokens are the newest ones: the file replaces the present version, and their server has
  /// already issued them.
  ///
  /// - Returns: `nil` if nothing was done because another writer holds the lock.
  func finishSave(of account: Account, _ key: DataKey) throws(TokenStoreError) -> Void? {
    try whileLocked { () throws(TokenStoreError) in
      let name = Self.name(account)
      let current = try files.read(name, atMost: FileFormat.maximumBytes) ?? []
      if let bytes = try files.leftover(of: name, after: current, atMost: FileFormat.maximumBytes + Self.growth),
        // The seal covers the account and every byte.
        (try? file(bytes, name).tokens(key, place: place(name))) != nil
      {
        try files.replace(name, with: bytes)
      }
      try removePrepared(account)
    }
  }

  /// Removes the account's prepared files.
  func removePrepared(_ account: Account) throws(TokenStoreError) {
    for name in try files.preparedNames(of: Self.name(account)) { try files.remove(name) }
  }
}
