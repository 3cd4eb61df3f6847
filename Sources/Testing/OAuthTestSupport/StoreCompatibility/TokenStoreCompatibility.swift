internal import FoundationBasics
internal import OAuthCore
internal import Synchronization
public import TokenStorage

/// The requirements of `TokenStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store:
///
/// ```swift
/// @Test(arguments: TokenStoreCompatibility.checks)
/// func `The store is complete`(_ check: StoreCheck<any TokenStore>) async throws {
///   let store = MemoryTokenStore()  // your own store
///   try await check.run { store }
/// }
/// ```
public enum TokenStoreCompatibility {
  private typealias Check = StoreCheck<any TokenStore>

  /// All requirements.
  public static let checks: [StoreCheck<any TokenStore>] = [
    Check("returns nothing for an unknown account") { open in
      let store = try await open()
      try expect(await store.tokens(for: ada) == nil, "an empty store returned tokens")
      try expect(await store.accounts().isEmpty, "an empty store lists accounts")
      try expect(await store.currentAccount(of: ada.provider) == nil, "an empty store has a current account")
    },
    Check("returns all members that were saved, even when it is opened again") { open in
      try await open().save(everything, for: ada)
      let storedTokens = try await open().tokens(for: ada)
      try expect(storedTokens == everything, "the tokens are different")
    },
    Check("adds no members to those that were saved") { open in
      try await open().save(little, for: ada)
      let storedTokens = try await open().tokens(for: ada)
      try expect(storedTokens == little, "the tokens are different")
    },
    Check("replaces all tokens of an account, and lists the account once") { open in
      let store = try await open()
      try await store.save(everything, for: ada)
      try await store.save(little, for: ada)
      try expect(await store.tokens(for: ada) == little, "a part of the old tokens is left")
      try expect(await store.accounts() == [ada], "the account isn't listed once")
    },
    Check("stores tokens of 64 KiB") { open in
      var large = everything
      large.accessToken = Secret(String(repeating: "large-", count: 10_923))
      try await open().save(large, for: ada)
      try expect(await open().tokens(for: ada) == large, "the large tokens are different")
    },
    Check("stores members of 32 levels, the deepest that an answer can have") { open in
      for levels in [31, 32] {
        var tokens = little
        // The object of the members is one level.
        let deep = (1..<levels).reduce(JSONValue.string("deep")) { value, _ in .array([value]) }
        tokens.additionalMembers = ["deep": deep]
        do {
          try await open().save(tokens, for: ada)
        } catch let error as TokenStoreError {
          throw StoreViolation("\(levels) levels are rejected: \(error.explanation)")
        }
        try expect(await open().tokens(for: ada) == tokens, "the members of \(levels) levels are different")
      }
    },
    Check("stores times exactly") { open in
      var tokens = little
      tokens.receivedAt = Date(timeIntervalSinceReferenceDate: 850_000_000.123_456_7)
      tokens.expiresIn = .milliseconds(3_600_500)
      try await open().save(tokens, for: ada)
      try expect(await open().tokens(for: ada) == tokens, "the times are different")
    },
    Check("lists all accounts, and reports no problem if all can be read") { open in
      let store = try await open()
      for account in [ada, grace] { try await store.save(little, for: account) }
      let listing = try await store.listing()
      try expect(listing.accounts == [ada, grace] && listing.problems.isEmpty, "the listing is different")
    },
    Check("keeps accounts with similar or unusual names apart") { open in
      let store = try await open()
      for (index, account) in accounts.enumerated() {
        var tokens = little
        tokens.accessToken = Secret("token-\(index)")
        try await store.save(tokens, for: account)
      }
      for (index, account) in accounts.enumerated() {
        let storedTokens = try await store.tokens(for: account)
        try expect(storedTokens?.accessToken == Secret("token-\(index)"), "account \(index) has another one's tokens")
      }
      try expect(await store.accounts() == accounts.sorted(), "the list is different")
      try await store.delete(accounts[0])
      try expect(await store.tokens(for: accounts[0]) == nil, "deleted tokens are still there")
      try expect(await store.accounts() == accounts.dropFirst().sorted(), "deleting changed another account")
    },
    Check("deletes an account that isn't there without an error") { open in
      let store = try await open()
      try await store.delete(ada)
      try await store.save(little, for: ada)
      try await store.delete(ada)
      try await store.delete(ada)
      try expect(await open().accounts().isEmpty, "a deleted account is listed")
    },
    Check("stores the current account of each provider") { open in
      let store = try await open()
      for account in [ada, grace, elsewhere, composedAccount, decomposedAccount] {
        try await store.save(little, for: account)
      }
      // Canonically equivalent in Unicode, but two providers.
      try await store.setCurrentAccount(composedAccount)
      try await store.setCurrentAccount(decomposedAccount)
      try expect(
        await open().currentAccount(of: composedAccount.provider) == composedAccount,
        "another provider's choice changed")
      try expect(
        await open().currentAccount(of: decomposedAccount.provider) == decomposedAccount, "the choice wasn't stored")
      try await store.setCurrentAccount(ada)
      try await store.setCurrentAccount(elsewhere)
      try await store.setCurrentAccount(grace)
      try expect(await open().currentAccount(of: ada.provider) == grace, "the choice wasn't stored")
      try expect(await open().currentAccount(of: elsewhere.provider) == elsewhere, "another provider's choice changed")
    },
    Check("has no current account without tokens") { open in
      let store = try await open()
      try await store.save(little, for: ada)
      try await store.setCurrentAccount(ada)
      try await store.delete(ada)
      try expect(await open().currentAccount(of: ada.provider) == nil, "a deleted account is the current one")
      try await store.save(little, for: ada)
      try expect(await open().currentAccount(of: ada.provider) == nil, "a new sign-in restored an old choice")
      do {
        try await store.setCurrentAccount(grace)
        throw StoreViolation("an account without tokens became the current one")
      } catch let error as TokenStoreError {
        try expect(error.kind == .unknownAccount, "\(error.kind) instead of unknown_account")
      }
    },
    Check("serves many tasks at once") { open in
      let store = try await open()
      try await withThrowingTaskGroup { group in
        for number in 0..<32 {
          group.addTask {
            let account = try Account(provider: ada.provider, name: "task-\(number % 8)")
            var tokens = little
            tokens.accessToken = Secret("token-\(number % 8)")
            try await store.save(tokens, for: account)
            let storedTokens = try await store.tokens(for: account)
            try expect(storedTokens == tokens, "the store returned another task's tokens")
          }
        }
        try await group.waitForAll()
      }
      try expect(await store.accounts().count == 8, "accounts were lost")
    },
    Check("lets one task at a time hold an account's lock, even if each opened the store itself") { open in
      let counter = Counter()
      try await withThrowingTaskGroup { group in
        for _ in 0..<16 {
          group.addTask {
            try await open().withLock(on: ada) {
              let inside = counter.enter()
              await Task.yield()
              counter.leave()
              try expect(inside == 1, "\(inside) tasks held the lock at once")
            }
          }
        }
        try await group.waitForAll()
      }
      try expect(counter.entryCount == 16, "\(counter.entryCount) of 16 tasks got the lock")
    },
    Check("releases the lock when the body throws, and rethrows the error") { open in
      let store = try await open()
      do {
        try await store.withLock(on: ada) { throw StoreViolation("expected") }
        throw StoreViolation("the body's error was lost")
      } catch let violation as StoreViolation {
        try expect(violation.description == "expected", violation.description)
      }
      let answer = try await store.withLock(on: ada) { 42 }
      try expect(answer == 42, "the body's result was lost")
    },
    Check("has a lock for each account, which saving and reading don't acquire") { open in
      let store = try await open()
      try await store.withLock(on: ada) {
        try await store.save(little, for: ada)
        let inner = try await store.withLock(on: grace) { try await store.tokens(for: ada) }
        try expect(inner == little, "tokens that were saved under the lock are missing")
      }
    },
    Check("saves after a preparation, and keeps the old tokens if nothing is saved after one") { open in
      let store = try await open()
      try await store.save(little, for: ada)
      for _ in 0..<2 {
        try await store.withLock(on: ada) {
          try await store.prepareSave(for: ada)
          try expect(await store.tokens(for: ada) == little, "a preparation changed the tokens")
        }
      }
      try expect(await store.tokens(for: ada) == little, "a preparation without a save changed the tokens")
      try await store.withLock(on: ada) {
        _ = try await store.tokens(for: ada)
        try await store.prepareSave(for: ada)
        try await store.save(everything, for: ada)
      }
      try expect(await open().tokens(for: ada) == everything, "the tokens of a prepared save are different")
      try expect(await store.accounts() == [ada], "a preparation is listed")
    },
    Check("gives no lock to a cancelled task") { open in
      let store = try await open()
      let task = Task {
        // The call begins after the cancellation.
        while !Task.isCancelled { await Task.yield() }
        try await store.withLock(on: ada) { throw StoreViolation("the body ran") }
      }
      task.cancel()
      do {
        try await task.value
        throw StoreViolation("no error came")
      } catch is CancellationError {}
    },
    Check("stops waiting for the lock when the task is cancelled") { open in
      let store = try await open()
      let other = try await open()
      try await store.withLock(on: ada) {
        let task = Task { try await other.withLock(on: ada) { throw StoreViolation("the body ran") } }
        // A test can't observe that the task waits. At any moment of its cancellation it must not
        // get the lock.
        for _ in 0..<1_000 { await Task.yield() }
        task.cancel()
        do {
          try await task.value
          throw StoreViolation("no error came")
        } catch is CancellationError {}
      }
      let answer = try await other.withLock(on: ada) { 42 }
      try expect(answer == 42, "the lock isn't free")
    },
    Check("describes its location without its secrets") { open in
      let store = try await open()
      try await store.save(everything, for: ada)
      let text = "\(store.location) \(store.location.kind) \(String(reflecting: store)) \(store)"
      for secret in ["secret-access", "secret-refresh", "secret-id-token", "secret-key"] {
        try expect(!text.contains(secret), "the description has a secret")
      }
      try expect(!store.location.place.isEmpty && !store.location.protection.isEmpty, "the location is empty")
    },
  ]

  private final class Counter: Sendable {
    private let state = Mutex((inside: 0, entryCount: 0))

    var entryCount: Int { state.withLock { $0.entryCount } }

    func enter() -> Int {
      state.withLock { state in
        state.inside += 1
        state.entryCount += 1
        return state.inside
      }
    }

    func leave() {
      state.withLock { $0.inside -= 1 }
    }
  }

  private static let ada = account("https://accounts.example.com", "ada")
  private static let grace = account("https://accounts.example.com", "grace")
  private static let elsewhere = account("https://other.example", "ada")
  private static let composedAccount = account("\u{E9}", "composed \u{E9}")
  private static let decomposedAccount = account("e\u{301}", "composed \u{E9}")

  /// The accounts whose names a careless store would confuse, cut off, or use as paths.
  private static let accounts: [Account] = [
    ada, grace, elsewhere,
    account("https://accounts.example.com", "Ada"),
    account("https://accounts.example.co", "mada"),
    account("../../etc", "passwd"),
    account("a/b", "c"), account("a", "b/c"),
    composedAccount, decomposedAccount,
    account("name \"quoted\" \\ %00", "'; DROP TABLE accounts; --"),
    account(String(repeating: "p", count: 512), String(repeating: "n", count: 512)),
    account(String(repeating: "p", count: 512), String(repeating: "n", count: 511)),
  ]

  private static func account(_ provider: String, _ name: String) -> Account {
    do {
      return try Account(provider: provider, name: name)
    } catch {
      // All names above are valid.
      preconditionFailure("\(error)")
    }
  }

  private static let everything = StoredTokens(
    accessToken: Secret("secret-access"), tokenType: .dpop, refreshToken: Secret("secret-refresh"),
    receivedAt: Date(timeIntervalSince1970: 1_800_000_000.25), expiresIn: .seconds(3_600),
    scope: try? Scope(["profile", "email"]),
    additionalMembers: [
      "id_token": "secret-id-token", "list": [1, true, .null, .number(2.5), ["deep": "ü \u{1F511} \"\\\n"]],
    ],
    proofKey: .privateKey(Secret(#"{"kty":"EC","d":"secret-key"}"#)),
    refreshTokenExpiresAt: Date(timeIntervalSince1970: 1_800_604_800.25),
    authorizationExpiresAt: Date(timeIntervalSince1970: 1_800_864_000.25))

  private static let little = StoredTokens(
    accessToken: Secret("only-this"), receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
