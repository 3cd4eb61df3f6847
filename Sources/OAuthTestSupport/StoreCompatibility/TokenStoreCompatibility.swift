#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import Synchronization
public import TokenStorage

/// What every `TokenStore` must do, as checks.
///
/// For whoever writes a store: run each check in a test of its own, on an empty store.
///
/// ```swift
/// @Test(arguments: TokenStoreCompatibility.checks)
/// func `The store keeps its promises`(_ check: TokenStoreCompatibility.Check) async throws {
///   let folder = temporaryFolder()
///   try await check.run { MyStore(folder) }
/// }
/// ```
public enum TokenStoreCompatibility {
  /// Opens the store: each call gives the same one, as a program that starts anew would.
  public typealias Open = @Sendable () async throws -> any TokenStore

  /// One promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise as a sentence.
    public let description: String
    private let body: @Sendable (@escaping Open) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (@escaping Open) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Checks the promise on a store that is empty.
    /// - Parameter open: opens the store, which is empty at first. It is called several times, also while stores from
    ///   earlier calls are in use.
    /// - Throws: ``Violation`` if it isn't kept; what the store throws.
    public func run(_ open: @escaping Open) async throws {
      try await body(open)
    }
  }

  /// A promise that isn't kept.
  public struct Violation: Error, CustomStringConvertible {
    /// What was seen instead.
    public let description: String
  }

  /// All promises.
  public static let checks: [Check] = [
    Check("gives nothing for an account that it doesn't know") { open in
      let store = try await open()
      try expect(await store.tokens(for: ada) == nil, "tokens came from nowhere")
      try expect(await store.accounts().isEmpty, "an empty store lists accounts")
      try expect(await store.currentAccount(of: ada.provider) == nil, "an empty store has a current account")
    },
    Check("gives back everything that was saved, also to who opens it anew") { open in
      try await open().save(everything, for: ada)
      let kept = try await open().tokens(for: ada)
      try expect(kept == everything, "what came back is different")
    },
    Check("gives back as little as was saved") { open in
      try await open().save(little, for: ada)
      let kept = try await open().tokens(for: ada)
      try expect(kept == little, "what came back is different")
    },
    Check("replaces the whole, and keeps one account once") { open in
      let store = try await open()
      try await store.save(everything, for: ada)
      try await store.save(little, for: ada)
      try expect(await store.tokens(for: ada) == little, "something of the old tokens is left")
      try expect(await store.accounts() == [ada], "the account isn't listed once")
    },
    Check("keeps tokens of 64 KiB") { open in
      var large = everything
      large.accessToken = Secret(String(repeating: "large-", count: 10_923))
      try await open().save(large, for: ada)
      try expect(await open().tokens(for: ada) == large, "large tokens came back different")
    },
    Check("gives back whatever it took, however deep an answer was") { open in
      for levels in [31, 32] {
        var tokens = little
        // The members' own object is one level.
        let deep = (1..<levels).reduce(JSONValue.string("deep")) { value, _ in .array([value]) }
        tokens.additionalMembers = ["deep": deep]
        do {
          try await open().save(tokens, for: ada)
        } catch let error as TokenStoreError {
          throw Violation(description: "\(levels) levels are refused: \(error.explanation)")
        }
        try expect(await open().tokens(for: ada) == tokens, "\(levels) levels came back different")
      }
    },
    Check("keeps times as they were given") { open in
      var tokens = little
      tokens.receivedAt = Date(timeIntervalSinceReferenceDate: 850_000_000.123_456_7)
      tokens.expiresIn = .milliseconds(3_600_500)
      try await open().save(tokens, for: ada)
      try expect(await open().tokens(for: ada) == tokens, "the times came back different")
    },
    Check("lists everything that can be read, with no problem where there is none") { open in
      let store = try await open()
      for account in [ada, grace] { try await store.save(little, for: account) }
      let listing = try await store.listing()
      try expect(listing.accounts == [ada, grace] && listing.problems.isEmpty, "the listing is different")
    },
    Check("keeps accounts apart, whatever they are called") { open in
      let store = try await open()
      for (index, account) in accounts.enumerated() {
        var tokens = little
        tokens.accessToken = Secret("token-\(index)")
        try await store.save(tokens, for: account)
      }
      for (index, account) in accounts.enumerated() {
        let kept = try await store.tokens(for: account)
        try expect(kept?.accessToken == Secret("token-\(index)"), "account \(index) has another one's tokens")
      }
      try expect(await store.accounts() == accounts.sorted(), "the list is different")
      try await store.delete(accounts[0])
      try expect(await store.tokens(for: accounts[0]) == nil, "deleted tokens are still there")
      try expect(await store.accounts() == accounts.dropFirst().sorted(), "deleting touched another account")
    },
    Check("deletes what isn't there without complaint") { open in
      let store = try await open()
      try await store.delete(ada)
      try await store.save(little, for: ada)
      try await store.delete(ada)
      try await store.delete(ada)
      try expect(await open().accounts().isEmpty, "a deleted account is listed")
    },
    Check("remembers the current account of each provider") { open in
      let store = try await open()
      for account in [ada, grace, elsewhere, composed, decomposed] { try await store.save(little, for: account) }
      // Equal to Unicode, and still two providers.
      try await store.setCurrentAccount(composed)
      try await store.setCurrentAccount(decomposed)
      try expect(await open().currentAccount(of: composed.provider) == composed, "another provider's choice changed")
      try expect(await open().currentAccount(of: decomposed.provider) == decomposed, "the choice wasn't kept")
      try await store.setCurrentAccount(ada)
      try await store.setCurrentAccount(elsewhere)
      try await store.setCurrentAccount(grace)
      try expect(await open().currentAccount(of: ada.provider) == grace, "the choice wasn't kept")
      try expect(await open().currentAccount(of: elsewhere.provider) == elsewhere, "another provider's choice changed")
    },
    Check("has no current account that was deleted, or that never was") { open in
      let store = try await open()
      try await store.save(little, for: ada)
      try await store.setCurrentAccount(ada)
      try await store.delete(ada)
      try expect(await open().currentAccount(of: ada.provider) == nil, "a deleted account is the current one")
      try await store.save(little, for: ada)
      try expect(await open().currentAccount(of: ada.provider) == nil, "a new sign-in brought an old choice back")
      do {
        try await store.setCurrentAccount(grace)
        throw Violation(description: "an account without tokens became the current one")
      } catch let error as TokenStoreError {
        try expect(error.kind == .unknownAccount, "\(error.kind) instead of unknown_account")
      }
    },
    Check("bears many tasks at once") { open in
      let store = try await open()
      try await withThrowingTaskGroup { group in
        for number in 0..<32 {
          group.addTask {
            let account = try Account(provider: ada.provider, name: "task-\(number % 8)")
            var tokens = little
            tokens.accessToken = Secret("token-\(number % 8)")
            try await store.save(tokens, for: account)
            let kept = try await store.tokens(for: account)
            try expect(kept == tokens, "another task's tokens came back")
          }
        }
        try await group.waitForAll()
      }
      try expect(await store.accounts().count == 8, "accounts were lost")
    },
    Check("lets one at a time hold an account's lock, also through another opening") { open in
      let counter = Counter()
      try await withThrowingTaskGroup { group in
        for _ in 0..<16 {
          group.addTask {
            try await open().withLock(on: ada) {
              let inside = counter.enter()
              await Task.yield()
              counter.leave()
              try expect(inside == 1, "\(inside) were inside at once")
            }
          }
        }
        try await group.waitForAll()
      }
      try expect(counter.entered == 16, "\(counter.entered) of 16 came in")
    },
    Check("frees the lock when the body fails, and brings the failure") { open in
      let store = try await open()
      do {
        try await store.withLock(on: ada) { throw Violation(description: "expected") }
        throw Violation(description: "the body's failure was lost")
      } catch let violation as Violation {
        try expect(violation.description == "expected", violation.description)
      }
      let answer = try await store.withLock(on: ada) { 42 }
      try expect(answer == 42, "the body's result was lost")
    },
    Check("has a lock for each account, which saving and reading don't need") { open in
      let store = try await open()
      try await store.withLock(on: ada) {
        try await store.save(little, for: ada)
        let inner = try await store.withLock(on: grace) { try await store.tokens(for: ada) }
        try expect(inner == little, "what was saved inside isn't there")
      }
    },
    Check("lets a cancelled task not into the lock") { open in
      let store = try await open()
      let task = Task {
        // Cancelled before it begins.
        while !Task.isCancelled { await Task.yield() }
        try await store.withLock(on: ada) { throw Violation(description: "the body ran") }
      }
      task.cancel()
      do {
        try await task.value
        throw Violation(description: "no error came")
      } catch is CancellationError {}
    },
    Check("lets a task go that is cancelled while it waits for the lock") { open in
      let store = try await open()
      let other = try await open()
      try await store.withLock(on: ada) {
        let task = Task { try await other.withLock(on: ada) { throw Violation(description: "the body ran") } }
        // Nobody can see it wait; whenever it is cancelled, it must not come in.
        for _ in 0..<1_000 { await Task.yield() }
        task.cancel()
        do {
          try await task.value
          throw Violation(description: "no error came")
        } catch is CancellationError {}
      }
      let answer = try await other.withLock(on: ada) { 42 }
      try expect(answer == 42, "the lock isn't free")
    },
    Check("says where it is without saying what it holds") { open in
      let store = try await open()
      try await store.save(everything, for: ada)
      let text = "\(store.location) \(store.location.kind) \(String(reflecting: store)) \(store)"
      for secret in ["secret-access", "secret-refresh", "secret-id-token", "secret-key"] {
        try expect(!text.contains(secret), "a secret shows")
      }
      try expect(!store.location.place.isEmpty && !store.location.protection.isEmpty, "the location says nothing")
    },
  ]

  private final class Counter: Sendable {
    private let state = Mutex((inside: 0, entered: 0))

    var entered: Int { state.withLock { $0.entered } }

    func enter() -> Int {
      state.withLock { state in
        state.inside += 1
        state.entered += 1
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
  private static let composed = account("\u{E9}", "composed \u{E9}")
  private static let decomposed = account("e\u{301}", "composed \u{E9}")

  /// Names that a careless store would mix up, cut off, or take for paths.
  private static let accounts: [Account] = [
    ada, grace, elsewhere,
    account("https://accounts.example.com", "Ada"),
    account("https://accounts.example.co", "mada"),
    account("../../etc", "passwd"),
    account("a/b", "c"), account("a", "b/c"),
    composed, decomposed,
    account("name \"quoted\" \\ %00", "'; DROP TABLE accounts; --"),
    account(String(repeating: "p", count: 512), String(repeating: "n", count: 512)),
    account(String(repeating: "p", count: 512), String(repeating: "n", count: 511)),
  ]

  private static func account(_ provider: String, _ name: String) -> Account {
    do {
      return try Account(provider: provider, name: name)
    } catch {
      // Every name above is one that accounts may have.
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
    proofKey: Secret(#"{"kty":"EC","d":"secret-key"}"#))

  private static let little = StoredTokens(
    accessToken: Secret("only-this"), receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    guard condition else { throw Violation(description: otherwise) }
  }
}
