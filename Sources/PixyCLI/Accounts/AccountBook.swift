#if CLI
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
  private let current: CurrentAccountFile

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
      current: CurrentAccountFile(folder: folders.data))
  }

  /// Opens the book if there is one, for helpers that programs call for every host: nothing is made, and nothing said.
  ///
  /// - Returns: `nil` if nobody has kept anything, or nothing can be kept, because there is no home.
  /// - Throws: as ``open(_:environment:saying:)``.
  static func openExisting(
    _ options: ProfileOptions, environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> AccountBook? {
    guard let folders = try? UserFolders(app: options.app, environment: environment),
      FileManager.default.fileExists(atPath: folders.data)
    else { return nil }
    return try await open(options, environment: environment, saying: { _ in })
  }

  /// All accounts, sorted.
  func accounts() async throws -> [Account] {
    try await store.accounts()
  }

  /// What is kept for an account.
  ///
  /// - Returns: `nil` if nothing is, or it wasn't written by this command.
  func kept(_ account: Account) async throws -> KeptAccount? {
    guard let tokens = try await store.tokens(for: account), let record = AccountRecord(in: tokens) else { return nil }
    return KeptAccount(account: account, record: record, tokens: tokens)
  }

  /// The account that somebody means.
  ///
  /// - Parameter choice: a name, a server, or both; `nil` for the current one.
  /// - Throws: ``SignInNeeded`` if there is none; ``AccountChoiceError`` if it could be several.
  func account(_ choice: String?) async throws -> KeptAccount {
    if choice == nil, let account = current.account(), let kept = try await kept(account) { return kept }
    let accounts = try await accounts()
    let account = try Self.account(choice, in: accounts)
    guard let kept = try await kept(account) else {
      throw SignInNeeded(
        .over(account, "What is kept for \(UntrustedText("\(account)")) cannot be used by this version."))
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
#endif
