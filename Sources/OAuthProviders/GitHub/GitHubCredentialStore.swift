public import TokenStorage

/// Why a credential store couldn't do what it was asked for, on whichever system: in Apple's keychain, in a Linux desktop's keyring, in files.
public typealias KeychainError = TokenStoreError

/// The tokens of people at one GitHub, by their logins, in any `TokenStore`: the keychain on Apple's systems, on Linux what
/// `StorageLadder` finds.
///
/// ```swift
/// let opened = try await StorageLadder.system(app: "com.example.relay").open()
/// let credentials = GitHubCredentialStore(opened.store)
/// ```
///
/// Logins are compared as GitHub does: upper and lower case of the letters A to Z are the same.
public struct GitHubCredentialStore: Sendable {
  /// Where the tokens are kept.
  public let store: any TokenStore
  /// Which GitHub they are of.
  public let host: GitHubHost

  /// Names the tokens of one GitHub in a store.
  ///
  /// - Parameters:
  ///   - store: where they are kept. An app that is both an OAuth App and a GitHub App has to use two.
  ///   - host: which GitHub. The same login at another one is another account.
  public init(_ store: any TokenStore, host: GitHubHost = .gitHubDotCom) {
    self.store = store
    self.host = host
  }

  /// Keeps tokens in place of whatever the login has. ``GitHubAuthService`` does it at a sign-in; call it for tokens that come from
  /// elsewhere, before there is a session for them.
  ///
  /// - Parameters:
  ///   - tokens: what to keep.
  ///   - login: whose they are.
  /// - Throws: `KeychainError`, also if the login can't be one.
  public func save(_ tokens: StoredTokens, for login: String) async throws(KeychainError) {
    try await store.save(tokens, for: account(login))
  }

  /// The tokens of a login; `nil` if there are none.
  ///
  /// - Parameter login: in any case.
  /// - Throws: `KeychainError` if the store can't be read, which says nothing about whether there are any.
  public func tokens(for login: String) async throws(KeychainError) -> StoredTokens? {
    try await store.tokens(for: account(login))
  }

  /// Forgets the tokens of a login, and that it is the current one. GitHub isn't asked to end them:
  /// ``GitHubAuthService/signOut(login:)`` does.
  ///
  /// - Parameter login: in any case.
  /// - Throws: `KeychainError` if it isn't known that they are gone.
  public func delete(login: String) async throws(KeychainError) {
    try await store.delete(account(login))
  }

  /// Makes a login the current one.
  ///
  /// - Parameter login: in any case; it must have tokens.
  /// - Throws: `KeychainError`.
  public func setCurrentAccount(_ login: String) async throws(KeychainError) {
    try await store.setCurrentAccount(account(login))
  }

  /// The current login, as the person spells it; `nil` if there is none.
  ///
  /// - Throws: `KeychainError` if the store can't be read.
  public func currentAccount() async throws(KeychainError) -> String? {
    try await current()?.login
  }

  /// Who is current, and what was granted.
  func current() async throws(KeychainError) -> GHAuthInfo? {
    guard let account = try await store.currentAccount(of: provider),
      let tokens = try await store.tokens(for: account)
    else { return nil }
    return GHAuthInfo(tokens, savedFor: account.name)
  }

  /// The account that a login's tokens are kept for.
  func account(_ login: String) throws(KeychainError) -> Account {
    try Account(provider: provider, name: Self.lowercased(login))
  }

  private var provider: String { ProviderServer.known(host.metadata).accountProvider }

  /// With the letters A to Z in lower case, and no others: GitHub knows no others.
  static func lowercased(_ login: String) -> String {
    String(decoding: login.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
