#if canImport(Security)
extension KeychainTokenStore {
  /// Creates a store in this machine's keychain. The items have no access control, so the
  /// data-protection keychain never prompts the user.
  ///
  /// - Parameters:
  ///   - app: The program's name in its items, for example its bundle identifier: 1 to 128 ASCII
  ///     letters, digits, dots, hyphens and underscores, not beginning with a dot. A store with
  ///     another name finds none of the tokens.
  ///   - folder: The folder of the locks, as an absolute path. Processes that share the tokens (an
  ///     app and its extension) must use the same folder, in the container of their app group.
  ///   - accessGroup: The group of programs that share the tokens, as the entitlement
  ///     `keychain-access-groups` names it, with the team's prefix. With a group, the file keychain
  ///     is never used. `nil` selects the program's first group, and tokens of other groups are not
  ///     found. A store with another group finds none of the tokens: migrate them.
  ///   - accessibility: The time from which the tokens can be read, and whether backups include
  ///     them.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name is invalid.
  public init(
    app: String, locks folder: String, accessGroup: String? = nil,
    accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly
  ) throws(TokenStoreError) {
    try self.init(
      app: app, locks: AccountLocks(folder: folder), accessGroup: accessGroup, accessibility: accessibility,
      hasFileKeychain: SecurityKeychainCalls.hasFileKeychain, calls: SecurityKeychainCalls())
  }
}
#endif
