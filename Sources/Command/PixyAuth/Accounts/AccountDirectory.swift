package import ArgumentParser
internal import FoundationBasics
internal import OAuth
package import OAuthCore
package import PixyAccounts
internal import PixyTerminal
package import TokenStorage

/// The signed-in accounts, with their tokens in the best store of the machine.
///
/// Every command that uses stored tokens opens one. It needs no network.
package struct AccountDirectory: Sendable {
  package let store: any TokenStore
  package let folders: UserFolders
  package let environment: [String: String]
  package let current: CurrentAccountFile
  /// The name of the set of accounts; `nil` for the default set.
  package var profile: String?
  /// The passphrase of the token files, if there is one.
  package var passphrase: Secret?

  /// Opens the directory for a sign-in, and chooses a store on first use. The store has saved a test
  /// entry then, so that no sign-in is lost after the browser.
  ///
  /// - Parameters:
  ///   - options: The set of accounts.
  ///   - environment: The environment variables that name folders and keyrings; tests pass their
  ///     own.
  ///   - say: Reports the store's location when it is chosen, which happens once.
  /// - Throws: `TokenStoreError`; `ValidationError` if the passphrase can't be read.
  package static func open(
    _ options: ProfileOptions, environment: [String: String] = ProcessInfo.processInfo.environment,
    saying say: @Sendable (String) -> Void = Console.standard.say
  ) async throws -> AccountDirectory {
    let folders = try UserFolders(app: options.app, environment: environment)
    let passphrase = try Storage.passphrase(environment)
    let opened = try await Storage.ladder(app: options.app, passphrase: passphrase, environment: environment).open()
    for finding in opened.passedOver {
      // A store that this machine doesn't have needs no words.
      guard let problem = finding.problem, problem.kind != .absent else { continue }
      say("Not used: \(finding) \(TerminalRemedy.text(for: problem))")
    }
    if opened.isNewChoice {
      say("Tokens are stored here: \(opened.store.location.description)")
    } else {
      try await opened.store.checkSaving()
    }
    if let notice = notice(of: opened, profile: options.name) { say(notice) }
    return AccountDirectory(
      store: opened.store, folders: folders, environment: environment,
      current: CurrentAccountFile(folder: folders.data), profile: options.name, passphrase: passphrase)
  }

  /// Opens the existing directory.
  ///
  /// - Throws: ``SignInNeeded`` if there is none; the errors of ``open(_:environment:saying:)``.
  package static func existing(_ options: ProfileOptions) async throws -> AccountDirectory {
    guard let directory = try await openExisting(options) else { throw SignInNeeded(.noAccount, profile: options.name) }
    return directory
  }

  /// Opens the existing directory without changing anything.
  ///
  /// - Returns: `nil` before the first sign-in.
  package static func openExisting(
    _ options: ProfileOptions, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> AccountDirectory? {
    try await openExisting(
      profile: options.name, passphrase: Storage.passphrase(environment), environment: environment,
      saying: Console.standard.say)
  }

  /// Returns the words about a move that isn't finished; `nil` if there is none.
  private static func notice(of opened: OpenedStorage, profile: String?) -> String? {
    guard let move = opened.unfinishedMove else { return nil }
    let command = "pixy storage move" + (profile.map { " --profile \($0)" } ?? "")
    return """
      pixy: Moving the tokens to \(move.destination) isn't finished. \(move.problem.explanation) \
      \(TerminalRemedy.text(for: move.problem)) `\(command) \(move.destination)` goes on; `\(command) \
      \(opened.rung)` takes it back.
      """
  }

  /// Opens the existing directory with a passphrase that was already read, and changes nothing.
  ///
  /// - Parameters:
  ///   - profile: The name of the set of accounts; `nil` for the default set.
  ///   - passphrase: The passphrase of the token files; `nil` if there is none.
  ///   - environment: The environment variables that name folders and keyrings.
  ///   - say: Reports a move of the tokens that isn't finished. Default: reports nothing.
  /// - Returns: `nil` before the first sign-in.
  package static func openExisting(
    profile: String?, passphrase: Secret?, environment: [String: String] = ProcessInfo.processInfo.environment,
    saying say: @Sendable (String) -> Void = { _ in }
  ) async throws -> AccountDirectory? {
    let app = ProfileOptions.app(of: profile)
    let folders = try UserFolders(app: app, environment: environment)
    let ladder = try Storage.ladder(app: app, passphrase: passphrase, environment: environment)
    guard let opened = try await ladder.openChosen() else { return nil }
    if let notice = notice(of: opened, profile: profile) { say(notice) }
    return AccountDirectory(
      store: opened.store, folders: folders, environment: environment,
      current: CurrentAccountFile(folder: folders.data), profile: profile, passphrase: passphrase)
  }

  /// The accounts whose sessions the server has ended.
  package var ended: EndedAccounts { EndedAccounts(folder: folders.data) }

  /// Returns the readable accounts, sorted. A damaged entry doesn't affect the others.
  ///
  /// - Parameter report: Receives the error of each entry that can't be read.
  package func accounts(reporting report: (TokenStoreError) -> Void = { _ in }) async throws -> [Account] {
    let (accounts, problems) = try await store.listing()
    problems.forEach(report)
    return accounts
  }

  /// Reads an account's tokens and record.
  ///
  /// - Returns: `nil` if the store has no tokens for the account, or another program wrote them.
  /// - Throws: ``DamagedAccount``; another `TokenStoreError` if the store can't be read.
  package func storedAccount(_ account: Account) async throws -> StoredAccount? {
    guard let tokens = try await tokens(for: account), var record = AccountRecord(in: tokens) else { return nil }
    record.profile = profile
    return StoredAccount(account: account, record: record, tokens: tokens)
  }

  private func tokens(for account: Account) async throws -> StoredTokens? {
    do {
      return try await store.tokens(for: account)
    } catch {
      throw error.kind == .damaged ? DamagedAccount(account: account, cause: error) : error
    }
  }

  /// Reads an account for a sign-in, which replaces a damaged one.
  ///
  /// - Returns: `nil` in the cases of ``kept(_:)``, and if the stored tokens are damaged.
  package func keptUnlessDamaged(_ account: Account) async throws -> StoredAccount? {
    do {
      return try await storedAccount(account)
    } catch is DamagedAccount {
      return nil
    }
  }

  /// Finds the account that a command is about.
  ///
  /// - Parameter choice: A name, a server, or both; `nil` for the default account.
  /// - Throws: ``SignInNeeded`` if no account matches, or if the default account is no longer signed
  ///   in; ``AccountChoiceError`` if several match; `TokenStoreError` if no account matches and an
  ///   entry can't be read, because that entry may be the account.
  package func account(_ choice: String?) async throws -> StoredAccount {
    let defaultAccount = choice == nil ? current.account() : nil
    if let defaultAccount, let storedAccount = try await storedAccount(defaultAccount) { return storedAccount }
    var problems: [TokenStoreError] = []
    let accounts = try await accounts { problems.append($0) }
    // The name of a damaged account is known only if it is the default account.
    if let choice, let usual = current.account(), usual.matches(choice), !accounts.contains(usual) {
      _ = try await storedAccount(usual)
    }
    // Another account may be another user's: only the user replaces the choice.
    if let defaultAccount, !accounts.isEmpty || !problems.isEmpty, !accounts.contains(defaultAccount) {
      throw problems.first ?? defaultIsGone(defaultAccount)
    }
    // Without a choice, the entry that can't be read may be the account that the user means.
    if choice == nil, defaultAccount == nil, let problem = problems.first { throw problem }
    let account: Account
    do {
      account = try Self.account(choice, in: accounts)
    } catch let error as SignInNeeded {
      throw problems.first ?? endedSession(of: choice) ?? SignInNeeded(error.reason, profile: profile)
    }
    guard let storedAccount = try await storedAccount(account) else {
      throw SignInNeeded(
        .unusable(account, "This version of pixy can't read what is stored for \(UntrustedText("\(account)"))."),
        profile: profile)
    }
    return storedAccount
  }

  /// Returns the error for the default account, which is no longer signed in.
  package func defaultIsGone(_ account: Account) -> any Error {
    let command = ended.entries.first { $0.account == account }?.command
    return command.map { SignInNeeded(.defaultIsGone(account), command: $0, profile: profile) }
      ?? SignInNeeded(.defaultIsGone(account), profile: profile)
  }

  /// Returns the reason why commands find no default account although one was signed in before, or no
  /// account at all; `nil` if there is no such reason.
  ///
  /// - Parameter accounts: All readable accounts.
  package func problem(with accounts: [Account]) async -> (any Error)? {
    let usual = current.account()
    if let usual, !accounts.contains(usual) {
      do {
        _ = try await storedAccount(usual)
      } catch {
        return error
      }
    }
    if accounts.isEmpty { return endedSession(of: nil) ?? SignInNeeded(.noAccount, profile: profile) }
    guard let usual, !accounts.contains(usual) else { return nil }
    return defaultIsGone(usual)
  }

  /// Returns the error for an account whose session the server has ended; `nil` if the choice names
  /// no such account, or several.
  ///
  /// - Parameter choice: A name, a server, or both; `nil` if there is no account left.
  package func endedSession(of choice: String?) -> SignInNeeded? {
    let matches = ended.entries.filter { choice.map($0.account.matches) ?? true }
    guard let entry = matches.first, matches.count == 1 else { return nil }
    let name = UntrustedText("\(entry.account.name)@\(entry.account.server)")
    return SignInNeeded(.unusable(entry.account, "The session of \(name) has ended."), command: entry.command)
  }

  /// Selects one of several accounts. Without a choice, only a single account is selected.
  package static func account(_ choice: String?, in accounts: [Account]) throws -> Account {
    guard let choice else {
      if let only = accounts.first, accounts.count == 1 { return only }
      if accounts.isEmpty { throw SignInNeeded(.noAccount) }
      throw AccountChoiceError.several(accounts)
    }
    switch AccountSelection(choice, in: accounts) {
    case .one(let account): return account
    case .none: throw SignInNeeded(.unknown(choice, similar: similar(to: choice, in: accounts)))
    case .several(let accounts): throw AccountChoiceError.several(accounts)
    }
  }

  /// Returns the account that a misspelled choice probably means, as a choice; `nil` if none is similar.
  package static func similar(to choice: String, in accounts: [Account]) -> String? {
    let spellings = accounts.flatMap { account in
      [account.name, account.server, account.choice(among: accounts)].map { (text: $0, account: account) }
    }
    let closest = Spelling.closest(to: choice, among: spellings.map(\.text))
    return spellings.first { $0.text == closest }?.account.choice(among: accounts)
  }

  /// Finds the account with a subject that `--name` didn't name. The account with the preferred name comes before the
  /// default account, and both before others.
  ///
  /// - Parameters:
  ///   - subject: The user's `sub`, or the user's ID at the provider.
  ///   - provider: The server's name in the store.
  ///   - name: The preferred name.
  package func account(of subject: String, at provider: String, preferring name: String) async throws -> Account? {
    let current = current.account()
    var found: Account?
    for account in try await accounts() where account.provider == provider {
      guard let record = try await keptUnlessDamaged(account)?.record, record.subject == subject, record.name == nil
      else { continue }
      if account.name == name { return account }
      if found == nil || account == current { found = account }
    }
    return found
  }

  /// Returns what a sign-in is going to replace, with the scopes that will be lost; `nil` if it requests all that the
  /// stored tokens have, or if the server chooses the scope.
  ///
  /// - Parameters:
  ///   - record: The sign-in.
  ///   - provider: The server's name in the store.
  func notice(beforeReplacingBy record: AccountRecord, at provider: String) async throws -> String? {
    guard !record.scope.isEmpty else { return nil }
    for account in try await accounts() where account.provider == provider {
      guard let stored = try await keptUnlessDamaged(account),
        record.name.map({ $0 == account.name }) ?? (stored.record.name == nil),
        stored.record.grant.needsUser == record.grant.needsUser
      else { continue }
      let lost = stored.scopeLost(to: record.scope)
      guard !lost.isEmpty else { continue }
      let name = UntrustedText("\(account.name)@\(account.server)")
      let scope = UntrustedText(lost.joined(separator: " "))
      return """
        The tokens of \(name) also have the scope \(scope). If the same user signs in now, the new tokens replace \
        them, without it. To keep both, end this sign-in and give another --name. To keep the scope: \
        \(stored.loginCommand(adding: record.scope))
        """
    }
    return nil
  }

  /// Returns the default account; `nil` if there is no account, if the default account is no longer
  /// signed in, or if there are several and no default.
  package func currentAccount() async throws -> Account? {
    let accounts = try await accounts()
    if let account = current.account(), !accounts.isEmpty { return accounts.contains(account) ? account : nil }
    return accounts.count == 1 ? accounts[0] : nil
  }

  /// Sets the default account.
  package func choose(_ account: Account) async throws {
    try await store.setCurrentAccount(account)
    try current.choose(account)
  }

  /// Stores the tokens of a sign-in.
  ///
  /// - Parameters:
  ///   - tokens: The issued tokens.
  ///   - record: The record of how the tokens were obtained.
  ///   - account: The account of the tokens.
  package func save(_ tokens: StoredTokens, _ record: AccountRecord, for account: Account) async throws {
    var tokens = tokens
    tokens.additionalMembers[AccountRecord.member] = record.json
    try await store.withLock(on: account) { [tokens] in try await store.save(tokens, for: account) }
    ended.remove(account)
  }

  /// Stores the server's current metadata with an account, so that later runs need no discovery.
  ///
  /// A failure of the store is ignored here. It is reported when tokens have to be stored.
  ///
  /// - Throws: `CancellationError`.
  func keepMetadata(of found: StoredAccount) async throws {
    do {
      try await store.withLock(on: found.account) {
        // Another process may have signed out, or signed in at another server, meanwhile.
        guard var tokens = try await store.tokens(for: found.account), var record = AccountRecord(in: tokens),
          record.server == found.record.server
        else { return }
        record.metadata = found.record.metadata
        record.metadataFoundAt = found.record.metadataFoundAt
        tokens.additionalMembers[AccountRecord.member] = record.json
        try await store.save(tokens, for: found.account)
      }
    } catch is TokenStoreError {}
  }
}

/// The reason why no account could be selected.
package enum AccountChoiceError: Error {
  case several([Account])
  /// `pixy switch` found several of all accounts.
  case severalToSwitchTo([Account], in: [Account])
}

extension Account {
  /// Returns the shortest text that selects only this account: its name with the server, or with
  /// the server's whole name in the store, which ends with the client ID.
  package func choice(among accounts: [Account]) -> String {
    let short = "\(name)@\(server)"
    return AccountSelection(short, in: accounts) == .one(self) ? short : "\(name)@\(provider)"
  }
}

extension AccountChoiceError: ExplainedError, TerminalError {
  package var exitStatus: ExitCode? { .validationFailure }
  /// The facts of each case.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .several(let accounts):
      row(
        "ambiguous_account",
        "Several accounts match: "
          + accounts.map { UntrustedText($0.choice(among: accounts)).description }.joined(separator: ", ") + ".",
        remedy: "Choose one with --account, or set a default with `pixy switch`.")
    case .severalToSwitchTo(let accounts, let all):
      row(
        "ambiguous_account",
        "Several accounts match: "
          + accounts.map { UntrustedText($0.choice(among: accounts)).description }.joined(separator: ", ") + ".",
        remedy: "Run one of these: "
          + accounts.map { account in
            // A name that a terminal can't show as it is can't be copied either.
            let word = UntrustedText(account.choice(among: all)).description
            return "pixy switch " + (word.hasPrefix("-") ? "-- " : "") + ShellWord.quoted(word)
          }.joined(separator: ", or "))
    }
  }
}
