#if os(Linux)
import Foundation
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import TokenStorage

/// The store in KeePassXC (tried with 2.7.4), which answers every change with a prompt.
@Suite(
  .enabled(if: PrivateKeyring.hasKeePassXC, "Scripts/with/keyring runs these tests where KeePassXC is"), .serialized)
struct SecretServiceKeePassXCTests {
  let ada: Account
  let tokens = StoredTokens(
    accessToken: Secret("secret-access"), refreshToken: Secret("secret-refresh"),
    receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    ada = try Account(provider: "https://accounts.example.com", name: "ada")
  }

  @Test func `The store is compatible in KeePassXC 2.7`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC()
      // An application for each check, because KeePassXC starts slowly.
      for (number, check) in TokenStoreCompatibility.checks.enumerated() {
        try await check.run { keyring.store(application: "pixy-tests-\(number)") }
      }
    }
  }

  @Test func `The keyring is chosen, and its test entry doesn't stay if nobody has to be asked`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC()
      let environment = keyring.environment.merging(["HOME": keyring.folder + "/home"]) { $1 }
      let opened = try await StorageLadder.system(environment: environment).open()
      #expect(opened.rung == "secret-service" && opened.isNewChoice)
      #expect(try await opened.store.accounts().isEmpty)
      #expect(try await items(in: keyring).isEmpty)
    }
  }

  @Test func `A test entry whose removal nobody allows stays, and the next test replaces it`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.confirmsDeletion])
      let limits = Mutex<[Duration]>([])
      let store = keyring.store(limit: .seconds(1), promptLimit: .milliseconds(500)) { limit in
        limits.withLock { $0.append(limit) }
      }
      for count in 1...2 {
        try await store.checkSaving()
        #expect(try await items(in: keyring).count == 1)
        #expect(limits.withLock(\.self) == Array(repeating: .milliseconds(500), count: count))
      }
      #expect(try await keyring.store().accounts().isEmpty)
    }
  }

  // KeePassXC replaces the placeholders of a text when it returns it.
  @Test func `Tokens that look like placeholders stay as they are`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC()
      var odd = tokens
      odd.accessToken = Secret("{TITLE}{S:provider}{DB_DIR}{DT_YEAR}")
      try await keyring.store().save(odd, for: ada)
      #expect(try await keyring.store().tokens(for: ada) == odd)
      odd.accessToken = Secret("{USERNAME}")
      try await keyring.store().save(odd, for: ada)
      #expect(try await keyring.store().tokens(for: ada) == odd)
      #expect(try await keyring.store().accounts() == [ada])
    }
  }

  @Test func `Saved tokens are in KeePassXC's file`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.savesEachChange])
      try await keyring.waitForFile { try await keyring.store().save(tokens, for: ada) }
      await keyring.signal(SIGKILL)
      await keyring.stop()
      try await keyring.startKeePassXC()
      #expect(try await keyring.store().tokens(for: ada) == tokens)
    }
  }

  @Test func `A program that ends during its prompt is an error at once`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.confirmsDeletion])
      try await keyring.store().save(tokens, for: ada)
      // With a limit that ended the call, the test would hang.
      let work = KeyringWork(library: LibSecret.defaultName, environment: keyring.environment, clock: HourglassClock())
      let names = KeyringNames(application: "pixy-tests").tokens(of: ada)
      let cancellation = Mutex<Cancellation?>(nil)
      let removal = Task {
        try await work.run(within: .seconds(1)) { keyring throws(TokenStoreError) in
          cancellation.withLock { $0 = keyring.connection.cancellation }
          try keyring.remove(names)
        }
      }
      while cancellation.withLock({ $0?.isPrompting }) != true { await Task.yield() }
      await keyring.signal(SIGKILL)
      let error = await #expect(throws: TokenStoreError.self) { try await removal.value }
      #expect(error?.kind == .absent, "\(error?.explanation ?? "")")
    }
  }

  @Test func `A question that nobody answers ends at the second limit, and leaves the tokens`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.confirmsAccess, .confirmsDeletion])
      try await keyring.store().save(tokens, for: ada)
      let names = KeyringNames(application: "pixy-tests").tokens(of: ada)
      // Each call has a connection of its own, for which KeePassXC asks anew.
      try await expectNoAnswer(keyring) { keyring throws(TokenStoreError) in _ = try keyring.secret(names) }
      try await expectNoAnswer(keyring) { keyring throws(TokenStoreError) in
        try keyring.keep("new", label: "new", attributes: names)
      }
      try await expectNoAnswer(keyring) { keyring throws(TokenStoreError) in try keyring.remove(names) }
      #expect(try await keyring.store().accounts() == [ada])
    }
  }

  @Test func `A database that exposes no group is an error at once, and says what to do`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC(exposed: false)
      let store = keyring.store()
      await expect(.noKeyring) { try await store.check() }
      // KeePassXC would open a window for the search, and reply after it.
      await expect(.noKeyring) { _ = try await store.accounts() }
      await expect(.noKeyring) { _ = try await store.tokens(for: ada) }
      await expect(.noKeyring) { try await store.save(tokens, for: ada) }
      #expect(TokenStoreError(.noKeyring).remedy.contains("expose a group"))
    }
  }

  @Test func `A locked database is an error at once, without a window`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC(unlocked: false)
      let store = keyring.store()
      await expect(.locked) { try await store.checkSaving() }
      await expect(.locked) { _ = try await store.accounts() }
      await expect(.locked) { _ = try await store.tokens(for: ada) }
      await expect(.locked) { try await store.save(tokens, for: ada) }
      let hurried = keyring.store(promptLimit: .milliseconds(500))
      await expect(.timedOut) { try await hurried.unlock(within: .milliseconds(500)) }
    }
  }

  /// Expects that work waits for the user's answer, and ends at the limit for it.
  private func expectNoAnswer(
    _ keyring: PrivateKeyring, _ body: @escaping @Sendable (Keyring) throws(TokenStoreError) -> Void
  ) async throws {
    let clock = PromptClock()
    let work = KeyringWork(library: LibSecret.defaultName, environment: keyring.environment, clock: clock)
    let error = await #expect(throws: TokenStoreError.self) {
      try await work.run(within: .seconds(1)) { keyring throws(TokenStoreError) in
        clock.cancellation.withLock { $0 = keyring.connection.cancellation }
        try body(keyring)
      }
    }
    #expect(error == TokenStoreError(.timedOut, place: BusConnection.place, cause: KeyringPrompt.noAnswer))
    #expect(clock.sleeps.withLock(\.self) == 2)
  }

  /// A clock whose first sleep ends when the keyring's program asks the user, and whose second sleep
  /// ends at once.
  private final class PromptClock: Clock {
    let cancellation = Mutex<Cancellation?>(nil)
    let sleeps = Mutex(0)

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      sleeps.withLock { $0 += 1 }
      while cancellation.withLock({ $0?.isPrompting }) != true {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private func items(in keyring: PrivateKeyring) async throws -> [Keyring.Item] {
    try await keyring.work { keyring throws(TokenStoreError) in try keyring.items(["application": "pixy-tests"]) }
      + keyring.work { keyring throws(TokenStoreError) in try keyring.items(["application": "pixy"]) }
  }

  private func expect(_ kind: TokenStoreError.Kind, _ body: () async throws -> Void) async {
    let error = await #expect(throws: TokenStoreError.self) { try await body() }
    #expect(error?.kind == kind, "\(error.map(\.explanation) ?? "nothing")")
  }
}
#endif
