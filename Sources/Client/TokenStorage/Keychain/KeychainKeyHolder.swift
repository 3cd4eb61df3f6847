public import OAuthCore

/// A holder that keeps the key of encrypted token files in the keychain of Apple's systems.
///
/// Use it if an app needs token files although there is a keychain, for example to share a folder
/// between programs. Create it with `init(app:accessGroup:accessibility:)`, which exists where
/// there is a keychain. It selects the keychain as ``KeychainTokenStore`` does.
public struct KeychainKeyHolder: KeyHolder {
  private static let account = "key"

  private let app: KeychainApp
  private let keychain: OpenedKeychain
  private let blocking = BlockingWork("pixy.keychain-key")

  /// Creates a holder that makes its calls through `calls`. The public initializer passes Apple's.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name is invalid.
  package init(
    app: String, accessGroup: String?, accessibility: KeychainAccessibility, hasFileKeychain: Bool,
    calls: any KeychainCalls
  ) throws(TokenStoreError) {
    self.app = try KeychainApp(app, accessGroup: accessGroup)
    // A separate mark keeps the key out of lists of accounts.
    keychain = OpenedKeychain(
      calls,
      OpenedKeychain.Settings(
        mark: self.app.fileKey, test: self.app.test, accessGroup: accessGroup, accessibility: accessibility,
        hasFileKeychain: hasFileKeychain))
  }

  /// The keychain in use. Before the first call it isn't known which one that is.
  public var location: StorageLocation { keychain.location }

  /// Returns the stored key.
  ///
  /// - Throws: The errors of ``KeychainTokenStore/tokens(for:)``.
  public func key() async throws(TokenStoreError) -> Secret? {
    try await blocking.run { () throws(TokenStoreError) in
      guard let item = try keychain.item(service: app.fileKey, account: Self.account, .secret) else { return nil }
      guard let key = item.secret else { throw TokenStoreError(.damaged, place: keychain.place) }
      return key
    }
  }

  /// Stores a new key, unless there is one already. The keychain allows one item of a name, so the
  /// first writer wins.
  ///
  /// - Throws: The errors of ``KeychainTokenStore/tokens(for:)``.
  public func keepKey(_ key: Secret) async throws(TokenStoreError) {
    try await blocking.run { () throws(TokenStoreError) in
      try keychain.addUnlessThere(
        KeychainItem(
          service: app.fileKey, account: Self.account, label: "\(app.name): key of token files", secret: key))
    }
  }
}
