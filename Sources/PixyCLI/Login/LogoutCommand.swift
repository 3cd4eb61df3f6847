internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// `pixy logout`: has the server end an account's tokens, and deletes them here.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "End an account's tokens and forget them.",
    discussion: """
      Has the server revoke the tokens (RFC 7009), then deletes them; they are deleted also if the server can't be reached or knows no \
      revocation, and it is said then that they live on there. The exit status is 0 if they are ended, or if the server has no way to end them; \
      otherwise that of what went wrong there.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Every account of this profile.")
  var all = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    guard !(all && account.account != nil) else { throw ValidationError("Give --all or --account, not both.") }
  }

  func run() async throws {
    let console = Console.standard
    do {
      // Before anything is deleted: a trace that can't be saved is wrong usage.
      _ = try account.tracing.recorder()
      guard let book = try await AccountBook.openExisting(account.profile) else {
        // There is nothing to end, and that is what `--all` asks for.
        if all { return }
        throw SignInNeeded(.noAccount, profile: account.profile.name)
      }
      var outcome: ExitCode = .success
      let accounts = all ? try await book.accounts() : [try await book.account(account.choice).account]
      for account in accounts {
        let status: ExitCode
        do {
          status = try await signOut(account, book, console)
        } catch {
          guard all, !(error is CancellationError) else { throw error }
          // The others are signed out all the same.
          console.say("\(UntrustedText("\(account.name)@\(account.server)")) is still signed in.")
          status = ExitStatus.tell(error, on: console)
        }
        if status != .success { outcome = status }
      }
      guard outcome == .success else { throw outcome }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func signOut(_ account: Account, _ book: AccountBook, _ console: Console) async throws -> ExitCode {
    let name = UntrustedText("\(account.name)@\(account.server)")
    let result: SignOutOutcome
    if let kept = try await book.kept(account) {
      do {
        result = try await session(kept, book, console).signOut()
      } catch let error as TokenSessionError {
        throw error
      } catch {
        // The server's addresses can't be had, so it can't be told; the tokens go all the same.
        try await book.store.withLock(on: account) { try await book.store.delete(account) }
        result = .deletedOnly(error)
      }
    } else {
      let isThere = try await book.store.tokens(for: account) != nil
      try await book.store.withLock(on: account) { try await book.store.delete(account) }
      result = isThere ? .deletedOnly(UnreadableRecord()) : .nothingToRevoke
    }
    switch result {
    case .revoked: console.say("Signed out \(name): the server has ended the tokens, and they are deleted.")
    case .nothingToRevoke: console.say("Signed out \(name): there were no tokens to end.")
    case .deletedOnly(let error):
      console.say(
        "Signed out \(name): the tokens are deleted here, but the server has not ended them; they end by themselves.")
      if (error as? EndpointError)?.problem == .notAnnounced { return .success }
      return ExitStatus.tell(error, on: console)
    }
    return .success
  }

  /// What tells the server, by what it says of itself today, or else by what is known of it.
  private func session(_ kept: KeptAccount, _ book: AccountBook, _ console: Console) async throws -> AccountSession {
    let (server, tracing) = (kept.record.server, account.tracing)
    let transport = LazyTransport { try tracing.transport(server.transport()) }
    let logger = console.logger(isVerbose: verbose)
    do {
      return try await AccountSession(kept, in: book, through: transport, validFor: nil, logger: logger)
    } catch {
      guard kept.record.knownMetadata != nil, !(error is CancellationError) else { throw error }
      var kept = kept
      kept.record.metadataFoundAt = WallClock.system.now()
      return try await AccountSession(kept, in: book, through: transport, validFor: nil, logger: logger)
    }
  }
}

/// There are tokens, and another version of this command wrote down how they were got.
struct UnreadableRecord: ExplainedError {
  var code: String { "unreadable_record" }
  var step: FlowStep { .storage }
  var explanation: String { "Another version of pixy signed in there, and this one can't tell at which server." }
  var remedy: String { "End the tokens at the server, or use that version for it." }
}
