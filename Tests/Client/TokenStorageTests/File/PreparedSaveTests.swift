import Foundation
import OAuthCore
import Synchronization
import SystemPackage
import Testing

@testable import TokenStorage

/// Saves that are prepared before the tokens are known.
struct PreparedSaveTests {
  private let ada = TestStore.ada

  /// A store with tokens 1, opened with other calls.
  private func store(_ test: TestStore, _ calls: any FileCalls) async throws -> FileTokenStore {
    try await test.open().save(TestStore.tokens(1), for: ada)
    let store = try test.open(calls: calls)
    #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
    return store
  }

  private func number(_ test: TestStore) async throws -> Int? {
    let store = try test.open()
    return try await TestStore.number(store.withLock(on: ada) { try await store.tokens(for: ada) })
  }

  private func prepared(_ test: TestStore) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: test.tokens).filter { $0.hasSuffix(PreparedFile.suffix) }
  }

  @Test func `After the preparation a save is: write, synchronize, rename, synchronize the folder`() async throws {
    let (test, calls) = (try TestStore(), FaultyFileCalls())
    let store = try await store(test, calls)
    try await store.withLock(on: ada) {
      try await store.prepareSave(for: ada)
      #expect(calls.record.suffix(2) == ["open creating PREPARED", "reserve"])
      calls.forget()
      try await store.save(TestStore.tokens(2), for: ada)
      #expect(
        calls.record == [
          "write", "truncate", "synchronize", "rename PREPARED TOKENS", "open folder tokens", "synchronize",
        ])
    }
    #expect(try await number(test) == 2)
    #expect(try prepared(test).isEmpty)
  }

  @Test func `A full or read-only disk is found out by the preparation, and the old tokens stay`() async throws {
    for (error, kind) in [(Errno.noSpace, TokenStoreError.Kind.full), (.readOnlyFileSystem, .readOnly)] {
      let test = try TestStore()
      var number = 0
      while true {
        let calls = FaultyFileCalls(failing: number..<number + 1, error)
        try await test.open().save(TestStore.tokens(1), for: ada)
        let store = try test.open(calls: calls)
        var before = 0
        do throws(TokenStoreError) {
          _ = try await store.tokens(for: ada)
          before = calls.count
          try await store.prepareSave(for: ada)
        } catch {
          #expect(error.kind == kind)
        }
        if before > 0, calls.count <= number { break }
        #expect(try await self.number(test) == 1)
        #expect(try prepared(test).isEmpty)
        number += 1
      }
      #expect(number > 5)
    }
  }

  @Test(arguments: [false, true])
  func `If any call of a prepared save fails, the old tokens or the new ones are stored`(
    _ isLasting: Bool
  ) async throws {
    var number = 0
    while true {
      let test = try TestStore()
      try await test.open().save(TestStore.tokens(1), for: ada)
      let calls = FaultyFileCalls(failing: number..<(isLasting ? .max : number + 1), .ioError)
      let store = try test.open(calls: calls)
      var isSaved = false
      do {
        try await store.withLock(on: ada) {
          _ = try await store.tokens(for: ada)
          try await store.prepareSave(for: ada)
          try await store.save(TestStore.tokens(2), for: ada)
        }
        isSaved = true
      } catch is TokenStoreError {}
      let kept = try await self.number(test)
      #expect(isSaved ? kept == 2 : kept == 1 || kept == 2, "call \(number)")
      #expect(try prepared(test).isEmpty, "call \(number)")
      if calls.count <= number { break }
      number += 1
    }
    #expect(number > 20)
  }

  @Test func `A preparation without a save leaves nothing`() async throws {
    let test = try TestStore()
    let store = try await store(test, SystemFileCalls())
    try await store.withLock(on: ada) {
      try await store.prepareSave(for: ada)
      try await store.prepareSave(for: ada)
      #expect(try prepared(test).count == 1)
    }
    #expect(try prepared(test).isEmpty)
  }

  // MARK: Killed processes

  /// Leaves what a process leaves that is killed after it wrote the first bytes of a save.
  private func kill(_ test: TestStore, saving number: Int, after count: Int = .max) async throws {
    let store = try await store(test, SystemFileCalls())
    let (folder, key) = (store.folder, try #require(store.state.withLock { $0.openKey }))
    let prepared = try #require(try folder.prepare(ada))
    let bytes = try folder.bytes(of: TestStore.tokens(number), ada, key)
    try folder.files.write(Array(bytes.prefix(count)), to: prepared.file)
    try prepared.file.close()
  }

  @Test func `A save whose process was killed after the write is finished by the next holder of the lock`()
    async throws
  {
    let test = try TestStore()
    try await kill(test, saving: 2)
    // A reader sees the old tokens until then.
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 1)
    #expect(try await number(test) == 2)
    #expect(try prepared(test).isEmpty)
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 2)
  }

  @Test(arguments: [0, 1, 100, 200])
  func `A save whose process was killed during the write is undone`(_ count: Int) async throws {
    let test = try TestStore()
    try await kill(test, saving: 2, after: count)
    #expect(try await number(test) == 1)
    #expect(try prepared(test).isEmpty)
  }

  @Test func `A save isn't finished if other tokens were saved after the process was killed`() async throws {
    let test = try TestStore()
    try await kill(test, saving: 2)
    // Without the lock, which would finish the save first.
    try await test.open().save(TestStore.tokens(3), for: ada)
    #expect(try await number(test) == 3)
    #expect(try prepared(test).isEmpty)
  }

  @Test func `Tokens that were changed, or sealed for another account, are not taken over`() async throws {
    let test = try TestStore()
    for change in [0, 1] {
      try await kill(test, saving: 2)
      let path = test.tokens + "/" + (try #require(try prepared(test).first))
      var bytes = try Data(contentsOf: URL(filePath: path))
      if change == 0 {
        let sealed = try #require(bytes.firstRange(of: Data("\"sealed\":\"".utf8))?.upperBound)
        bytes[sealed] = bytes[sealed] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      } else {
        try await test.open().save(TestStore.tokens(7), for: TestStore.grace)
        bytes = try Data(contentsOf: URL(filePath: test.folder.appending(TestStore.name(TestStore.grace))))
      }
      try bytes.write(to: URL(filePath: path))
      #expect(try await number(test) == 1)
      #expect(try prepared(test).isEmpty)
    }
  }

  @Test func `Without the store's key the lock works, and a deletion removes what a killed process left`() async throws
  {
    let test = try TestStore()
    try await kill(test, saving: 2)
    let other = try test.open(.passphrase(Secret("wrong"), cost: TestStore.cheap))
    try await other.withLock(on: ada) {}
    #expect(try await number(test) == 2)

    try await kill(test, saving: 3)
    try await other.withLock(on: ada) { try await other.delete(ada) }
    #expect(try prepared(test).isEmpty)
    #expect(try await number(test) == nil)
  }

  @Test func `The opened key of a store serves another process, and not another store`() async throws {
    let test = try TestStore()
    let store = try await store(test, SystemFileCalls())
    let key = try #require(store.openedKey)
    let second = try test.open(.passphrase(Secret("unknown"), cost: TestStore.cheap))
    second.use(openedKey: key)
    #expect(try await TestStore.number(second.tokens(for: ada)) == 1)

    let other = try TestStore()
    let third = try await self.store(other, SystemFileCalls())
    third.use(openedKey: key)
    #expect(try await TestStore.number(third.tokens(for: ada)) == 1)
  }
}
