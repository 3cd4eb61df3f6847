#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// The accounts that somebody has signed in to, with their tokens in the best store that the machine has.
///
/// Every command that isn't about a single request opens one. Nothing here needs the network.
struct AccountBook: Sendable {
  let store: any TokenStore
  let folders: UserFolders
  let environment: [String: String]
  let current: CurrentAccountFile
  /// Which set of accounts it is; `nil` for the usual one.
  var profile: String?

  /// Opens the book.
  ///
  /// - Parameters:
  ///   - options: which set of accounts.
  ///   - environment: where folders and keyrings are looked up; tests pass their own.
  ///   - say: told where tokens go when that is decided, which happens once.
  /// - Throws: `TokenStoreError`; `ValidationError` if the passphrase can't be read.
  static func open(
    _ options: ProfileOptions, environment: [String: String] = ProcessInfo.processInfo.environment,
    saying say: @Sendable (String) -> Void = Console.standard.say
  ) async throws -> AccountBook {
    let folders = try UserFolders(app: options.app, environment: environment)
    let opened = try await Storage.ladder(app: options.app, environment: environment).open()
    if opened.isNewChoice { say("Tokens are kept here: \(opened.store.location.description)") }
    return AccountBook(
      store: opened.store, folders: folders, environment: environment,
      current: CurrentAccountFile(folder: folders.data), profile: options.name)
  }

  /// Opens the book that is there.
  ///
  /// - Throws: ``SignInNeeded`` if there is none; as ``open(_:environment:saying:)``.
  static func existing(_ options: ProfileOptions) async throws -> AccountBook {
    guard let book = try await openExisting(options) else { throw SignInNeeded(.noAccount, profile: options.name) }
    return book
  }

  /// Opens the book that is there, and makes none: looking changes nothing.
  ///
  /// - Returns: `nil` if nobody ever signed in.
  static func openExisting(
    _ options: ProfileOptions, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> AccountBook? {
    let folders = try UserFolders(app: options.app, environment: environment)
    guard let opened = try await Storage.ladder(app: options.app, environment: environment).openChosen() else {
      return nil
    }
    return AccountBook(
      store: opened.store, folders: folders, environment: environment,
      current: CurrentAccountFile(folder: folders.data), profile: options.name)
  }

  /// All accounts, sorted.
  func accounts() async throws -> [Account] {
    try await store.accounts()
  }

  /// What is kept for an account.
  ///
  /// - Returns: `nil` if nothing is, or it wasn't written by this command.
  func kept(_ account: Account) async throws -> KeptAccount? {
    guard let tokens = try await store.tokens(for: account), var record = AccountRecord(in: tokens) else { return nil }
    record.profile = profile
    return KeptAccount(account: account, record: record, tokens: tokens)
  }

  /// The account that somebody means.
  ///
  /// - Parameter choice: a name, a server, or both; `nil` for the current one.
  /// - Throws: ``SignInNeeded`` if there is none; ``AccountChoiceError`` if it could be several.
  func account(_ choice: String?) async throws -> KeptAccount {
    if choice == nil, let account = current.account(), let kept = try await kept(account) { return kept }
    let accounts = try await accounts()
    let account: Account
    do {
      account = try Self.account(choice, in: accounts)
    } catch let error as SignInNeeded {
      throw SignInNeeded(error.reason, profile: profile)
    }
    guard let kept = try await kept(account) else {
      throw SignInNeeded(
        .over(account, "What is kept for \(UntrustedText("\(account)")) cannot be used by this version."),
        profile: profile)
    }
    return kept
  }

  /// Picks one of several accounts by what somebody typed.
  static func account(_ choice: String?, in accounts: [Account]) throws -> Account {
    guard let choice else {
      if let only = accounts.first, accounts.count == 1 { return only }
      if accounts.isEmpty { throw SignInNeeded(.noAccount) }
      throw AccountChoiceError.several(accounts)
    }
    let found = accounts.filter { $0.goes(by: choice) }
    if let only = found.first, found.count == 1 { return only }
    if found.isEmpty { throw SignInNeeded(.unknown(choice)) }
    throw AccountChoiceError.several(found)
  }

  /// The account of a person who has signed in at a provider before; of several the current one, or the first.
  ///
  /// - Parameter subject: who it is, as the server tells people apart.
  func account(of subject: String, at provider: String) async throws -> Account? {
    let current = current.account()
    var found: Account?
    for account in try await accounts() where account.provider == provider {
      guard try await kept(account)?.record.subject == subject else { continue }
      if found == nil || account == current { found = account }
    }
    return found
  }

  /// The account that commands are about when they aren't told; `nil` if there is none, or none was chosen of several.
  func currentAccount() async throws -> Account? {
    // One that can't be read doesn't hinder the choice of another.
    let accounts = try await store.listing().accounts
    if let account = current.account(), accounts.contains(account) { return account }
    return accounts.count == 1 ? accounts[0] : nil
  }

  /// Makes an account the current one.
  func choose(_ account: Account) async throws {
    try await store.setCurrentAccount(account)
    try current.choose(account)
  }

  /// Keeps the tokens of a sign-in, and makes its account the current one.
  ///
  /// - Parameters:
  ///   - tokens: what the server gave.
  ///   - record: how they were got.
  ///   - account: whose they are.
  func keep(_ tokens: StoredTokens, _ record: AccountRecord, for account: Account) async throws {
    var tokens = tokens
    tokens.additionalMembers[AccountRecord.member] = record.json
    try await store.withLock(on: account) { [tokens] in try await store.save(tokens, for: account) }
    try await choose(account)
  }

  /// Writes down what an account's server says of itself now, so that later runs needn't ask.
  ///
  /// A store that takes nothing is no reason to stop: whoever has tokens to keep is told of it then.
  ///
  /// - Throws: `CancellationError`.
  func keepMetadata(of found: KeptAccount) async throws {
    do {
      try await store.withLock(on: found.account) {
        // Another process may have signed in at another server since, or out.
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

/// Several accounts could be meant.
enum AccountChoiceError: Error {
  case several([Account])
}

extension AccountChoiceError: ExplainedError {
  var code: String { "ambiguous_account" }
  var step: FlowStep { .configuration }
  var explanation: String {
    switch self {
    case .several(let accounts):
      "It could be \(accounts.map { UntrustedText("\($0.name)@\($0.server)").description }.joined(separator: ", "))."
    }
  }
  var remedy: String { "Say which with --account, or choose one with `pixy switch`." }
}
