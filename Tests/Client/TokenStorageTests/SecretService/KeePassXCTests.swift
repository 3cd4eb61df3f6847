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

  // A window for each sign-in would be too much, and the entry contains nothing.
  @Test func `The test entry stays where KeePassXC would ask about its removal`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.startKeePassXC([.confirmsDeletion])
      for _ in 0..<2 {
        try await keyring.store().checkSaving()
        #expect(try await items(in: keyring).count == 1)
      }
      #expect(try await keyring.store().accounts().isEmpty)
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
      // The same entries, without the questions.
      await keyring.signal(SIGKILL)
      await keyring.stop()
      try await keyring.startKeePassXC()
      #expect(try await keyring.store().tokens(for: ada) == tokens)
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
      await expect(.timedOut) { try await keyring.store(limit: .seconds(1)).unlock(within: .milliseconds(500)) }
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
