internal import OAuthCore
internal import OAuthProviders
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
internal import TokenStorage

/// The accounts whose token a host may receive, for programs that name the host and not the
/// account.
struct HostAccounts {
  let directory: AccountDirectory
  /// The account that the user named, if any.
  let choice: String?
  /// Additional origins that the user named together with the account.
  let further: [Endpoint]

  /// Opens the existing accounts. Returns `nil` without a home folder, in which nothing can be
  /// stored: programs call for every host, so that is not an error.
  static func directory(_ options: ProfileOptions) async throws -> AccountDirectory? {
    guard (try? UserFolders(app: options.app)) != nil else { return nil }
    return try await AccountDirectory.openExisting(options)
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
    var candidates = try await all(for: origins)
    if let choice {
      let named = try? AccountDirectory.account(choice, in: candidates.map(\.account))
      if let account = candidates.first(where: { $0.account == named }) { return account }
      // An account for another host is no error here: the program calls for every host. A name that
      // no account has is one.
      let accounts = try await directory.accounts()
      if AccountSelection(choice, in: accounts) == .none {
        throw directory.endedSession(of: choice)
          ?? SignInNeeded(
            .unknown(choice, similar: AccountDirectory.similar(to: choice, in: accounts)), profile: directory.profile)
      }
      return nil
    }
    let named = userName.flatMap { $0.isEmpty || TokenUserName.placeholders.contains($0) ? nil : $0 }
    if let named {
      candidates = candidates.filter { $0.matches(named) }
    } else if let defaultAccount = directory.current.account(),
      candidates.contains(where: { $0.server == defaultAccount.server }),
      !(try await directory.accounts().contains(defaultAccount))
    {
      // The host's remaining account may be another user's.
      throw directory.defaultIsGone(defaultAccount)
    }
    if candidates.isEmpty,
      let entry = directory.ended.entries.last(where: {
        !Set($0.origins).isDisjoint(with: origins) && (named == nil || $0.account.name == named)
      }),
      let ended = directory.endedSession(of: "\(entry.account.name)@\(entry.account.provider)")
    {
      throw ended
    }
    if candidates.count > 1, let current = try await directory.currentAccount(),
      let storedAccount = candidates.first(where: { $0.account == current })
    {
      return storedAccount
    }
    guard candidates.count <= 1 else { throw AccountChoiceError.several(candidates.map(\.account)) }
    return candidates.first
  }

  /// Returns every account whose tokens may go to one of these origins.
  ///
  /// An account that can't be read doesn't affect other hosts. An account whose name can't be read
  /// either is skipped, and `pixy doctor` reports it.
  /// - Throws: The error of an unreadable account, if it may be for this host by its name and no
  ///   other account is.
  func all(for origins: [String]) async throws -> [StoredAccount] {
    guard !origins.isEmpty else { return [] }
    var candidates: [StoredAccount] = []
    var problem: (any Error)?
    for account in try await directory.accounts() {
      let storedAccount: StoredAccount?
      do {
        storedAccount = try await directory.storedAccount(account)
      } catch {
        if origins.contains(where: { $0.hasSuffix("://" + account.server) }) { problem = error }
        continue
      }
      guard let storedAccount else { continue }
      // With a named account, the user decides which hosts it is for.
      let places = storedAccount.hostOrigins + (choice == nil ? [] : further.map(\.origin))
      if !Set(places).isDisjoint(with: origins) { candidates.append(storedAccount) }
    }
    if let problem, candidates.isEmpty { throw problem }
    return candidates
  }
}

extension StoredAccount {
  /// Returns whether this user name at the server belongs to the account's user.
  func matches(_ name: String) -> Bool {
    account.name == name || ["preferred_username", "login", "email"].contains { record.claims[$0]?.string == name }
  }
}
