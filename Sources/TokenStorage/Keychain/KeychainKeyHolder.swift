public import OAuthCore

/// Keeps the key of encrypted token files in the keychain of Apple's systems.
///
/// For apps that keep tokens in files all the same, to share a folder between programs for example. Made with
/// `init(app:accessGroup:accessibility:asking:)`, which exists where there is a keychain. Which keychain it uses is found as
/// ``KeychainTokenStore`` finds it.
public struct KeychainKeyHolder: KeyHolder {
  private static let account = "key"

  private let app: KeychainApp
  private let keychain: OpenedKeychain
  private let blocking = BlockingWork("pixy.keychain-key")

  /// Uses a keychain through its calls; the public initializer gives Apple's.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name can't be used.
  package init(
    app: String, accessGroup: String?, accessibility: KeychainAccessibility, asking reason: String?,
    hasFileKeychain: Bool,
    calls: any KeychainCalls
  ) throws(TokenStoreError) {
    self.app = try KeychainApp(app, accessGroup: accessGroup)
    // A mark of its own keeps the key out of lists of accounts.
    keychain = OpenedKeychain(
      calls,
      OpenedKeychain.Settings(
        mark: self.app.fileKey, accessGroup: accessGroup, accessibility: accessibility, reason: reason,
        hasFileKeychain: hasFileKeychain))
  }

  /// Which keychain; until the first call only that it is one.
  public var location: StorageLocation { keychain.location }

  /// The key that is kept.
  ///
  /// - Throws: as ``KeychainTokenStore/tokens(for:)``.
  public func key() async throws(TokenStoreError) -> Secret? {
    try await blocking.run { () throws(TokenStoreError) in
      guard let item = try keychain.item(service: app.fileKey, account: Self.account, .secret) else { return nil }
      guard let key = item.secret else { throw TokenStoreError(.damaged, place: keychain.place) }
      return key
    }
  }

  /// Keeps a new key, unless there is one: the keychain lets one item of a name be made, whoever comes second.
  ///
  /// - Throws: as ``KeychainTokenStore/tokens(for:)``.
  public func keepKey(_ key: Secret) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      try keychain.addUnlessThere(
        KeychainItem(
          service: app.fileKey, account: Self.account, label: "\(app.name): key of token files", secret: key))
    }
  }
}
