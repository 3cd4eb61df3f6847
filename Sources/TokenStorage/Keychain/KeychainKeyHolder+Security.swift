#if canImport(Security)
extension KeychainKeyHolder {
  /// Keeps the key in this machine's keychain.
  ///
  /// - Parameters:
  ///   - app: as for ``KeychainTokenStore``.
  ///   - accessGroup: who shares the key, as for ``KeychainTokenStore``; nil for the first group that the program is in.
  ///   - accessibility: from when on, and in which backups.
  ///   - reason: what the person is told if the system must ask them; nil if they must not be asked.
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name can't be used.
  public init(
    app: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly,
    asking reason: String? = nil
  ) throws(TokenStoreError) {
    try self.init(
      app: app, accessGroup: accessGroup, accessibility: accessibility, asking: reason,
      hasFileKeychain: SecurityKeychainCalls.hasFileKeychain, calls: SecurityKeychainCalls())
  }
}
#endif
