#if os(Linux)
import Foundation
import OAuthCore
import OAuthTestSupport
import Testing

@testable import TokenStorage

@Suite(.enabled(if: PrivateKeyring.isAvailable, "Scripts/with/keyring runs these tests where a keyring is"))
struct SecretServiceTokenStoreTests {
  let ada: Account
  let tokens = StoredTokens(
    accessToken: Secret("secret-access"), refreshToken: Secret("secret-refresh"),
    receivedAt: Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    ada = try Account(provider: "https://accounts.example.com", name: "ada")
  }

  @Test(arguments: TokenStoreCompatibility.checks)
  func `The Secret Service store is compatible`(_ check: StoreCheck<any TokenStore>) async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await check.run { keyring.store() }
    }
  }

  @Test func `Another program finds the tokens by their attributes, and users by their label`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await keyring.store().save(tokens, for: ada)
      let secret = try keyring.secretTool(
        "lookup", "xdg:schema", "pixy.Tokens", "provider", ada.provider, "name", "ada")
      #expect(secret == [tokens.text.reveal()])
      let found = try keyring.secretTool("search", "--all", "application", "pixy-tests")
      #expect(found.contains("label = Tokens of ada at https://accounts.example.com"), "\(found.count) lines")
    }
  }

  @Test func `The desktop's own session is the default`() async throws {
    // The session that Scripts/with/keyring started.
    let folder = FileManager.default.temporaryDirectory.path() + "/pixy-keyring-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = SecretServiceTokenStore(
      application: "pixy-tests \(UUID())", locks: AccountLocks(folder: folder), limit: .seconds(20))
    try await store.check()
    try await store.save(tokens, for: ada)
    #expect(try await store.tokens(for: ada) == tokens)
    try await store.delete(ada)
  }

  @Test func `Applications don't see each other's accounts`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await keyring.store(application: "one").save(tokens, for: ada)
      try await keyring.store(application: "one").setCurrentAccount(ada)
      #expect(try await keyring.store(application: "two").tokens(for: ada) == nil)
      #expect(try await keyring.store(application: "two").accounts().isEmpty)
      #expect(try await keyring.store(application: "two").currentAccount(of: ada.provider) == nil)
      try await keyring.store(application: "two").delete(ada)
      #expect(try await keyring.store(application: "one").currentAccount(of: ada.provider) == ada)
    }
  }

  @Test func `Tokens of a million bytes are read back completely, and longer ones are rejected`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      var large = tokens
      large.accessToken = Secret(String(repeating: "large-", count: 166_667))
      try await keyring.store().save(large, for: ada)
      #expect(try await keyring.store().tokens(for: ada) == large)

      var larger = tokens
      larger.accessToken = Secret(String(repeating: "large-", count: 200_000))
      await expect(.failed) { try await keyring.store().save(larger, for: ada) }
      #expect(try await keyring.store().tokens(for: ada) == large)
    }
  }

  @Test func `A saved token survives when the keyring is killed and restarted`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await keyring.store().save(tokens, for: ada)
      try await keyring.store().setCurrentAccount(ada)
      await keyring.signal(SIGKILL)
      await keyring.stop()
      try await keyring.start()
      #expect(try await keyring.store().tokens(for: ada) == tokens)
      #expect(try await keyring.store().currentAccount(of: ada.provider) == ada)
    }
  }

  // Peers lose the new token if the store is locked during a refresh.
  @Test func `A locked keyring is reported at once, lists the accounts, and loses nothing`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      try await store.setCurrentAccount(ada)
      try await keyring.lock()
      let grace = try Account(provider: ada.provider, name: "grace")
      await expect(.locked) { try await store.check() }
      for account in [ada, grace] {
        await expect(.locked) { _ = try await store.tokens(for: account) }
        await expect(.locked) { try await store.save(tokens, for: account) }
        await expect(.locked) { try await store.delete(account) }
        await expect(.locked) { try await store.setCurrentAccount(account) }
      }
      await expect(.locked) { _ = try await store.currentAccount(of: ada.provider) }
      #expect(try await store.accounts() == [ada])

      await keyring.stop()
      try await keyring.start()
      #expect(try await store.tokens(for: ada) == tokens)
      #expect(try await store.accounts() == [ada])
      #expect(try await store.currentAccount(of: ada.provider) == ada)
    }
  }

  @Test func `A keyring that was never unlocked since its start is locked, not empty`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      await keyring.stop()
      try await keyring.start(unlocked: false)
      await expect(.locked) { _ = try await store.tokens(for: ada) }
      await expect(.locked) { try await store.save(tokens, for: ada) }
      // GNOME Keyring stores the accounts' names in the part that is still locked.
      do throws(TokenStoreError) {
        #expect(try await store.accounts() == [ada])
      } catch {
        #expect(error.kind == .locked)
      }
    }
  }

  @Test func `Unlocking fails without hanging if no prompt can be shown`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.unlock(within: .seconds(20))
      try await keyring.lock()
      let error = await #expect(throws: TokenStoreError.self) { try await store.unlock(within: .seconds(5)) }
      #expect([.denied, .timedOut, .absent, .failed].contains(error?.kind))
    }
  }

  @Test func `A service without a keyring is an error that says so, and isn't asked to create one`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start(unlocked: false)
      let store = keyring.store()
      await expect(.noKeyring) { try await store.check() }
      await expect(.noKeyring) { try await store.checkSaving() }
      await expect(.noKeyring) { try await store.save(tokens, for: ada) }
      await expect(.noKeyring) { _ = try await store.tokens(for: ada) }
      await expect(.noKeyring) { try await store.unlock(within: .seconds(5)) }
    }
  }

  // A keyring that hangs gets three seconds.
  @Test func `A call to a keyring that hangs ends at the limit, and the keyring works again later`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await keyring.store().save(tokens, for: ada)
      var newer = tokens
      newer.accessToken = Secret("newer")
      await keyring.signal(SIGSTOP)
      // On this clock only the test ends the limit, so the call can end for no other reason.
      func expectGivenUp(_ body: @escaping @Sendable (SecretServiceTokenStore) async throws -> Void) async {
        let clock = HourglassClock()
        let call = Task { [store = keyring.store(clock: clock)] in try await body(store) }
        await clock.gate.arrived()
        clock.gate.open()
        await expect(.timedOut) { try await call.value }
      }
      await expectGivenUp { [ada] in _ = try await $0.tokens(for: ada) }
      await expectGivenUp { [ada, newer] in try await $0.save(newer, for: ada) }
      await expectGivenUp { _ = try await $0.accounts() }
      await keyring.signal(SIGCONT)
      let kept = try await keyring.store().tokens(for: ada)
      #expect(kept == tokens || kept == newer)
      try await keyring.store().save(newer, for: ada)
      #expect(try await keyring.store().tokens(for: ada) == newer)
    }
  }

  @Test func `A prompt to the user ends with the task that requested it`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      await keyring.signal(SIGSTOP)
      let clock = HourglassClock()
      let unlocking = Task { [store = keyring.store(clock: clock)] in try await store.unlock() }
      await clock.gate.arrived()
      unlocking.cancel()
      await expect(.failed) { try await unlocking.value }
      // Cancelled before it starts.
      let late = Task { [store = keyring.store(clock: HourglassClock())] in
        while !Task.isCancelled { await Task.yield() }
        try await store.unlock()
      }
      late.cancel()
      await expect(.failed) { try await late.value }
      await keyring.signal(SIGCONT)
      try await keyring.store().check()
    }
  }

  // GNOME Keyring reports a deleted item as one without the method.
  @Test func `An item that is removed after it was found counts as gone in every call`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      let names = KeyringNames(application: "pixy-tests").tokens(of: ada)
      let found = try await keyring.work { keyring throws(TokenStoreError) in try keyring.items(names).first }
      let item = try #require(found)
      try await store.delete(ada)
      await expect(.unknownAccount) {
        _ = try await keyring.work { keyring throws(TokenStoreError) in try keyring.attributes(of: item) }
      }
      await expect(.unknownAccount) {
        _ = try await keyring.work { keyring throws(TokenStoreError) in try keyring.secret(of: item) }
      }
      // No error: the item is gone, as requested.
      try await keyring.work { keyring throws(TokenStoreError) in try keyring.remove(item) }
      #expect(try await store.tokens(for: ada) == nil)
    }
  }

  @Test func `An unreadable current account doesn't prevent signing out`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      try await store.setCurrentAccount(ada)
      let names = KeyringNames(application: "pixy-tests").choice(at: ada.provider)
      try await keyring.work { keyring throws(TokenStoreError) in
        let session = try SecretSession(keyring.connection)
        guard let item = try keyring.items(names).first, case .tuple(var sealed) = try session.seal("ada"),
          case .bytes(var start) = sealed[1], !start.isEmpty
        else { throw TokenStoreError(.failed) }
        // The initialization vector of the first block. A bit changed here changes the same bit of
        // the first byte, which is then no letter.
        start[0] ^= 0x80
        sealed[1] = .bytes(start)
        _ = try keyring.connection.call("SetSecret", of: Keyring.item, at: item.path, [.tuple(sealed)])
      }
      await expect(.damaged) { _ = try await store.currentAccount(of: ada.provider) }
      try await store.delete(ada)
      #expect(try await store.accounts().isEmpty)
    }
  }

  @Test func `An item without an account hides no other item`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      let names = KeyringNames(application: "pixy-tests").tokens
      try await keyring.work { keyring throws(TokenStoreError) in
        guard let collection = try? keyring.openCollection() else { throw TokenStoreError(.failed) }
        let properties: [String: Variant] = [
          Keyring.item + ".Label": .string("nobody's"), Keyring.item + ".Attributes": .texts(names),
        ]
        let sealed = try SecretSession(keyring.connection).seal("x")
        _ = try keyring.connection.call(
          "CreateItem", of: Keyring.collection, at: collection, [.properties(properties), sealed, .boolean(false)])
      }
      await expect(.damaged) { _ = try await store.accounts() }
      let listing = try await store.listing()
      #expect(listing.accounts == [ada] && listing.problems.map(\.kind) == [.damaged])
    }
  }

  @Test func `The keyring is checked for saving with an item that doesn't stay`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await keyring.store().checkSaving()
      #expect(try keyring.secretTool("search", "--all", "application", "pixy-tests").isEmpty)
      try await keyring.lock()
      await expect(.locked) { try await keyring.store().checkSaving() }
    }
  }

  @Test func `A bus without a keyring is an absent store`() async throws {
    try await PrivateKeyring.with { keyring in
      await expect(.absent) { try await keyring.store().check() }
      await expect(.absent) { _ = try await keyring.store().accounts() }
      await expect(.absent) { try await keyring.store().save(tokens, for: ada) }
    }
  }

  @Test func `A keyring that ended is an absent store, until it is restarted`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      await keyring.stop()
      await expect(.absent) { _ = try await store.tokens(for: ada) }
      try await keyring.start()
      #expect(try await store.tokens(for: ada) == tokens)
    }
  }

  @Test
  func `An item that another program wrote is damaged, or from a newer Pixy, and reading overwrites nothing`()
    async throws
  {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      let attributes = KeyringNames(application: "pixy-tests").tokens(of: ada)
      for (text, kind) in [
        ("no JSON", TokenStoreError.Kind.damaged), ("", .damaged), (#"{"version":3}"#, .newerFormat),
      ] {
        try await keyring.work { keyring throws(TokenStoreError) in
          try keyring.keep(text, label: "forged", attributes: attributes)
        }
        await expect(kind) { _ = try await store.tokens(for: ada) }
        #expect(try await store.accounts() == [ada])
      }
      try await store.save(tokens, for: ada)
      #expect(try await store.tokens(for: ada) == tokens)
    }
  }

  @Test func `A default keyring that doesn't exist yet is an absent store`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      await expect(.absent) {
        try await keyring.work { keyring throws(TokenStoreError) in
          _ = try keyring.connection.property("Locked", of: Keyring.collection, at: Keyring.root + "/collection/none")
        }
      }
    }
  }

  @Test func `Many tasks and another process at once leave complete tokens, and no open connection`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let store = keyring.store()
      try await store.save(tokens, for: ada)
      let before = try keyring.connections()
      try await withThrowingTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            var own = tokens
            own.accessToken = Secret("token-\(number)")
            try await store.save(own, for: ada)
            let kept = try #require(try await store.tokens(for: ada))
            #expect(kept.accessToken.reveal().hasPrefix("token-"))
          }
          if number % 10 == 0 {
            group.addTask {
              let lines = try keyring.secretTool("lookup", "xdg:schema", "pixy.Tokens", "name", "ada")
              #expect(lines.count == 1)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.accounts() == [ada])
      // Only this test uses the bus. It may need a moment to notice the last disconnections; a leak
      // would remain.
      var after = try keyring.connections()
      for _ in 0..<500 where after > before { after = try keyring.connections() }
      #expect(after <= before)
    }
  }

  private func expect(_ kind: TokenStoreError.Kind, _ body: () async throws -> Void) async {
    let error = await #expect(throws: TokenStoreError.self) { try await body() }
    #expect(error?.kind == kind, "\(error.map(\.explanation) ?? "nothing")")
  }
}
#endif
