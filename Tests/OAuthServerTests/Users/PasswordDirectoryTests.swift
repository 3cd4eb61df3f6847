import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

struct PasswordDirectoryTests {
  static let password = TestServer.password

  static func directory(
    hashedWith cost: PasswordCost = PasswordHasherTests.cheap, now: PasswordCost = PasswordHasherTests.cheap
  ) async throws -> PasswordDirectory<InMemoryPasswordStore> {
    let hash = try await PasswordHasher(cost: cost).hash(Secret(password))
    return PasswordDirectory(
      InMemoryPasswordStore([(TestServer.ada.user, hash)]),
      hasher: PasswordHasher(cost: now, random: SeededRandomSource()))
  }

  @Test func `Who knows the password is let in, and nobody else`() async throws {
    let directory = try await Self.directory()
    let ada = TestServer.ada.user.subject
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) == ada)
    for (username, password) in [
      ("ada", "wrong"), ("ada", ""), ("Ada", Self.password), ("nobody", Self.password), ("", ""),
      ("ada", String(repeating: "x", count: 60_000)),
    ] {
      #expect(try await directory.authenticate(username: username, password: Secret(password)) == nil)
    }
    #expect(try await directory.user(ada)?.name == "Ada Lovelace")
    #expect(try await directory.user(Subject(rawValue: "0")) == nil)
  }

  @Test func `A sign-in brings a hash up to what is due`() async throws {
    let directory = try await Self.directory(now: PasswordHasherTests.dearer)
    #expect(try await directory.authenticate(username: "ada", password: Secret("wrong")) == nil)
    #expect(try await directory.store.account("ada")?.password.text.contains("ln=4") == true)
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
    #expect(try await directory.store.account("ada")?.password.text.contains("ln=5") == true)
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
  }

  @Test func `A new password isn't undone by a sign-in with the old one that ends later`() async throws {
    let directory = try await Self.directory()
    let old = try #require(try await directory.store.account("ada"))
    let (new, late) = (try await directory.hasher.hash(Secret("new")), try await directory.hasher.hash(Secret("old")))
    try await directory.store.replace(old.password, with: new, of: old.subject)
    try await directory.store.replace(old.password, with: late, of: old.subject)
    #expect(try await directory.store.account("ada")?.password == new)
  }

  @Test func `A store that can't keep a better hash keeps nobody out`() async throws {
    let hash = try await PasswordHasher(cost: PasswordHasherTests.cheap).hash(Secret(Self.password))
    let directory = PasswordDirectory(
      ReadOnlyStore(account: PasswordAccount(subject: TestServer.ada.user.subject, password: hash)),
      hasher: PasswordHasher(cost: PasswordHasherTests.dearer))
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
  }

  // Whoever changes a stolen password ends the sessions that there are then.
  @Test(arguments: [PasswordHasherTests.cheap, PasswordHasherTests.dearer])
  func `What counts is the password that somebody has when its check ends`(cost: PasswordCost) async throws {
    let hasher = PasswordHasher(cost: PasswordHasherTests.cheap)
    func account(_ password: String, subject: String = "1") async throws -> PasswordAccount {
      PasswordAccount(subject: Subject(rawValue: subject), password: try await hasher.hash(Secret(password)))
    }
    let old = try await account("old")
    for (changed, isIn) in [
      (try await account("new"), false), (nil, false), (try await account("old"), true),
      (try await account("new", subject: "2"), false),
    ] {
      let directory = PasswordDirectory(ChangingStore(first: old, then: changed), hasher: PasswordHasher(cost: cost))
      #expect((try await directory.authenticate(username: "ada", password: Secret("old")) != nil) == isIn)
    }
    // One that is another person's by then.
    let other = PasswordDirectory(
      ChangingStore(first: old, then: try await account("old", subject: "2")), hasher: PasswordHasher(cost: cost))
    #expect(try await other.authenticate(username: "ada", password: Secret("old"))?.rawValue == "2")
  }

  /// The least of some times each, because others use the machine as well.
  @Test func `A user who isn't there costs as much as one who is`() async throws {
    let clock = ContinuousClock()
    let cost = try #require(PasswordCost(logRounds: 13, blockSize: 8, parallelism: 1))
    let directory = try await Self.directory(hashedWith: cost, now: cost)
    func time(of username: String) async throws -> Duration {
      let start = clock.now
      _ = try await directory.authenticate(username: username, password: Secret("wrong"))
      return clock.now - start
    }
    var (known, unknown) = (try await time(of: "ada"), try await time(of: "nobody"))
    // Without the hash for nobody it would be thousands of times quicker, however often it is tried.
    for _ in 0..<30 where unknown <= known / 4 {
      known = min(known, try await time(of: "ada"))
    }
    #expect(unknown > known / 4)
  }
}

private struct ReadOnlyStore: PasswordStore {
  struct Failure: Error {}

  let account: PasswordAccount

  func account(_ username: String) async throws -> PasswordAccount? { account }
  func user(_ subject: Subject) async throws -> User? { nil }
  func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws { throw Failure() }
}

/// A store in which somebody else changes the account after it was looked up once.
private final class ChangingStore: PasswordStore {
  private let first: PasswordAccount
  private let then: Mutex<PasswordAccount?>
  private let isLookedUp = Mutex(false)

  init(first: PasswordAccount, then: PasswordAccount?) {
    self.first = first
    self.then = Mutex(then)
  }

  func account(_ username: String) async throws -> PasswordAccount? {
    let isLater = isLookedUp.withLock { isLookedUp in
      defer { isLookedUp = true }
      return isLookedUp
    }
    return isLater ? then.withLock { $0 } : first
  }

  func user(_ subject: Subject) async throws -> User? { nil }

  func replace(_ old: PasswordHash, with new: PasswordHash, of subject: Subject) async throws {
    then.withLock { account in
      guard account?.password == old, account?.subject == subject else { return }
      account = PasswordAccount(subject: subject, password: new)
    }
  }
}
