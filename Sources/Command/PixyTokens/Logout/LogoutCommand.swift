package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// `pixy logout`: revokes an account's tokens at the server and deletes them on this machine.
package struct LogoutCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Revoke and delete an account's tokens.",
    discussion: """
      Revokes the tokens at the server (RFC 7009), then deletes them here. If the server can't be reached or doesn't \
      revoke tokens, they are deleted here only. A message then says how long they stay valid at the server and, for a \
      known provider, where you remove the application's access. The exit status is 0 if the tokens were revoked or \
      the server doesn't revoke tokens for this client; otherwise it is that of the error.
      """
  ).withExamples(of: "logout")

  @Argument(
    help: ArgumentHelp("The account, as in --account.", valueName: "account"),
    completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var named: String?

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Sign out every account of this profile.")
  var all = false

  @Flag(help: "Print the accounts as JSON: whether each was deleted here and revoked at the server.")
  var json = false

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  package func validate() throws {
    guard [all, account.account != nil, named != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one account, or --all.")
    }
  }

  package func run() async throws {
    let console = Console.standard
    do {
      // Checked before anything is deleted: a trace that can't be saved is wrong usage.
      _ = try account.tracing.recorder()
      guard let directory = try await AccountDirectory.openExisting(account.profile) else {
        // With `--all`, signing out of no accounts is a success.
        if all {
          console.say("No account is signed in.")
          if json { console.result(json: ["version": 1, "accounts": []]) }
          return
        }
        throw SignInNeeded(.noAccount, profile: account.profile.name)
      }
      var outcome: ExitCode = .success
      let accounts: [Account]
      var results: [JSONValue] = []
      if all {
        accounts = try await directory.accounts { outcome = console.report($0) }
        if accounts.isEmpty, outcome == .success { console.say("No account is signed in.") }
        for entry in directory.ended.entries { directory.ended.remove(entry.account) }
      } else if let entry = try await endedAccount(in: directory) {
        directory.ended.remove(entry.account)
        let name = UntrustedText("\(entry.account.name)@\(entry.account.server)")
        console.say("Signed out \(name): the server had ended its session, and its tokens were deleted then.")
        results.append(.object(entry.account.members.merging(["deleted": true, "revoked": false]) { $1 }))
        accounts = []
      } else {
        accounts = [try await self.account(of: named ?? account.choice, in: directory)]
      }
      for account in accounts {
        let status: ExitCode
        var members = account.members
        do {
          let isRevoked: Bool
          (status, isRevoked) = try await signOut(account, directory, console)
          members.merge(["deleted": true, "revoked": .bool(isRevoked)]) { $1 }
        } catch {
          guard all, !(error is CancellationError) else { throw error }
          members.merge(["deleted": false, "revoked": false]) { $1 }
          // The other accounts are signed out nevertheless.
          console.say("\(UntrustedText("\(account.name)@\(account.server)")) is still signed in.")
          status = console.report(error)
        }
        results.append(.object(members))
        if status != .success { outcome = status }
      }
      if json { console.result(json: ["version": 1, "accounts": .array(results)]) }
      try await Self.sayIfDefaultIsGone(directory, console)
      guard outcome == .success else { throw outcome }
    } catch {
      throw console.failure(reporting: error)
    }
  }

  /// Returns the named account if no account of this name is signed in, and its session has ended.
  private func endedAccount(in directory: AccountDirectory) async throws -> EndedAccounts.Entry? {
    guard let choice = named ?? account.choice, try await !directory.accounts().contains(where: { $0.matches(choice) })
    else { return nil }
    let entries = directory.ended.entries.filter { $0.account.matches(choice) }
    return entries.count == 1 ? entries.first : nil
  }

  /// Finds the account to sign out. Its tokens may be unreadable.
  private func account(of choice: String?, in directory: AccountDirectory) async throws -> Account {
    do {
      return try await directory.account(choice).account
    } catch let error as DamagedAccount {
      return error.account
    } catch let error as TokenStoreError where Self.isLost(error, in: directory) {
      let accounts = try await directory.accounts()
      if choice == nil, let current = directory.current.account(), accounts.contains(current) { return current }
      guard let account = try? AccountDirectory.account(choice, in: accounts) else { throw error }
      return account
    }
  }

  /// Returns whether stored tokens can no longer be read.
  private static func isLost(_ error: TokenStoreError, in directory: AccountDirectory) -> Bool {
    switch error.kind {
    case .damaged, .keyLost: true
    // There is no passphrase that the user may have mistyped, so the key itself was replaced. The
    // cause names another kind of key, which may still be there.
    case .wrongKey: directory.passphrase == nil && error.cause == nil
    default: false
    }
  }

  /// Says that commands use no other account by themselves.
  private static func sayIfDefaultIsGone(_ directory: AccountDirectory, _ console: Console) async throws {
    let accounts = try await directory.accounts()
    guard let defaultAccount = directory.current.account(), !accounts.isEmpty, !accounts.contains(defaultAccount) else {
      return
    }
    let command = SignInNeeded.switchCommand(profile: directory.profile)
    console.say("There is no default account now. Choose another one: \(command)")
  }

  /// Signs out an account, and says how.
  ///
  /// - Returns: The exit status, and whether the server revoked the tokens.
  private func signOut(
    _ account: Account, _ directory: AccountDirectory, _ console: Console
  ) async throws -> (status: ExitCode, isRevoked: Bool) {
    let name = UntrustedText("\(account.name)@\(account.server)")
    let result: SignOutOutcome
    var tokens: StoredTokens?
    do {
      let storedAccount = try await directory.storedAccount(account)
      tokens = storedAccount?.tokens
      if let storedAccount {
        result = try await signOut(storedAccount, directory, console)
      } else {
        let isThere = try await directory.store.tokens(for: account) != nil
        try await directory.store.withLock(on: account) { try await directory.store.delete(account) }
        result = isThere ? .deletedOnly(UnreadableRecord()) : .nothingToRevoke
      }
    } catch let error as DamagedAccount {
      try await directory.store.withLock(on: account) { try await directory.store.delete(account) }
      result = .deletedOnly(error.cause)
    } catch let error as TokenStoreError where Self.isLost(error, in: directory) {
      try await directory.store.withLock(on: account) { try await directory.store.delete(account) }
      result = .deletedOnly(error)
    }
    directory.ended.remove(account)
    switch result {
    case .revoked:
      console.say("Signed out \(name): the tokens were revoked at the server and deleted here.")
      return (.success, true)
    case .accessTokenLeft(let left):
      console.say("Signed out \(name): the tokens were deleted here, and the refresh token was revoked at the server.")
      let status = console.report(left)
      return (left.isUnsupported ? .success : status, false)
    case .nothingToRevoke: console.say("Signed out \(name): there were no tokens to revoke.")
    case .deletedOnly(let cause):
      console.say("Signed out \(name): the tokens were deleted here, but not revoked.")
      let error =
        if let tokens, !(cause is UnrevokedTokens) {
          TokensLeftAtServer(tokens, at: WallClock.system.now(), because: cause)
        } else {
          cause
        }
      let status = console.report(error)
      return (Self.isImpossible(error) ? .success : status, false)
    }
    return (.success, false)
  }

  private func signOut(_ storedAccount: StoredAccount, _ directory: AccountDirectory, _ console: Console) async throws
    -> SignOutOutcome
  {
    do {
      return try await session(storedAccount, directory, console).signOut()
    } catch let error as TokenSessionError {
      throw error
    } catch {
      // Without metadata the revocation endpoint is unknown. The tokens are deleted nevertheless.
      try await directory.store.withLock(on: storedAccount.account) {
        try await directory.store.delete(storedAccount.account)
      }
      return .deletedOnly(Self.unrevoked(storedAccount, because: error))
    }
  }

  /// Adds the facts about a known provider to the reason why tokens weren't revoked.
  private static func unrevoked(_ storedAccount: StoredAccount, because cause: any Error) -> any Error {
    guard storedAccount.record.server.isNamedProvider, let provider = try? storedAccount.record.server.provider() else {
      return cause
    }
    return UnrevokedTokens(
      at: provider, clientID: storedAccount.record.client.id, hasExpiry: storedAccount.tokens.expiresAt != nil,
      because: cause)
  }

  /// Returns whether the server can't revoke the tokens for this client, so that nothing has failed.
  private static func isImpossible(_ error: any Error) -> Bool {
    switch (error as? UnrevokedTokens)?.cause {
    case ProviderError.noRevocation?, ProviderError.revocationNeedsSecret?: true
    default: (error as? TokensLeftAtServer)?.isImpossible ?? false
    }
  }

  /// Creates the session that revokes the tokens, with the server's current metadata, or with the
  /// stored metadata if that can't be fetched.
  private func session(_ storedAccount: StoredAccount, _ directory: AccountDirectory, _ console: Console) async throws
    -> AccountSession
  {
    let (server, tracing) = (storedAccount.record.server, account.tracing)
    let transport = LazyTransport { try tracing.transport(server.transport()) }
    let logger = console.logger(isVerbose: verbose)
    do {
      return try await AccountSession(storedAccount, in: directory, through: transport, validFor: nil, logger: logger)
    } catch {
      guard storedAccount.record.knownMetadata != nil, !(error is CancellationError) else { throw error }
      var storedAccount = storedAccount
      storedAccount.record.metadataFoundAt = WallClock.system.now()
      return try await AccountSession(storedAccount, in: directory, through: transport, validFor: nil, logger: logger)
    }
  }
}

/// An account has tokens, but its record has the format of another version of this command.
struct UnreadableRecord: ExplainedError {
  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "unreadable_record", at: .storage, .system,
      "Another version of pixy saved this account; this version can't read its server.",
      remedy: "Revoke the tokens at the server, or sign out with that version.")
  }
}
