internal import OAuthCore
internal import OAuthProviders
internal import PixyAccounts
internal import TokenStorage

/// The accounts whose token a host may receive, for programs that name the host and not the
/// account.
struct HostAccounts {
  let book: AccountBook
  /// The account that the user named, if any.
  let choice: String?
  /// Additional origins that the user named together with the account.
  let further: [Endpoint]

  /// Opens the existing accounts. Returns `nil` without a home folder, in which nothing can be
  /// stored: programs call for every host, so that is not an error.
  static func book(_ options: ProfileOptions) async throws -> AccountBook? {
    guard (try? UserFolders(app: options.app)) != nil else { return nil }
    return try await AccountBook.openExisting(options)
  }

  /// Finds the account for a host.
  ///
  /// Only accounts whose tokens may go to the host are considered. Of several, the method returns
  /// the one with the program's user name, otherwise the default account.
  ///
  /// - Parameters:
  ///   - origins: The possible origins of the host.
  ///   - userName: The user name that the program has for the host.
  /// - Returns: `nil` if no account is for the host. The program then uses another source.
  /// - Throws: ``AccountChoiceError`` if several accounts are possible; ``SignInNeeded`` if the
  ///   named account isn't signed in, if the default account is for the same server and is no longer
  ///   signed in, or if the session of the host's only account has ended; `TokenStoreError`.
  func account(for origins: [String], userName: String? = nil) async throws -> StoredAccount? {
    var found = try await all(for: origins)
    if let choice {
      let named = try? AccountBook.account(choice, in: found.map(\.account))
      if let account = found.first(where: { $0.account == named }) { return account }
      // An account for another host is no error here: the program calls for every host. A name that
      // no account has is one.
      if try await !book.accounts().contains(where: { $0.goes(by: choice) }) {
        throw book.over(choice) ?? SignInNeeded(.unknown(choice), profile: book.profile)
      }
      return nil
    }
    let named = userName.flatMap { $0.isEmpty || TokenUserName.placeholders.contains($0) ? nil : $0 }
    if let named {
      found = found.filter { $0.goes(by: named) }
    } else if let chosen = book.current.account(), found.contains(where: { $0.server == chosen.server }),
      !(try await book.accounts().contains(chosen))
    {
      // The host's remaining account may be another user's.
      throw book.defaultIsGone(chosen)
    }
    if found.isEmpty,
      let entry = book.ended.entries.last(where: {
        !Set($0.origins).isDisjoint(with: origins) && (named == nil || $0.account.name == named)
      }),
      let over = book.over("\(entry.account.name)@\(entry.account.provider)")
    {
      throw over
    }
    if found.count > 1, let current = try await book.currentAccount(),
      let kept = found.first(where: { $0.account == current })
    {
      return kept
    }
    guard found.count <= 1 else { throw AccountChoiceError.several(found.map(\.account)) }
    return found.first
  }

  /// Returns every account whose tokens may go to one of these origins.
  ///
  /// An account that can't be read doesn't affect other hosts. An account whose name can't be read
  /// either is skipped, and `pixy doctor` reports it.
  /// - Throws: The error of an unreadable account, if it may be for this host by its name and no
  ///   other account is.
  func all(for origins: [String]) async throws -> [StoredAccount] {
    guard !origins.isEmpty else { return [] }
    var found: [StoredAccount] = []
    var problem: (any Error)?
    for account in try await book.accounts() {
      let kept: StoredAccount?
      do {
        kept = try await book.kept(account)
      } catch {
        if origins.contains(where: { $0.hasSuffix("://" + account.server) }) { problem = error }
        continue
      }
      guard let kept else { continue }
      // With a named account, the user decides which hosts it is for.
      let places = kept.hostOrigins + (choice == nil ? [] : further.map(\.origin))
      if !Set(places).isDisjoint(with: origins) { found.append(kept) }
    }
    if let problem, found.isEmpty { throw problem }
    return found
  }
}

extension StoredAccount {
  /// The origins that may receive the account's tokens: those of ``origins``, that of the sign-in
  /// page (it is the server's own, and usually serves the git repositories), and those of the same
  /// provider's repositories and images.
  var hostOrigins: [String] {
    var places = origins.map(\.origin)
    var pages = [record.server.endpoints["authorization_endpoint"], record.metadata?["authorization_endpoint"]?.string]
    if case .known(let metadata)? = try? record.server.knownProvider()?.server {
      pages.append(metadata.authorizationEndpoint?.text)
    }
    places += pages.compactMap { page in page.flatMap { try? Endpoint($0).origin } }
    return places + Self.siblings.filter { places.contains($0.origin) }.flatMap(\.further)
  }

  private static let siblings: [(origin: String, further: [String])] = [
    ("https://github.com", ["https://gist.github.com", "https://ghcr.io"]),
    ("https://gitlab.com", ["https://registry.gitlab.com"]),
  ]

  /// Returns whether this user name at the server belongs to the account's user.
  func goes(by name: String) -> Bool {
    account.name == name || ["preferred_username", "login", "email"].contains { record.claims[$0]?.string == name }
  }
}
