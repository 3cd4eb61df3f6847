internal import OAuthCore
public import OAuthProviders
public import TokenStorage

/// The errors of a credential store on every system: Apple's keychain, a Linux desktop's keyring,
/// or files.
public typealias KeychainError = TokenStoreError

/// The stored tokens of users at one GitHub host, by login, in any `TokenStore`. Use the keychain
/// on Apple's systems, and the result of `StorageLadder` on Linux.
///
/// ```swift
/// let opened = try await StorageLadder.system(app: "com.example.relay").open()
/// let credentials = GitHubCredentialStore(opened.store)
/// ```
///
/// Logins are compared as GitHub compares them: without regard to the case of the letters A to Z.
public struct GitHubCredentialStore: Sendable {
  /// The store that contains the tokens.
  public let store: any TokenStore
  /// The GitHub host that issued the tokens.
  public let host: GitHubHost

  /// Creates a view of one GitHub host's tokens in a store.
  ///
  /// - Parameters:
  ///   - store: The store for the tokens. An application that is both an OAuth App and a GitHub App
  ///     needs two stores.
  ///   - host: The GitHub host. The same login at another host is another account. Default:
  ///     github.com.
  public init(_ store: any TokenStore, host: GitHubHost = .gitHubDotCom) {
    self.store = store
    self.host = host
  }

  /// Saves tokens and replaces those that the login has.
  ///
  /// ``GitHubAuthService`` saves the tokens of a sign-in itself. Call this function for tokens from
  /// elsewhere, before the login has a session.
  ///
  /// - Parameters:
  ///   - tokens: The tokens to save.
  ///   - login: The login that the tokens belong to.
  /// - Throws: `KeychainError` if the tokens can't be saved or the login can't be an account's
  ///   name.
  public func save(_ tokens: StoredTokens, for login: String) async throws(KeychainError) {
    try await store.save(tokens, for: account(login))
  }

  /// Saves an access token that doesn't expire, such as one of an OAuth App, and replaces the tokens
  /// that the login has.
  ///
  /// - Parameters:
  ///   - token: The access token.
  ///   - login: The login that the token belongs to.
  /// - Throws: `KeychainError` if the token can't be saved or the login can't be an account's name.
  public func save(_ token: String, for login: String) async throws(KeychainError) {
    try await save(StoredTokens(accessToken: Secret(token), receivedAt: WallClock.system.now()), for: login)
  }

  /// Returns the tokens of a login.
  ///
  /// - Parameter login: The login, in upper or lower case.
  /// - Returns: The tokens; `nil` if there are none.
  /// - Throws: `KeychainError` if the store can't be read. The login may have tokens then.
  public func tokens(for login: String) async throws(KeychainError) -> StoredTokens? {
    try await store.tokens(for: account(login))
  }

  /// Deletes the tokens of a login, and makes the login no longer the current one.
  ///
  /// The tokens stay valid at GitHub; ``GitHubAuthService/signOut(login:)`` revokes them.
  ///
  /// - Parameter login: The login, in upper or lower case.
  /// - Throws: `KeychainError` if the tokens may still be stored.
  public func delete(login: String) async throws(KeychainError) {
    try await store.delete(account(login))
  }

  /// Makes a login the current one.
  ///
  /// - Parameter login: The login, in upper or lower case. It must have tokens.
  /// - Throws: `KeychainError` if the login has no tokens or the store can't be written.
  public func setCurrentAccount(_ login: String) async throws(KeychainError) {
    try await store.setCurrentAccount(account(login))
  }

  /// Returns the current login, spelled as at GitHub.
  ///
  /// - Returns: The login; `nil` if there is no current one.
  /// - Throws: `KeychainError` if the store can't be read.
  public func currentAccount() async throws(KeychainError) -> String? {
    try await current()?.login
  }

  /// Returns the current user and the granted scope; `nil` if there is no current login.
  func current() async throws(KeychainError) -> GHAuthInfo? {
    guard let account = try await store.currentAccount(of: provider),
      let tokens = try await store.tokens(for: account)
    else { return nil }
    return GHAuthInfo(tokens, savedFor: account.name)
  }

  /// Returns the account for a login's tokens.
  func account(_ login: String) throws(KeychainError) -> Account {
    try Account(provider: provider, name: Self.lowercased(login))
  }

  private var provider: String { ProviderServer.known(host.metadata).accountProvider }

  /// Returns the login with the letters A to Z in lower case; GitHub's logins have no other
  /// letters.
  static func lowercased(_ login: String) -> String {
    String(decoding: login.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
