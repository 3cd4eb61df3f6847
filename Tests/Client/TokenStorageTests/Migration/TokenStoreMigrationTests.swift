import OAuthTestSupport
import Testing
import TokenStorage

@Suite struct TokenStoreMigrationTests {
  private struct Stores {
    let faults = StoreFaults()
    let from = MemoryTokenStore()
    let to = MemoryTokenStore()
    let accounts: [Account]

    init() throws {
      accounts = try [
        LadderFixture.account("ada"), LadderFixture.account("grace"),
        LadderFixture.account("ada", provider: "https://b.example"),
      ]
      for (number, account) in accounts.enumerated() { from.save(LadderFixture.tokens("t\(number)"), for: account) }
      try from.setCurrentAccount(accounts[1])
      try from.setCurrentAccount(accounts[2])
    }

    func run(reversed: Bool = false) async throws -> MigrationReport {
      func store(_ store: MemoryTokenStore, _ kind: String) -> FaultyTokenStore {
        FaultyTokenStore(
          store, faults, location: StorageLocation(StorageKind(rawValue: kind), place: kind, protection: "None."))
      }
      let (from, to) = (store(from, reversed ? "z" : "a"), store(to, reversed ? "a" : "z"))
      return try await TokenStoreMigration(from: from, to: to).run()
    }

    /// Expects that every account's tokens are in one store or in both, complete.
    func expectNothingLost(_ comment: Comment, at location: SourceLocation = #_sourceLocation) {
      for (number, account) in accounts.enumerated() {
        let kept = [from.tokens(for: account), to.tokens(for: account)].compactMap { $0 }
        #expect(!kept.isEmpty, comment, sourceLocation: location)
        #expect(kept.allSatisfy { $0 == LadderFixture.tokens("t\(number)") }, comment, sourceLocation: location)
      }
    }

    func expectMoved(_ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation) {
      for (number, account) in accounts.enumerated() {
        #expect(to.tokens(for: account) == LadderFixture.tokens("t\(number)"), comment, sourceLocation: location)
      }
      #expect(to.accounts() == accounts.sorted() && from.accounts().isEmpty, comment, sourceLocation: location)
      #expect(to.currentAccount(of: "https://a.example") == accounts[1], comment, sourceLocation: location)
      #expect(to.currentAccount(of: "https://b.example") == accounts[2], comment, sourceLocation: location)
    }
  }

  @Test(arguments: [false, true])
  func `All accounts and current accounts are moved, and a second run changes nothing`(_ reversed: Bool) async throws {
    let stores = try Stores()
    #expect(try await stores.run(reversed: reversed).movedAccounts == stores.accounts.sorted())
    stores.expectMoved()
    let again = try await stores.run(reversed: reversed)
    #expect(again.movedAccounts.isEmpty && again.remainders.isEmpty)
    stores.expectMoved()
  }

  /// Failures of each call in turn: before or after the store has executed it, once or from that
  /// call on, as when the process crashes.
  @Test(arguments: [false, true], [1, Int.max])
  func `If any call is interrupted, nothing is lost, and another run finishes the migration`(
    _ isDone: Bool, _ times: Int
  ) async throws {
    var number = 0
    while true {
      let stores = try Stores()
      stores.faults.fail(next: nil, with: TokenStoreError(.full), after: number, done: isDone, times: times)
      let report = try? await stores.run()
      stores.expectNothingLost("call \(number)")
      let isOver = report != nil && number >= stores.faults.calls.count
      stores.faults.heal()
      if isOver { break }
      #expect(report == nil, "call \(number) didn't fail")
      _ = try await stores.run()
      stores.expectMoved("call \(number)")
      number += 1
    }
    // One listing, and eight or nine calls for each account.
    #expect(number > 20)
  }

  @Test func `If a left copy and the source differ, the newer tokens stay`() async throws {
    let stores = try Stores()
    let newer = LadderFixture.tokens("newer", seconds: 60)
    stores.to.save(newer, for: stores.accounts[0])
    stores.to.save(LadderFixture.tokens("older", seconds: -60), for: stores.accounts[1])
    _ = try await stores.run()
    #expect(stores.to.tokens(for: stores.accounts[0]) == newer)
    #expect(stores.to.tokens(for: stores.accounts[1]) == LadderFixture.tokens("t1"))
    #expect(stores.from.accounts().isEmpty)
  }

  @Test func `Other accounts at the destination stay`() async throws {
    let stores = try Stores()
    let other = try LadderFixture.account("other")
    stores.to.save(LadderFixture.tokens("other"), for: other)
    _ = try await stores.run()
    #expect(stores.to.tokens(for: other) == LadderFixture.tokens("other"))
    #expect(stores.to.accounts().count == 4)
  }

  @Test(arguments: [TokenStoreError.Kind.damaged, .newerFormat])
  func `An unreadable account stays and is reported, and the others are moved`(
    _ kind: TokenStoreError.Kind
  ) async throws {
    let stores = try Stores()
    stores.faults.fail(next: .tokens, with: TokenStoreError(kind, place: "a"))
    let report = try await stores.run()
    #expect(report.movedAccounts.count == 2)
    #expect(report.remainders.map(\.account) == [stores.accounts[0]])
    #expect(report.remainders.map(\.error) == [TokenStoreError(kind, place: "a")])
    #expect(stores.from.accounts() == [stores.accounts[0]])
    stores.expectNothingLost("left")
  }

  @Test func `A damaged file is reported, and the other accounts are moved`() async throws {
    let test = try TestStore(.keyFile)
    let source = try test.open()
    for account in [TestStore.ada, TestStore.grace] { try await source.save(TestStore.tokens(1), for: account) }
    try test.folder.write([], to: TestStore.name(TestStore.ada))
    let to = MemoryTokenStore()
    let report = try await TokenStoreMigration(
      from: FaultyTokenStore(source, StoreFaults()), to: to
    ).run()
    #expect(report.movedAccounts == [TestStore.grace] && report.remainders.isEmpty)
    #expect(report.problems.map(\.kind) == [.damaged])
    #expect(report.problems.first?.place == test.folder.appending(TestStore.name(TestStore.ada)))
    #expect(to.accounts() == [TestStore.grace])
    #expect(try test.folder.bytes(TestStore.name(TestStore.ada)) == [])
  }

  @Test func `Locks of two stores in one folder don't wait for each other`() async throws {
    let folder = try TemporaryFolder()
    let locks = AccountLocks(folder: folder.path, patience: .zero)
    let account = try LadderFixture.account("ada")
    try await locks.withLock(on: account) {
      try await locks.scoped("one").withLock(on: account) {
        try await locks.scoped("two").withLock(on: account) {
          let error = await #expect(throws: TokenStoreError.self) {
            try await locks.scoped("one").withLock(on: account) {}
          }
          #expect(error?.kind == .busy)
        }
      }
    }
  }

  /// A store that saves other tokens than it was given.
  private final class Forgetful: TokenStore {
    let inner = MemoryTokenStore()
    var location: StorageLocation { StorageLocation(.file, place: "forgetful", protection: "None.") }

    func tokens(for account: Account) async throws(TokenStoreError) -> StoredTokens? { inner.tokens(for: account) }
    func save(_ tokens: StoredTokens, for account: Account) async throws(TokenStoreError) {
      var tokens = tokens
      tokens.refreshToken = nil
      inner.save(tokens, for: account)
    }
    func delete(_ account: Account) async throws(TokenStoreError) { inner.delete(account) }
    func accounts() async throws(TokenStoreError) -> [Account] { inner.accounts() }
    func currentAccount(of provider: String) async throws(TokenStoreError) -> Account? {
      inner.currentAccount(of: provider)
    }
    func setCurrentAccount(_ account: Account) async throws(TokenStoreError) { try inner.setCurrentAccount(account) }
    func withLock<Result: Sendable>(
      on account: Account, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await inner.withLock(on: account, body)
    }
  }

  @Test func `Tokens whose copy reads back differently aren't deleted at the source`() async throws {
    let stores = try Stores()
    let report = try await TokenStoreMigration(from: stores.from, to: Forgetful()).run()
    #expect(report.movedAccounts.isEmpty && report.remainders.map(\.error.kind) == [.damaged, .damaged, .damaged])
    #expect(stores.from.accounts() == stores.accounts.sorted())
  }

  @Test func `A store can't be moved to itself`() throws {
    let store = MemoryTokenStore()
    #expect(throws: TokenStoreError.self) { try TokenStoreMigration(from: store, to: store) }
    #expect(throws: TokenStoreError.self) { try TokenStoreMigration(from: Forgetful(), to: Forgetful()) }
  }

  @Test func `Two migrations in opposite directions don't deadlock`() async throws {
    let stores = try Stores()
    let there = StorageLocation(StorageKind(rawValue: "there"), place: "there", protection: "None.")
    let (a, b) = (stores.from, FaultyTokenStore(stores.to, stores.faults, location: there))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          _ = try await (number % 2 == 0 ? TokenStoreMigration(from: a, to: b) : TokenStoreMigration(from: b, to: a))
            .run()
        }
      }
      try await group.waitForAll()
    }
    stores.expectNothingLost("back and forth")
  }
}
