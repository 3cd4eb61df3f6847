import Evidence
import Foundation
import OAuthCore
import Testing

@testable import TokenStorage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Another program changes the store's files between two system calls of a read, a save or a deletion:
/// at each moment, one after the other.
@Suite(.timeLimit(.minutes(10))) struct FileRaceTests {
  enum Change: CaseIterable, Sendable {
    case link, hardLink, pipe, folder, mode, removal, removedFolder

    /// Whether the tokens are gone afterwards.
    var removes: Bool { self == .removal || self == .removedFolder }

    func make(in test: TestStore) throws {
      let files = FileManager.default
      let path = test.folder.appending(TestStore.name(TestStore.ada))
      let elsewhere = test.folder.appending("elsewhere")
      switch self {
      case .link:
        try? files.removeItem(atPath: path)
        try files.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
      case .hardLink:
        try? files.removeItem(atPath: path)
        try files.linkItem(atPath: elsewhere, toPath: path)
      case .pipe:
        try? files.removeItem(atPath: path)
        try #require(unsafe mkfifo(path, 0o600) == 0)
      case .folder:
        try? files.removeItem(atPath: path)
        try files.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      case .mode:
        // A deletion may have removed the file already.
        if files.fileExists(atPath: path) { try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path) }
      case .removal: try? files.removeItem(atPath: path)
      case .removedFolder: try files.removeItem(atPath: test.tokens)
      }
    }
  }

  /// Runs `body` with a store that has tokens, again and again, with the change at a later moment each time.
  ///
  /// - Parameter body: Uses the store once. It throws nothing but `TokenStoreError`.
  private func atEachMoment(
    _ change: Change, _ body: (FileTokenStore) async throws -> Void,
    afterwards: (TestStore) async throws -> Void = { _ in }
  ) async throws {
    var number = 0
    while true {
      let test = try TestStore()
      try await test.open().save(TestStore.tokens(1), for: TestStore.ada)
      let elsewhere = test.folder.appending("elsewhere")
      try Data("another file".utf8).write(to: URL(filePath: elsewhere))
      let calls = FaultyFileCalls()
      let store = try test.open(calls: calls, patience: .milliseconds(50))
      let before = calls.count
      calls.meanwhile(before: number) { try change.make(in: test) }
      do { try await body(store) } catch is TokenStoreError {}
      #expect(FileManager.default.contents(atPath: elsewhere) == Data("another file".utf8), "moment \(number)")
      guard calls.count - before > number else { break }
      try await afterwards(test)
      number += 1
    }
    // Otherwise nothing was tried.
    #expect(number > 3)
  }

  @Test(arguments: Change.allCases)
  func `A file that is replaced during a read is rejected, or was read whole before`(_ change: Change) async throws {
    try await atEachMoment(change) { store in
      let tokens = try await store.tokens(for: TestStore.ada)
      #expect(TestStore.number(tokens) == 1 || tokens == nil && change.removes)
    }
  }

  @Test(arguments: Change.allCases)
  func `A file that is replaced during a save leads to no other file, and a removed one can be saved again`(
    _ change: Change
  ) async throws {
    try await atEachMoment(change) { store in
      try await store.save(TestStore.tokens(2), for: TestStore.ada)
    } afterwards: { test in
      guard change.removes else { return }
      let next = try test.open()
      try await next.save(TestStore.tokens(3), for: TestStore.ada)
      #expect(TestStore.number(try await next.tokens(for: TestStore.ada)) == 3)
    }
  }

  @Test(arguments: Change.allCases)
  func `A file that is replaced during a deletion leads to no other file`(_ change: Change) async throws {
    try await atEachMoment(change) { store in try await store.delete(TestStore.ada) }
  }

  @Test(arguments: Change.allCases)
  func `A file that is replaced during a prepared save under a lock leads to no other file`(
    _ change: Change
  ) async throws {
    try await atEachMoment(change) { store in
      try await store.withLock(on: TestStore.ada) {
        guard let tokens = try await store.tokens(for: TestStore.ada) else { return }
        #expect(TestStore.number(tokens) == 1)
        try await store.prepareSave(for: TestStore.ada)
        try await store.save(TestStore.tokens(2), for: TestStore.ada)
      }
    }
  }
}
