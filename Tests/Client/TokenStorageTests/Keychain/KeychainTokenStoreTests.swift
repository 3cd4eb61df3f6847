import Foundation
import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

struct KeychainTokenStoreTests {
  private let keychain = PlayedKeychain()
  private let ada: Account
  private let grace: Account

  init() throws {
    ada = try Account(provider: "https://as.example", name: "ada")
    grace = try Account(provider: "https://as.example", name: "grace")
  }

  private func store(
    _ keychain: PlayedKeychain? = nil, app: String = "com.example.app", group: String? = nil,
    accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly,
    hasFileKeychain: Bool = true, locks: String = "/nonexistent"
  ) throws -> KeychainTokenStore {
    try KeychainTokenStore(
      app: app, locks: AccountLocks(folder: locks), accessGroup: group, accessibility: accessibility,
      hasFileKeychain: hasFileKeychain, calls: keychain ?? self.keychain)
  }

  private func tokens(_ access: String) -> StoredTokens {
    StoredTokens(
      accessToken: Secret(access), refreshToken: Secret("secret-refresh"), receivedAt: Date(timeIntervalSince1970: 1))
  }

  private func error(_ body: () async throws -> Void) async -> TokenStoreError? {
    do {
      try await body()
      Issue.record("no error came")
      return nil
    } catch {
      return error as? TokenStoreError
    }
  }

  @Test(arguments: TokenStoreCompatibility.checks, [["TEAM.app"], []])
  func `The keychain store is compatible in either keychain`(
    _ check: StoreCheck<any TokenStore>, _ groups: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let keychain = PlayedKeychain(groups: groups)
    // Each opening stands for a process of its own: only the keychain and the locks are shared.
    try await check.run { try store(keychain, locks: folder.appending("locks")) }
  }

  // Peers delete and add an item, which loses the access that the user granted.
  @Test func `An item is created once and then updated in place`() async throws {
    let store = try store()
    try await store.save(tokens("one"), for: ada)
    try await store.save(tokens("two"), for: ada)
    try await store.save(tokens("three"), for: ada)
    let calls = keychain.made.map(\.call)
    #expect(calls.filter { $0 == .add }.count == 1)
    #expect(!calls.contains(.delete))
    #expect(try await store.tokens(for: ada) == tokens("three"))
  }

  // Peers rewrite an unchanged refresh token on every refresh.
  @Test func `Nothing is written when nothing changed`() async throws {
    let store = try store()
    try await store.save(tokens("one"), for: ada)
    try await store.setCurrentAccount(ada)
    let before = keychain.made.count
    try await store.save(tokens("one"), for: ada)
    try await store.setCurrentAccount(ada)
    let calls = keychain.made.dropFirst(before).map(\.call)
    #expect(calls.allSatisfy { $0 == .copySecret || $0 == .copyAttributes })
  }

  @Test func `Listing and current accounts decrypt no secret`() async throws {
    let store = try store()
    try await store.save(tokens("one"), for: ada)
    try await store.save(tokens("two"), for: grace)
    let before = keychain.made.count
    try await store.setCurrentAccount(grace)
    #expect(try await store.accounts() == [ada, grace])
    #expect(try await store.currentAccount(of: ada.provider) == grace)
    let calls = keychain.made.dropFirst(before).map(\.call)
    #expect(!calls.contains(.copySecret))
  }

  @Test func `Another process that adds the item first only means an update`() async throws {
    let stranger = try store()
    try await stranger.save(tokens("theirs"), for: ada)
    let theirs = keychain.kept
    keychain.change { $0.items = [:] }
    keychain.change { $0.meanwhile[.add] = { $0.items = theirs } }
    try await store().save(tokens("ours"), for: ada)
    #expect(keychain.made.suffix(3).map(\.call) == [.update, .add, .update])
    #expect(try await store().tokens(for: ada) == tokens("ours"))
    #expect(keychain.kept.count == 1)
  }

  @Test func `Another process that deletes the item in between only means to add it`() async throws {
    try await store().save(tokens("old"), for: ada)
    keychain.change { $0.meanwhile[.update] = { $0.items = [:] } }
    try await store().save(tokens("new"), for: ada)
    #expect(try await store().tokens(for: ada) == tokens("new"))
  }

  @Test func `A keychain with contradictory results is an error, not an endless loop`() async throws {
    keychain.change { $0.failures = [.update: .itemNotFound, .add: .duplicateItem] }
    let error = await error { try await store().save(tokens("one"), for: ada) }
    #expect(error?.kind == .failed)
    #expect(keychain.made.count < 40)
  }

  @Test func `A program without entitlements uses the file keychain, determines it once, and reports it`() async throws
  {
    let keychain = PlayedKeychain(groups: [])
    let store = try store(keychain)
    #expect(store.location.place == "the keychain")
    try await store.save(tokens("one"), for: ada)
    try await store.save(tokens("two"), for: ada)
    #expect(keychain.made.filter { $0.keychain == .dataProtection }.count == 1)
    #expect(keychain.kept.keys.allSatisfy { $0.keychain == .file })
    #expect(store.location.place == "the login keychain")
    let signed = try self.store()
    _ = try await signed.accounts()
    #expect(signed.location.place == "the data-protection keychain")
    #expect(signed.location.protection != store.location.protection)
  }

  @Test func `A system with one keychain has no fallback`() async throws {
    let keychain = PlayedKeychain(groups: [])
    let store = try store(keychain, hasFileKeychain: false)
    let error = await error { try await store.save(tokens("one"), for: ada) }
    #expect(error?.kind == .absent)
    let cause = error?.cause?.description ?? ""
    #expect(cause.contains("-34018"))
    #expect(keychain.kept.isEmpty)
  }

  @Test func `An access group that the program isn't in is an error, and nothing is stored elsewhere`() async throws {
    for groups in [["TEAM.app"], []] {
      let keychain = PlayedKeychain(groups: groups)
      let store = try store(keychain, group: "TEAM.shared")
      let error = await error { try await store.save(tokens("one"), for: ada) }
      #expect(error?.kind == .absent)
      #expect(keychain.kept.isEmpty)
    }
  }

  @Test func `An app and its extension share an access group, and nothing outside of it`() async throws {
    let app = PlayedKeychain(groups: ["TEAM.app", "TEAM.shared"])
    try await store(app, group: "TEAM.shared").save(tokens("shared"), for: ada)
    let place = try #require(app.kept.keys.first)
    #expect(place.group == "TEAM.shared")
    let other = PlayedKeychain(groups: ["TEAM.extension", "TEAM.shared"])
    let items = app.kept
    other.change { $0.items = items }
    #expect(try await store(other, group: "TEAM.shared").tokens(for: ada) == tokens("shared"))
    #expect(try await store(other, group: "TEAM.extension").tokens(for: ada) == nil)
  }

  // If no group is named, the system searches all groups of the program.
  @Test func `Without an access group, items in the program's other groups are neither found nor changed`()
    async throws
  {
    let keychain = PlayedKeychain(groups: ["TEAM.app", "TEAM.shared"])
    let (own, shared) = (try store(keychain), try store(keychain, group: "TEAM.shared"))
    try await shared.save(tokens("shared"), for: ada)
    try await shared.setCurrentAccount(ada)
    #expect(try await own.tokens(for: ada) == nil)
    #expect(try await own.accounts().isEmpty)
    #expect(try await own.currentAccount(of: ada.provider) == nil)
    try await own.save(tokens("own"), for: ada)
    try await own.delete(ada)
    #expect(try await shared.tokens(for: ada) == tokens("shared"))
    #expect(try await shared.currentAccount(of: ada.provider) == ada)
  }

  @Test(arguments: [nil, "TEAM.app"])
  func `Tokens can be moved between the groups of one program, with one folder for locks`(_ group: String?)
    async throws
  {
    let keychain = PlayedKeychain(groups: ["TEAM.app", "TEAM.shared"])
    let folder = try TemporaryFolder()
    let own = try store(keychain, group: group, locks: folder.appending("locks"))
    let shared = try store(keychain, group: "TEAM.shared", locks: folder.appending("locks"))
    try await own.save(tokens("one"), for: ada)
    try await own.setCurrentAccount(ada)
    _ = try await shared.accounts()
    let there = try await TokenStoreMigration(from: own, to: shared).run()
    #expect(there.movedAccounts == [ada] && there.remainders.isEmpty)
    #expect(try await shared.tokens(for: ada) == tokens("one"))
    #expect(try await shared.currentAccount(of: ada.provider) == ada)
    #expect(try await own.accounts().isEmpty)
    #expect(keychain.kept.keys.allSatisfy { $0.group == "TEAM.shared" })
    let back = try await TokenStoreMigration(from: shared, to: own).run()
    #expect(back.movedAccounts == [ada])
    #expect(try await own.tokens(for: ada) == tokens("one"))
    #expect(keychain.kept.keys.allSatisfy { $0.group == "TEAM.app" })
  }

  @Test func `Tokens that couldn't be read back are rejected, and the old ones stay`() async throws {
    try await store().save(tokens("one"), for: ada)
    for member in UnreadableMembers.all {
      var unreadable = tokens("two")
      unreadable.additionalMembers = ["member": member]
      #expect(await error { try await store().save(unreadable, for: ada) }?.kind == .failed)
    }
    #expect(try await store().tokens(for: ada) == tokens("one"))
  }

  @Test(arguments: [
    (KeychainStatus.interactionNotAllowed, TokenStoreError.Kind.locked), (.interactionRequired, .locked),
    (.inDarkWake, .locked), (.authFailed, .denied), (.userCanceled, .denied), (.noAccessForItem, .denied),
    (.notAvailable, .absent), (.noSuchKeychain, .absent), (.noDefaultKeychain, .absent), (.diskFull, .full),
    (.readOnly, .readOnly), (.decode, .damaged), (KeychainStatus(rawValue: -50), .failed),
  ])
  func `Each failure of each call has its kind, and stored items stay`(
    _ status: KeychainStatus, _ kind: TokenStoreError.Kind
  ) async throws {
    try await store().save(tokens("old"), for: ada)
    try await store().setCurrentAccount(ada)
    let before = keychain.kept
    for call in PlayedKeychain.Call.allCases {
      keychain.change { $0.failures = [call: status] }
      let store = try store()
      var errors: [TokenStoreError?] = []
      switch call {
      case .add: errors.append(await error { try await store.save(tokens("new"), for: grace) })
      case .copySecret: errors.append(await error { _ = try await store.tokens(for: ada) })
      case .update: errors.append(await error { try await store.save(tokens("new"), for: ada) })
      case .delete: errors.append(await error { try await store.delete(ada) })
      case .copyAttributes:
        errors.append(await error { _ = try await store.accounts() })
        errors.append(await error { _ = try await store.currentAccount(of: ada.provider) })
        errors.append(await error { try await store.setCurrentAccount(ada) })
      }
      for error in errors {
        #expect(error?.kind == kind)
        let cause = error?.cause?.description ?? ""
        #expect(cause.contains("\(status.rawValue)"))
      }
      #expect(keychain.kept == before)
    }
  }

  // firebase/firebase-ios-sdk#16505: the app starts before the first unlock, and its user seems signed out.
  @Test func `An item that a locked device doesn't find is an error and not a missing item`() async throws {
    let (phone, mac) = (try store(hasFileKeychain: false), try store())
    try await phone.save(tokens("one"), for: ada)
    try await phone.setCurrentAccount(ada)
    keychain.change {
      $0.failures = [.copySecret: .itemNotFound, .copyAttributes: .itemNotFound, .add: .interactionNotAllowed]
    }
    let started = try store(hasFileKeychain: false)
    #expect(await error { _ = try await started.tokens(for: ada) }?.kind == .locked)
    #expect(await error { _ = try await started.currentAccount(of: ada.provider) }?.kind == .locked)
    #expect(await error { _ = try await started.accounts() }?.kind == .locked)
    // A Mac's keychain is unlocked while programs of its user run.
    #expect(try await mac.tokens(for: ada) == nil)
    keychain.change { $0.failures = [:] }
    #expect(try await started.tokens(for: ada) == tokens("one"))
  }

  @Test func `A missing item is tested once, and nothing stays of the test`() async throws {
    let store = try store(hasFileKeychain: false)
    #expect(try await store.tokens(for: ada) == nil)
    #expect(keychain.made.map(\.call) == [.copySecret, .add, .delete] && keychain.kept.isEmpty)
    #expect(try await store.tokens(for: grace) == nil)
    #expect(try await store.accounts().isEmpty)
    #expect(keychain.made.filter { $0.call == .add }.count == 1)
  }

  @Test func `A locked keychain doesn't decide which keychain is used`() async throws {
    let store = try store()
    keychain.change { $0.failures = [.copyAttributes: .interactionNotAllowed] }
    _ = await error { _ = try await store.accounts() }
    #expect(store.location.place == "the keychain")
    keychain.change { $0.failures = [:] }
    _ = try await store.accounts()
    #expect(store.location.place == "the data-protection keychain")
  }

  @Test func `By default, items can be read from the first unlock on and stay on the device`() async throws {
    try await store().save(tokens("one"), for: ada)
    #expect(keychain.kept.values.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
    try await store(accessibility: .afterFirstUnlock).save(tokens("two"), for: ada)
    #expect(keychain.kept.values.map(\.accessibility) == [.afterFirstUnlock])
  }

  @Test func `An item that a newer Pixy wrote stays, and a damaged one is replaced`() async throws {
    try await store().save(tokens("one"), for: ada)
    let place = try #require(keychain.kept.keys.first)
    keychain.change { $0.items[place]?.item.secret = Secret(#"{"version":9}"#) }
    for body in [
      { _ = try await store().tokens(for: ada) }, { try await store().save(tokens("two"), for: ada) },
    ] {
      #expect(await error(body)?.kind == .newerFormat)
    }
    #expect(keychain.kept[place]?.item.secret == Secret(#"{"version":9}"#))

    keychain.change { $0.items[place]?.item.secret = Secret("secret-garbage") }
    let damaged = await error { _ = try await store().tokens(for: ada) }
    #expect(damaged?.kind == .damaged)
    let words = "\(String(reflecting: damaged)) \(damaged?.explanation ?? "")"
    #expect(!words.contains("secret"))
    try await store().save(tokens("two"), for: ada)
    #expect(try await store().tokens(for: ada) == tokens("two"))
  }

  @Test func `Two apps on one keychain don't see each other's accounts`() async throws {
    try await store(app: "a").save(tokens("one"), for: ada)
    try await store(app: "ab").save(tokens("two"), for: grace)
    #expect(try await store(app: "a").accounts() == [ada])
    #expect(try await store(app: "ab").accounts() == [grace])
  }

  @Test(arguments: [
    "", "two words", "sl/ash", "line\nbreak", "é", ".", "..", ".hidden", "a+b", String(repeating: "a", count: 129),
  ])
  func `An app's name that is invalid in items is rejected`(_ app: String) {
    #expect(throws: TokenStoreError.self) { try store(app: app) }
  }

  @Test func `A provider's name that begins with a combining mark is listed completely`() async throws {
    let strange = try Account(provider: "\u{301}\u{308} x", name: "\u{301}")
    try await store().save(tokens("one"), for: strange)
    #expect(try await store().accounts() == [strange])
  }

  @Test func `Foreign items with the mark are skipped`() async throws {
    try await store().save(tokens("one"), for: ada)
    keychain.change { state in
      for item in [
        KeychainItem(service: "com.example.app ", account: "x", label: ""),
        KeychainItem(service: "com.example.app https://as.example", account: "", label: ""),
        KeychainItem(service: "other", account: "x", label: ""),
      ] {
        state.items[PlayedKeychain.Place(.dataProtection, "TEAM.app", item)] = PlayedKeychain.Kept(
          item: item, mark: "com.example.app", accessibility: .afterFirstUnlock)
      }
    }
    #expect(try await store().accounts() == [ada])
  }

  @Test func `No description of a keychain query shows a token`() async throws {
    try await store().save(tokens("secret-access"), for: ada)
    var dumped = ""
    dump(keychain.kept, to: &dumped)
    #expect(dumped.contains("ada"))
    #expect(!dumped.contains("secret-"))
  }

  @Test func `A keychain is checked for saving with an item that doesn't stay`() async throws {
    let store = try store()
    try await store.save(tokens("at"), for: ada)
    try await store.checkSaving()
    #expect(try await store.accounts() == [ada])
    #expect(keychain.kept.count == 1)
  }
}
