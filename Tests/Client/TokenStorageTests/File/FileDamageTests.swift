import Foundation
import OAuthCore
import PKCE
import Testing

@testable import TokenStorage

/// Damage to the files by a disk, another program or an attacker.
struct FileDamageTests {
  private let ada = TestStore.ada
  private let grace = TestStore.grace

  /// Files that are corrupted or truncated at every byte.
  @Test
  func `An account's file with any byte changed, or of any other length, is an error, and affects no other account`()
    async throws
  {
    let (test, store) = try await filled()
    let name = TestStore.name(ada)
    let whole = try #require(try test.folder.contents()[name])
    let before = try test.folder.contents().filter { $0.key != name }
    for (number, damaged) in Self.variants(whole).enumerated() {
      try test.folder.write(damaged, to: name)
      let error = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: ada) }
      #expect(error?.kind == .damaged || error?.kind == .newerFormat)
      #expect(error?.place == test.folder.appending(name))
      #expect(try test.folder.bytes(name) == damaged)
      // The remaining checks are the same for all damage, so they run less often.
      guard number % 16 == 0 else { continue }
      #expect(try await TestStore.number(store.tokens(for: grace)) == 2)
      let listing = try await store.listing()
      #expect(listing.accounts.contains(grace))
      #expect(listing.accounts.count + listing.problems.count == 2)
    }
    #expect(try test.folder.contents().filter { $0.key != name } == before)
    try test.folder.write(whole, to: name)
    #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
  }

  @Test
  func `A store's file with any byte changed, or of any other length, is an error, and nothing is changed`()
    async throws
  {
    let (test, opened) = try await filled()
    let name = "tokens/store"
    let whole = try #require(try test.folder.contents()[name])
    let before = try test.folder.contents().filter { $0.key != name }
    for (number, damaged) in Self.variants(whole).enumerated() {
      try test.folder.write(damaged, to: name)
      // The result is the same for a store that was open before and for a new one.
      for store in number % 8 == 0 ? [opened, try test.open()] : [try test.open()] {
        let reading = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: ada) }
        #expect(reading?.kind == .keyLost || reading?.kind == .newerFormat)
        #expect(reading?.place == test.folder.appending(name))
      }
      guard number % 8 == 0 else { continue }
      await #expect(throws: TokenStoreError.self) { try await opened.save(TestStore.tokens(3), for: ada) }
      #expect(try test.folder.bytes(name) == damaged)
    }
    #expect(try await opened.accounts() == [ada, grace])
    #expect(try test.folder.contents().filter { $0.key != name } == before)
    try test.folder.write(whole, to: name)
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 1)
  }

  @Test
  func `A list of current accounts with any byte changed selects no other account, and signing out works`() async throws
  {
    let (test, store) = try await filled()
    try await store.setCurrentAccount(ada)
    let name = "tokens/current"
    let whole = try #require(try test.folder.contents()[name])
    for damaged in Self.variants(whole) {
      try test.folder.write(damaged, to: name)
      // The list isn't sealed. Damage can turn it into another account's name, but that account has
      // no tokens.
      let current = try? await store.currentAccount(of: ada.provider)
      #expect(current == nil || current == .some(nil))
      #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
    }
    try test.folder.write([], to: name)
    try await store.delete(ada)
    try await store.setCurrentAccount(grace)
    #expect(try await store.currentAccount(of: ada.provider) == grace)
  }

  @Test
  func `A damaged account is replaced by the next save, and listed as a problem until then`() async throws {
    let (test, store) = try await filled()
    try test.folder.write([], to: TestStore.name(ada))
    let error = await #expect(throws: TokenStoreError.self) { try await store.accounts() }
    #expect(error?.kind == .damaged && error?.place == test.folder.appending(TestStore.name(ada)))
    try await store.save(TestStore.tokens(3), for: ada)
    #expect(try await store.accounts() == [ada, grace])
    #expect(try await TestStore.number(store.tokens(for: ada)) == 3)
  }

  @Test
  func `A missing store file is never created anew while there are tokens`() async throws {
    let (test, opened) = try await filled()
    try FileManager.default.removeItem(atPath: test.folder.appending("tokens/store"))
    let before = try test.folder.contents()
    for store in [opened, try test.open()] {
      let error = await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(3), for: ada) }
      #expect(error?.kind == .keyLost)
    }
    #expect(try test.folder.contents() == before)
  }

  @Test
  func `A newer version's file is neither read nor replaced`() async throws {
    let (test, store) = try await filled()
    for name in [TestStore.name(ada), "tokens/store"] {
      let whole = try #require(try test.folder.contents()[name])
      let text = String(decoding: whole, as: UTF8.self)
      let newer = Array(text.replacing(#""version":1"#, with: #""version":2,"new":true"#).utf8)
      #expect(newer != whole)
      try test.folder.write(newer, to: name)
      for store in [store, try test.open()] {
        let reading = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: ada) }
        #expect(reading?.kind == .newerFormat)
        let writing = await #expect(throws: TokenStoreError.self) {
          try await store.save(TestStore.tokens(3), for: ada)
        }
        #expect(writing?.kind == .newerFormat)
      }
      #expect(try test.folder.contents()[name] == newer)
      try test.folder.write(whole, to: name)
    }
  }

  @Test
  func `One account's file doesn't pass for another's, with a changed file name or a changed account in it`()
    async throws
  {
    let (test, store) = try await filled()
    let contents = try test.folder.contents()
    let adas = try #require(contents[TestStore.name(ada)])
    try test.folder.write(adas, to: TestStore.name(grace))
    let swapped = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: grace) }
    #expect(swapped?.kind == .damaged)

    let renamed = String(decoding: adas, as: UTF8.self).replacing(#""name":"ada""#, with: #""name":"grace""#)
    try test.folder.write(Array(renamed.utf8), to: TestStore.name(grace))
    let forged = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: grace) }
    #expect(forged?.kind == .damaged)
  }

  @Test
  func `A file that is too long is rejected without being read`() async throws {
    let (test, store) = try await filled()
    let path = test.folder.appending(TestStore.name(ada))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let error = await #expect(throws: TokenStoreError.self) { try await store.tokens(for: ada) }
    #expect(error?.kind == .damaged)
  }

  /// The file with each byte changed (its lowest and its highest bit in turn), each shorter length,
  /// and two longer ones.
  private static func variants(_ whole: [UInt8]) -> [[UInt8]] {
    var variants: [[UInt8]] = []
    for index in whole.indices {
      var changed = whole
      changed[index] ^= index % 2 == 0 ? 0x01 : 0x80
      variants.append(changed)
      variants.append(Array(whole.prefix(index)))
    }
    return variants + [whole + [0x20], whole + whole]
  }

  private func filled() async throws -> (TestStore, FileTokenStore) {
    let test = try TestStore(.keyFile)
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    try await store.save(TestStore.tokens(2), for: grace)
    return (test, store)
  }
}
