internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
internal import TokenStorage

extension AccountDirectory {
  /// Finds the account for an MCP server.
  ///
  /// Without a choice, it is the account whose resource (RFC 8707) contains the URL, of several the
  /// one with the longest path. If no account names such a resource, it is an account without
  /// resources there whose tokens may go to the URL's origin.
  ///
  /// The account's issuer must be one of the authorization servers that the server names (MCP
  /// 2026-07-28, Token Handling). If the server names none, only an account of a resource or a named
  /// one is used. If that can't be read at the moment, only an account of a resource is used.
  ///
  /// - Parameters:
  ///   - target: The URL.
  ///   - choice: A name, a server, or both; `nil` if the user named no account.
  ///   - identityProvider: The same for the account at the identity provider. An account that another one
  ///     vouched for isn't used. Default: not named.
  ///   - command: The command that signs in at the URL.
  ///   - read: Reads the authorization servers that the server names, through the connection of an
  ///     account. It isn't called if no account is for the URL.
  /// - Returns: `nil` if no account is for the URL.
  /// - Throws: ``SignInNeeded`` if the account is of another authorization server;
  ///   ``AccountChoiceError`` if several accounts are for the URL; the errors of ``account(_:)``, of
  ///   ``HostAccounts`` and of `read`.
  func account(
    for target: Endpoint, named choice: String?, vouchedBy identityProvider: String? = nil,
    signingInWith command: String,
    reading read: @Sendable (StoredAccount) async throws -> ResourceIssuers
  ) async throws -> StoredAccount? {
    let candidates: [StoredAccount]
    if let choice {
      candidates = [try await account(choice)]
    } else {
      let matches = try await accounts(ofResource: target, vouchedBy: identityProvider)
      candidates = matches.isEmpty ? try await hostAccount(for: target).map { [$0] } ?? [] : matches
    }
    guard let first = candidates.first else { return nil }
    switch try await read(first) {
    case .named(let issuers):
      let accountsOfIssuers = candidates.filter { $0.isFrom(issuers) }
      if accountsOfIssuers.isEmpty {
        throw SignInNeeded(
          .anotherAuthorizationServer(target, issuers, first.account), command: command, profile: profile)
      }
      return try one(of: accountsOfIssuers, for: target)
    case .unpublished:
      if choice == nil, !first.isFor(target) {
        throw SignInNeeded(.unconfirmed(target, first.account), command: command, profile: profile)
      }
    case .unread(let error): if !first.isFor(target) { throw error }
    }
    return try one(of: candidates, for: target)
  }

  /// Finds an account without resources at the URL's origin, whose tokens may go there.
  private func hostAccount(for target: Endpoint) async throws -> StoredAccount? {
    let hosts = HostAccounts(directory: self, choice: nil, further: [])
    guard let matches = try await hosts.account(for: [target.origin]) else { return nil }
    let resources = matches.record.resources.compactMap { try? Endpoint($0) }
    return resources.contains { $0.origin == target.origin } ? nil : matches
  }

  /// Finds the account for a request: the named one, otherwise that of the URL's resource, otherwise
  /// the default account.
  ///
  /// - Parameters:
  ///   - choice: A name, a server, or both; `nil` if the user named no account.
  ///   - target: The URL of the request; `nil` if it isn't known.
  /// - Throws: The errors of ``account(_:)``.
  func account(_ choice: String?, requesting target: Endpoint?) async throws -> StoredAccount {
    if choice == nil, let target, let matches = try await account(ofResource: target) { return matches }
    return try await account(choice)
  }

  /// Finds the account whose resource contains a URL.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: ``AccountChoiceError`` if several have the same resource and none of them is the default
  ///   account.
  func account(ofResource target: Endpoint) async throws -> StoredAccount? {
    let matches = try await accounts(ofResource: target)
    return matches.isEmpty ? nil : try one(of: matches, for: target)
  }

  /// Returns the accounts whose resources contain a URL, the one of the last sign-in first.
  private func accounts(
    ofResource target: Endpoint, vouchedBy identityProvider: String? = nil
  ) async throws -> [StoredAccount] {
    var matches: [StoredAccount] = []
    for account in try await accounts() {
      if let storedAccount = try await keptUnlessDamaged(account), storedAccount.isFor(target) {
        matches.append(storedAccount)
      }
    }
    if let identityProvider {
      let vouched = matches.filter { $0.record.identityProvider?.matches(identityProvider) ?? false }
      matches = vouched.isEmpty ? matches.filter { $0.record.identityProvider == nil } : vouched
    }
    func moment(_ account: StoredAccount) -> Date { account.record.signedInAt ?? .distantPast }
    return matches.sorted { moment($0) > moment($1) }
  }

  /// Selects the account whose resource has the longest path, and of several the default account.
  private func one(of accounts: [StoredAccount], for target: Endpoint) throws -> StoredAccount {
    func length(_ account: StoredAccount) -> Int {
      account.record.resources.compactMap { try? Endpoint($0) }.filter { $0.contains(target) }.map(\.text.utf8.count)
        .max() ?? 0
    }
    let longest = accounts.map(length).max()
    let matches = accounts.filter { length($0) == longest }
    if let usual = current.account(), let storedAccount = matches.first(where: { $0.account == usual }) {
      return storedAccount
    }
    guard let only = matches.first, matches.count == 1 else { throw AccountChoiceError.several(matches.map(\.account)) }
    return only
  }
}
