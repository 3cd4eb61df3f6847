internal import OAuthCore
internal import OAuthProviders
internal import PixyAccounts
internal import TokenStorage

/// Which account a host may have the token of, where a program names the host and nobody names the account.
struct HostAccounts {
  let book: AccountBook
  /// The account that somebody named, if they did.
  let choice: String?
  /// Origins beside those that the account has, which somebody named together with it.
  let further: [Endpoint]

  /// The accounts that are there: none without a home, in which nothing can be kept, because programs call for every host.
  static func book(_ options: ProfileOptions) async throws -> AccountBook? {
    guard (try? UserFolders(app: options.app)) != nil else { return nil }
    return try await AccountBook.openExisting(options)
  }

  /// The account for a host.
  ///
  /// It is one whose tokens may go there. Of several it is the one that goes by the name that the program has, otherwise the current one.
  ///
  /// - Parameters:
  ///   - origins: the host's, as it could be reached.
  ///   - userName: who the program thinks the person is there.
  /// - Returns: `nil` if no account is for the host: the program asks somebody else then.
  /// - Throws: ``AccountChoiceError`` if it could be several; `TokenStoreError`.
  func account(for origins: [String], userName: String? = nil) async throws -> KeptAccount? {
    var found = try await all(for: origins)
    if let choice {
      // An account of another host is no error here: the program calls for every host.
      let named = try? AccountBook.account(choice, in: found.map(\.account))
      return found.first { $0.account == named }
    }
    if let userName, !userName.isEmpty, !TokenUserName.placeholders.contains(userName) {
      found = found.filter { $0.goes(by: userName) }
    }
    if found.count > 1, let current = try await book.currentAccount(),
      let kept = found.first(where: { $0.account == current })
    {
      return kept
    }
    guard found.count <= 1 else { throw AccountChoiceError.several(found.map(\.account)) }
    return found.first
  }

  /// Every account whose tokens may go to one of these origins.
  ///
  /// An account that can't be read hinders nobody else's hosts; one whose name can't be read either is passed over, and `pixy doctor` tells of it.
  /// - Throws: why one can't be read, if no other account is for the host and by its name this one may be.
  func all(for origins: [String]) async throws -> [KeptAccount] {
    guard !origins.isEmpty else { return [] }
    var found: [KeptAccount] = []
    var problem: (any Error)?
    for account in try await book.store.listing().accounts {
      let kept: KeptAccount?
      do {
        kept = try await book.kept(account)
      } catch {
        if origins.contains(where: { $0.hasSuffix("://" + account.server) }) { problem = error }
        continue
      }
      guard let kept else { continue }
      // With a name given, the person says which hosts the account is for.
      let places = kept.hostOrigins + (choice == nil ? [] : further.map(\.origin))
      if !Set(places).isDisjoint(with: origins) { found.append(kept) }
    }
    if let problem, found.isEmpty { throw problem }
    return found
  }
}

extension KeptAccount {
  /// The origins whose tokens these are: those of ``origins``, that of the page where the person signed in (it is the server's own; git's
  /// repositories are usually there), and those that the same provider has for repositories and images.
  var hostOrigins: [String] {
    var places = origins.map(\.origin)
    var pages = [record.server.authorizationEndpoint, record.metadata?["authorization_endpoint"]?.string]
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

  /// Whether somebody who is called so at the server is this one.
  func goes(by name: String) -> Bool {
    account.name == name || ["preferred_username", "login", "email"].contains { record.claims[$0]?.string == name }
  }
}
