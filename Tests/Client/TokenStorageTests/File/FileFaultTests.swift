import Foundation
import OAuthCore
import SystemPackage
import Testing

@testable import TokenStorage

/// Failures of each system call of each operation: once, or from that call on.
struct FileFaultTests {
  private let ada = TestStore.ada
  private let grace = TestStore.grace
  private static let errors: [Errno] = [.ioError, .noSpace, .readOnlyFileSystem]
  /// One error is enough here: the kind of error affects only the message, which the tests of
  /// saving cover.
  private static let anError: [Errno] = [.ioError]

  /// A full disk and a read-only folder: each gives a clear error, and no tokens are lost.
  @Test(arguments: errors, [false, true])
  func `If any call of a save fails, the old tokens or the new ones are stored`(
    _ error: Errno, _ lasting: Bool
  ) async throws {
    try await forEachCall(error, lasting) { store in
      try await store.save(TestStore.tokens(2), for: ada)
    } after: { test, succeeded in
      let number = try await TestStore.number(test.open().tokens(for: ada))
      #expect(succeeded ? number == 2 : number == 1 || number == 2)
    }
  }

  @Test(arguments: anError, [false, true])
  func `If any call of a deletion fails, the tokens are stored or gone`(
    _ error: Errno, _ lasting: Bool
  ) async throws {
    try await forEachCall(error, lasting) { store in
      try await store.delete(ada)
    } after: { test, succeeded in
      let number = try await TestStore.number(test.open().tokens(for: ada))
      #expect(succeeded ? number == nil : number == nil || number == 1)
    }
  }

  // A full disk has no room for the list of current accounts, which a deletion rewrites first.
  @Test func `An account is deleted on a full disk`() async throws {
    let test = try TestStore(.keyFile)
    let store = try test.open()
    try await store.save(TestStore.tokens(1), for: ada)
    try await store.setCurrentAccount(ada)
    let counted = FaultyFileCalls()
    try await test.open(calls: counted).delete(ada)
    // No call creates a file before the first one that the list needs.
    let first = try #require(counted.record.firstIndex { $0.hasPrefix("open creating NEW") })
    try await store.save(TestStore.tokens(1), for: ada)
    try await store.setCurrentAccount(ada)
    try await test.open(calls: FaultyFileCalls(failing: first..<first + 1, .noSpace)).delete(ada)
    #expect(try await test.open().tokens(for: ada) == nil)
    #expect(try await test.open().currentAccount(of: ada.provider) == nil)
  }

  @Test(arguments: anError, [false, true])
  func `If any call of setting the current account fails, the old one or the new one is current`(
    _ error: Errno, _ lasting: Bool
  ) async throws {
    try await forEachCall(error, lasting) { store in
      try await store.setCurrentAccount(grace)
    } after: { test, succeeded in
      let current = try await test.open().currentAccount(of: ada.provider)
      #expect(succeeded ? current == grace : current == ada || current == grace)
    }
  }

  @Test(arguments: anError, [false, true])
  func `If any call of a key change fails, the old key or the new one opens the store`(
    _ error: Errno, _ lasting: Bool
  ) async throws {
    let new = FileKey.passphrase(Secret("new"), cost: TestStore.cheap)
    try await forEachCall(error, lasting) { store in
      try await store.changeKey(to: new)
    } after: { test, succeeded in
      let withNew = try? await TestStore.number(test.open(new).tokens(for: ada))
      let withOld = try? await TestStore.number(test.open().tokens(for: ada))
      #expect(succeeded ? withNew == 1 : withNew == 1 || withOld == 1)
      #expect((withNew == nil) != (withOld == nil))
    }
  }

  @Test(arguments: TestStore.Kind.allCases, [false, true])
  func `If any call of creating the store fails, the next attempt creates it`(
    _ kind: TestStore.Kind, _ lasting: Bool
  ) async throws {
    var number = 0
    while true {
      let test = try TestStore(kind)
      let calls = FaultyFileCalls(failing: number..<(lasting ? .max : number + 1), .noSpace)
      let failure = await failure { try await test.open(calls: calls).save(TestStore.tokens(1), for: ada) }
      if calls.count <= number { break }
      let kept = try await TestStore.number(test.open().tokens(for: ada))
      #expect(failure == nil ? kept == 1 : kept == nil || kept == 1, "call \(number)")
      try await test.open().save(TestStore.tokens(2), for: ada)
      #expect(try await TestStore.number(test.open().tokens(for: ada)) == 2, "call \(number)")
      number += 1
    }
    #expect(number > 20)
  }

  @Test
  func `An interrupted call is repeated in every operation`() async throws {
    var number = 0
    while true {
      let test = try TestStore(.keyFile)
      let calls = FaultyFileCalls(failing: number..<number + 1, .interrupted)
      let store = try test.open(calls: calls)
      try await store.save(TestStore.tokens(1), for: ada)
      try await store.setCurrentAccount(ada)
      try await store.save(TestStore.tokens(2), for: ada)
      #expect(try await TestStore.number(store.tokens(for: ada)) == 2)
      try await store.delete(ada)
      if calls.count <= number { break }
      number += 1
    }
    #expect(number > 60)
  }

  @Test
  func `Short writes and reads lose no bytes`() async throws {
    let test = try TestStore()
    let calls = FaultyFileCalls(longestWrite: 3)
    try await test.open(calls: calls).save(TestStore.tokens(5), for: ada)
    #expect(try await TestStore.number(test.open(calls: calls).tokens(for: ada)) == 5)
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 5)
  }

  @Test
  func `A save is: write, synchronize, rename, synchronize the folder`() async throws {
    let test = try TestStore()
    let calls = FaultyFileCalls()
    let store = try test.open(calls: calls)
    try await store.save(TestStore.tokens(1), for: ada)
    calls.forget()
    try await store.save(TestStore.tokens(2), for: ada)
    #expect(
      calls.record.suffix(6) == [
        "open creating NEW", "write", "synchronize", "rename NEW TOKENS", "open folder tokens", "synchronize",
      ])
    #expect(calls.record.filter { $0 == "synchronize" }.count == 2)

    calls.forget()
    try await store.save(TestStore.tokens(2), for: ada)
    #expect(!calls.record.contains { $0.hasPrefix("open creating") || $0.hasPrefix("rename") })
    // Only the folder is synchronized: the process that renamed the file may have crashed before
    // its name was durable.
    #expect(calls.record.filter { $0 == "synchronize" }.count == 1)
  }

  // Network shares and some FUSE file systems answer so.
  @Test(arguments: [(.invalidArgument, true), (.notSupported, true), (.ioError, false)] as [(Errno, Bool)])
  func `A folder that its file system can't synchronize is no failure`(_ error: Errno, _ isFine: Bool) async throws {
    let test = try TestStore()
    try await test.open().save(TestStore.tokens(1), for: ada)
    let calls = FaultyFileCalls(failing: 1..<2, error)
    let folder = PrivateFolder(FilePath(test.tokens), calls: calls)
    if isFine {
      try folder.synchronize()
    } else {
      #expect(throws: TokenStoreError.self) { try folder.synchronize() }
    }
    #expect(calls.record == ["open folder tokens", "synchronize"])
  }

  @Test func `A file that can't be synchronized is a failure`() async throws {
    let test = try TestStore()
    let calls = FaultyFileCalls()
    let store = try test.open(calls: calls)
    try await store.save(TestStore.tokens(1), for: ada)
    calls.failNext("synchronize", .invalidArgument)
    await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(2), for: ada) }
  }

  @Test func `A file system without locks is named in the error`() async throws {
    let test = try TestStore()
    let calls = FaultyFileCalls()
    let store = try test.open(calls: calls)
    try await store.save(TestStore.tokens(1), for: ada)
    calls.failNext("lock", .noLocks)
    let error = await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(2), for: ada) }
    #expect(error?.kind == .failed && error?.explanation.contains("network file systems may have no locks") == true)
  }

  @Test
  func `A save between a reader's opening and reading of a file gives the reader the complete old tokens`() async throws
  {
    let test = try TestStore(.keyFile)
    try await test.open().save(TestStore.tokens(1), for: ada)
    let path = test.folder.appending(TestStore.name(ada))
    try FileManager.default.copyItem(atPath: path, toPath: test.folder.appending("other"))
    let calls = FaultyFileCalls()
    let store = try test.open(calls: calls)
    try await store.open()
    calls.meanwhile("open reading TOKENS") {
      calls.meanwhile("status") {
        try SystemFileCalls().rename(FilePath(test.folder.appending("other")), to: FilePath(path))
      }
    }
    #expect(try await TestStore.number(store.tokens(for: ada)) == 1)
    #expect(!FileManager.default.fileExists(atPath: test.folder.appending("other")))
  }

  @Test
  func `A key that is changed while the store waits to be created is the one that it is created with`() async throws {
    let test = try TestStore()
    let calls = FaultyFileCalls()
    let store = try test.open(calls: calls)
    let new = FileKey.passphrase(Secret("new"), cost: TestStore.cheap)
    calls.meanwhile("lock") {
      let changed = DispatchSemaphore(value: 0)
      Task {
        try await store.changeKey(to: new)
        changed.signal()
      }
      #expect(changed.wait(timeout: .now() + 1_000) == .success)
    }
    try await store.save(TestStore.tokens(1), for: ada)
    #expect(try await TestStore.number(test.open(new).tokens(for: ada)) == 1)
  }

  @Test
  func `The name of a new folder is made durable, even if its parent is a link`() async throws {
    let test = try TestStore(.keyFile)
    try FileManager.default.createDirectory(
      atPath: test.folder.appending("real"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createSymbolicLink(
      atPath: test.folder.appending("link"), withDestinationPath: test.folder.appending("real"))
    let calls = FaultyFileCalls()
    try PrivateFolder(FilePath(test.folder.appending("link/tokens")), calls: calls).prepare()
    let made = try #require(calls.record.firstIndex(of: "make tokens"))
    #expect(calls.record[made...].prefix(3) == ["make tokens", "open folderAbove link", "synchronize"])
  }

  /// Repeats an operation, each time with the next call failing, until no call is left.
  private func forEachCall(
    _ error: Errno, _ lasting: Bool, _ operation: (FileTokenStore) async throws -> Void,
    after check: (TestStore, _ succeeded: Bool) async throws -> Void
  ) async throws {
    var number = 0
    while true {
      let test = try TestStore()
      for account in [ada, grace] { try await test.open().save(TestStore.tokens(1), for: account) }
      try await test.open().setCurrentAccount(ada)
      let calls = FaultyFileCalls(failing: number..<(lasting ? .max : number + 1), error)
      let failure = await failure { try await operation(test.open(calls: calls)) }
      if calls.count <= number { break }
      if let failure {
        let kinds: [TokenStoreError.Kind] =
          switch error {
          case .noSpace: [.full]
          case .ioError: [.failed]
          default: [.readOnly]
          }
        #expect(kinds.contains(failure.kind), "call \(number): \(failure.explanation)")
        #expect(failure.place?.hasPrefix(test.folder.path) == true)
      }
      try await check(test, failure == nil)
      // The next save removes the leftovers.
      try await test.open().deleteLeftovers()
      let names = try FileManager.default.contentsOfDirectory(atPath: test.tokens)
      #expect(!names.contains { PrivateFiles.isNewName($0) }, "call \(number)")
      number += 1
    }
    #expect(number > 8)
  }

  private func failure(_ body: () async throws -> Void) async -> TokenStoreError? {
    do {
      try await body()
      return nil
    } catch {
      guard let error = error as? TokenStoreError else {
        Issue.record(error)
        return nil
      }
      return error
    }
  }
}

extension FileTokenStore {
  /// Deletes leftovers, as every writer does. This one changes nothing else, and needs no key.
  fileprivate func deleteLeftovers() async throws {
    try await delete(Account(provider: "https://nowhere.example", name: "nobody"))
  }
}
