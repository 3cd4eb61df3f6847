#if canImport(Security)
extension KeychainTokenStore {
  /// Tokens in this machine's keychain.
  ///
  /// - Parameters:
  ///   - app: names the program in its items, such as its bundle identifier: 1 to 128 letters, digits, points, hyphens and
  ///     underscores of ASCII, no point first. Another name finds none of the tokens.
  ///   - folder: where locks are kept, an absolute path. Processes that share the tokens (an app and its extension) must be
  ///     given the same one, in the container of their app group.
  ///   - accessGroup: who shares the tokens, as the entitlement `keychain-access-groups` names it with the team's prefix; nil for
  ///     the first group that the program is in, and then no other group's tokens are found, whatever groups it is in. With a
  ///     group the file keychain is never used. Another group finds none of the tokens: migrate them.
  ///   - accessibility: from when on, and in which backups.
  ///   - reason: what the person is told if the system must ask them; nil if they must not be asked, which services and
  ///     refreshes in the background want: the call fails with `locked` then. macOS asks for items of the file keychain
  ///     whatever this is.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name can't be used.
  public init(
    app: String, locks folder: String, accessGroup: String? = nil,
    accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly, asking reason: String? = nil
  ) throws(TokenStoreError) {
    try self.init(
      app: app, locks: AccountLocks(folder: folder), accessGroup: accessGroup, accessibility: accessibility,
      asking: reason, hasFileKeychain: SecurityKeychainCalls.hasFileKeychain, calls: SecurityKeychainCalls())
  }
}
#endif
