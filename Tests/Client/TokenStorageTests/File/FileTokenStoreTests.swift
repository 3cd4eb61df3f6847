import Evidence
import Foundation
import OAuthCore
import OAuthTestSupport
import PKCE
import SystemPackage
import Testing

@testable import TokenStorage

struct FileTokenStoreTests {
  private let ada = TestStore.ada
  private let grace = TestStore.grace

  @Test(arguments: TestStore.Kind.allCases, TokenStoreCompatibility.checks)
  func `The file store is compatible`(
    _ kind: TestStore.Kind, _ check: StoreCheck<any TokenStore>
  ) async throws {
    let test = try TestStore(kind)
    try await check.run { [folder = test.tokens, key = test.key] in try FileTokenStore(folder: folder, key: key) }
    _ = test.folder
  }

  // Peers have no cache at all, or a plain-text cache, or one that is world-readable or contains a
  // private key.
  @Test(.covers("MCP: Tokens are stored securely"), arguments: TestStore.Kind.allCases)
  func `No file contains a secret in the clear, and files and folders are private`(_ kind: TestStore.Kind) async throws
  {
    let test = try TestStore(kind)
    try await test.open().save(TestStore.tokens(7), for: ada)
    try await test.open().setCurrentAccount(ada)
    for (name, bytes) in try test.folder.contents() {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("secret-") && !text.contains("correct horse"), "\(name)")
      #expect(try permissions(test, name) == 0o600, "\(name)")
    }
    #expect(try permissions(test, "tokens") == 0o700)
    #expect(try permissions(test, "tokens/locks") == 0o700)
    #expect(try test.folder.contents()[TestStore.name(ada)] != nil)
  }

  @Test func `A store is checked for saving with a file that doesn't stay`() async throws {
    let test = try TestStore()
    try await test.open().checkSaving()
    let names = try test.folder.contents().keys.filter { !$0.contains("lock") }.sorted()
    #expect(names == ["tokens/store"])
    let wrong = try test.open(.passphrase(Secret("wrong"), cost: TestStore.cheap))
    let error = await #expect(throws: TokenStoreError.self) { try await wrong.checkSaving() }
    #expect(error?.kind == .wrongKey)
    // A disk that is full, or was mounted read-only, since the store was opened.
    for (errno, kind) in [(Errno.noSpace, TokenStoreError.Kind.full), (.readOnlyFileSystem, .readOnly)] {
      let calls = FaultyFileCalls(failing: 0..<0, errno)
      let store = try test.open(calls: calls)
      try await store.checkSaving()
      let count = calls.count
      let failing = FaultyFileCalls(failing: (count / 2)..<count, errno)
      let error = await #expect(throws: TokenStoreError.self) { try await test.open(calls: failing).checkSaving() }
      #expect(error?.kind == kind)
    }
  }

  @Test
  func `Reading, listing and deleting create no folder`() async throws {
    let test = try TestStore()
    let store = try test.open()
    #expect(try await store.tokens(for: ada) == nil)
    #expect(try await store.accounts() == [])
    #expect(try await store.currentAccount(of: ada.provider) == nil)
    try await store.delete(ada)
    #expect(!FileManager.default.fileExists(atPath: test.tokens))
  }

  @Test
  func `Listing, choosing and deleting need no key`() async throws {
    let test = try TestStore()
    try await test.open().save(TestStore.tokens(1), for: ada)
    let keyless = try test.open(.passphrase(Secret("wrong"), cost: TestStore.cheap))
    #expect(try await keyless.accounts() == [ada])
    try await keyless.setCurrentAccount(ada)
    #expect(try await keyless.currentAccount(of: ada.provider) == ada)
    try await keyless.delete(ada)
    #expect(try await test.open().tokens(for: ada) == nil)
  }

  // Peers rewrite an unchanged refresh token on every refresh.
  @Test
  func `Unchanged tokens are not written again`() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    let before = try test.folder.contents()
    try await store.save(TestStore.tokens(1), for: ada)
    #expect(try test.folder.contents() == before)
    try await store.save(TestStore.tokens(2), for: ada)
    #expect(try test.folder.contents() != before)
  }

  @Test
  func `Tokens that are too long for a file are rejected, and the old ones stay`() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    var long = TestStore.tokens(2)
    long.accessToken = Secret(String(repeating: "x", count: 1_000_000))
    await #expect(throws: TokenStoreError.self) { try await store.save(long, for: ada) }
    #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
  }

  @Test
  func `Tokens that couldn't be read back are rejected, and the old ones stay`() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    for member in UnreadableMembers.all {
      var tokens = TestStore.tokens(2)
      tokens.additionalMembers = ["member": member]
      let error = await #expect(throws: TokenStoreError.self) { try await store.save(tokens, for: ada) }
      #expect(error?.kind == .failed && error?.cause != nil)
    }
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 1)
  }

  @Test
  func `Checking detects a wrong key, and creates nothing`() async throws {
    for kind in TestStore.Kind.allCases {
      let test = try TestStore(kind)
      try await test.open().check()
      #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.path).isEmpty)
      #expect(test.holder.key() == nil)
    }
    let test = try TestStore()
    try await test.open().save(TestStore.tokens(1), for: ada)
    try await test.open().check()
    let wrong = try test.open(.passphrase(Secret("wrong"), cost: TestStore.cheap))
    let error = await #expect(throws: TokenStoreError.self) { try await wrong.check() }
    #expect(error?.kind == .wrongKey)
  }

  @Test
  func `A store that was removed while it was open is created again`() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    try FileManager.default.removeItem(atPath: test.tokens)
    #expect(try await store.tokens(for: ada) == nil)
    try await test.open().save(TestStore.tokens(2), for: grace)
    try await store.save(TestStore.tokens(3), for: ada)
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 3)
    #expect(try await TestStore.number(test.open().tokens(for: grace)) == 2)
  }

  @Test
  func `Twenty tasks that start at once create one store and one key`() async throws {
    for kind in TestStore.Kind.allCases {
      let test = try TestStore(kind)
      try await withThrowingTaskGroup { group in
        for number in 0..<20 {
          let store = try test.open()
          group.addTask {
            try await store.save(
              TestStore.tokens(number), for: Account(provider: "https://a.example", name: "\(number)"))
          }
        }
        try await group.waitForAll()
      }
      let store = try test.open()
      for number in 0..<20 {
        let account = try Account(provider: "https://a.example", name: "\(number)")
        #expect(try await TestStore.number(store.tokens(for: account)) == number)
      }
    }
  }

  @Test
  func `A writer that holds the lock too long makes the other writers fail with busy`() async throws {
    let test = try TestStore()
    try await test.open().save(TestStore.tokens(1), for: ada)
    let lock = try LockFile(.init(test.tokens + "/locks/writing.lock")).lock(patience: .zero)
    defer { SystemFileCalls().close(lock) }
    let store = try test.open(patience: .milliseconds(5))
    let error = await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(2), for: ada) }
    #expect(error?.kind == .busy)
    #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
  }

  private func permissions(_ test: TestStore, _ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: test.folder.appending(name))[.posixPermissions] as? Int
  }
}
