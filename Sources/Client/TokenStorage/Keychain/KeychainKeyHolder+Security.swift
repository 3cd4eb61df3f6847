#if canImport(Security)
extension KeychainKeyHolder {
  /// Creates a holder of a key in this machine's keychain.
  ///
  /// - Parameters:
  ///   - app: The program's name, as in ``KeychainTokenStore``.
  ///   - accessGroup: The access group that shares the key, as in ``KeychainTokenStore``. `nil`
  ///     selects the first group of the program.
  ///   - accessibility: The time from which the key can be read, and whether backups include it.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name is invalid.
  public init(
    app: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly
  ) throws(TokenStoreError) {
    try self.init(
      app: app, accessGroup: accessGroup, accessibility: accessibility,
      hasFileKeychain: SecurityKeychainCalls.hasFileKeychain, calls: SecurityKeychainCalls())
  }
}
#endif
