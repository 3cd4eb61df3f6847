import Evidence
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

struct PasswordDirectoryTests {
  static let password = TestServer.password

  static func directory(
    hashedWith cost: ScryptCost = PasswordHasherTests.cheap, now: ScryptCost = PasswordHasherTests.cheap
  ) async throws -> PasswordDirectory<InMemoryPasswordStore> {
    let hash = try await PasswordHasher(cost: cost).hash(Secret(password))
    return PasswordDirectory(
      InMemoryPasswordStore([(TestServer.ada.user, hash)]),
      hasher: PasswordHasher(cost: now, random: SeededRandomSource()))
  }

  @Test func `Only the right password signs a user in`() async throws {
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

  @Test func `A sign-in replaces a hash of outdated cost`() async throws {
    let directory = try await Self.directory(now: PasswordHasherTests.dearer)
    #expect(try await directory.authenticate(username: "ada", password: Secret("wrong")) == nil)
    #expect(try await directory.store.account("ada")?.password.text.contains("ln=4") == true)
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
    #expect(try await directory.store.account("ada")?.password.text.contains("ln=5") == true)
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
  }

  @Test func `A late sign-in with the old password doesn't undo a new password`() async throws {
    let directory = try await Self.directory()
    let old = try #require(try await directory.store.account("ada"))
    let (new, late) = (try await directory.hasher.hash(Secret("new")), try await directory.hasher.hash(Secret("old")))
    try await directory.store.replace(old.password, with: new, of: old.subject)
    try await directory.store.replace(old.password, with: late, of: old.subject)
    #expect(try await directory.store.account("ada")?.password == new)
  }

  @Test func `A store that can't save a better hash doesn't prevent the sign-in`() async throws {
    let hash = try await PasswordHasher(cost: PasswordHasherTests.cheap).hash(Secret(Self.password))
    let directory = PasswordDirectory(
      ReadOnlyStore(account: PasswordAccount(subject: TestServer.ada.user.subject, password: hash)),
      hasher: PasswordHasher(cost: PasswordHasherTests.dearer))
    #expect(try await directory.authenticate(username: "ada", password: Secret(Self.password)) != nil)
  }

  // A user who changes a stolen password also ends the sessions of that moment. A check that ends
  // later must see the new password.
  @Test(
    .covers("attack: a stolen password that is being replaced"),
    arguments: [PasswordHasherTests.cheap, PasswordHasherTests.dearer])
  func `The password that is stored when the check ends counts`(cost: ScryptCost) async throws {
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
    // The user name belongs to another user by the end of the check.
    let other = PasswordDirectory(
      ChangingStore(first: old, then: try await account("old", subject: "2")), hasher: PasswordHasher(cost: cost))
    #expect(try await other.authenticate(username: "ada", password: Secret("old"))?.rawValue == "2")
  }

  /// Compares the smallest of several measurements, because other programs use the machine too.
  @Test(.covers("CVE-2024-41952")) func `An unknown user name takes as long as a known one`() async throws {
    let clock = ContinuousClock()
    let cost = try #require(ScryptCost(logRounds: 13, blockSize: 8, parallelism: 1))
    let directory = try await Self.directory(hashedWith: cost, now: cost)
    func time(of username: String) async throws -> Duration {
      let start = clock.now
      _ = try await directory.authenticate(username: username, password: Secret("wrong"))
      return clock.now - start
    }
    var (known, unknown) = (try await time(of: "ada"), try await time(of: "nobody"))
    // Without the hash for unknown users it would be thousands of times faster at every try.
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

/// A store whose account is changed after the first lookup.
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
