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

/// Links, owners and permissions that give others access or lead elsewhere.
struct FilePlaceTests {
  private let ada = TestStore.ada
  private let names = ["tokens/store", TestStore.name(TestStore.ada), "tokens/current", "config/token-key"]

  @Test
  func `A symbolic link in a file's place is rejected and not followed`() async throws {
    try await forEachFile { test, name in
      let path = test.folder.appending(name)
      try FileManager.default.moveItem(atPath: path, toPath: test.folder.appending("elsewhere"))
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: test.folder.appending("elsewhere"))
    }
  }

  @Test
  func `A file with a second hard link is rejected`() async throws {
    try await forEachFile { test, name in
      try FileManager.default.linkItem(atPath: test.folder.appending(name), toPath: test.folder.appending("elsewhere"))
    }
  }

  @Test(
    .covers("MCP: Refresh tokens are confidential, and none is expected"),
    arguments: [0o644, 0o660, 0o606, 0o700, 0o4600])
  func `A file with wider permissions is rejected`(_ mode: Int) async throws {
    try await forEachFile { test, name in
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: test.folder.appending(name))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `A file of another owner is rejected`() async throws {
    try await forEachFile { test, name in
      try #require(unsafe chown(test.folder.appending(name), 1, 1) == 0)
    }
  }

  @Test
  func `A pipe or a folder in a file's place is rejected without waiting`() async throws {
    try await forEachFile { test, name in
      try FileManager.default.removeItem(atPath: test.folder.appending(name))
      try #require(unsafe mkfifo(test.folder.appending(name), 0o600) == 0)
    }
    try await forEachFile { test, name in
      try FileManager.default.removeItem(atPath: test.folder.appending(name))
      try FileManager.default.createDirectory(
        atPath: test.folder.appending(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
  }

  @Test(arguments: ["tokens", "tokens/locks"])
  func `A folder that is a link, is open to others or belongs to another user is rejected`(_ name: String) async throws
  {
    for change in 0..<(geteuid() == 0 ? 3 : 2) {
      let test = try await filled()
      let path = test.folder.appending(name)
      switch change {
      case 0:
        try FileManager.default.moveItem(atPath: path, toPath: test.folder.appending("moved"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: test.folder.appending("moved"))
      case 1: try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      default: try #require(unsafe chown(path, 1, 1) == 0)
      }
      let store = try test.open()
      let error = await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(2), for: ada) }
      #expect(error?.kind == .unsafePlace)
      await #expect(throws: TokenStoreError.self) { try await store.withLock(on: ada) {} }
    }
  }

  @Test
  func `A lock that is a symbolic link is rejected`() async throws {
    let test = try await filled()
    let path = test.folder.appending("tokens/locks/writing.lock")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: test.folder.appending("elsewhere"))
    let error = await #expect(throws: TokenStoreError.self) {
      try await test.open().save(TestStore.tokens(2), for: ada)
    }
    #expect(error?.kind == .unsafePlace)
    #expect(!FileManager.default.fileExists(atPath: test.folder.appending("elsewhere")))
  }

  @Test
  func `Relative folders and key files, and a key file among the tokens, are rejected`() {
    for (folder, key) in [
      ("tokens", TestStore.passphrase), ("", TestStore.passphrase), ("/tokens", .keyFile("token-key")),
      ("/tokens", .keyFile("/tokens/token-key")), ("/tokens", .keyFile("/else/../tokens/a/token-key")),
    ] {
      let error = #expect(throws: TokenStoreError.self) { try FileTokenStore(folder: folder, key: key) }
      #expect(error?.kind == .unsafePlace)
    }
  }

  @Test(arguments: ["", "locks", "./locks", "../locks"])
  func `Relative folders of locks and choices are rejected`(_ folder: String) async throws {
    let body: @Sendable () async throws -> Void = { Issue.record("the body ran") }
    let lock = await #expect(throws: TokenStoreError.self) {
      try await AccountLocks(folder: folder).withLock(on: ada, body)
    }
    #expect(lock?.kind == .unsafePlace)
    let choice = await #expect(throws: TokenStoreError.self) {
      try await StorageLadder([], rememberingIn: folder).survey()
    }
    #expect(choice?.kind == .unsafePlace)
  }

  // The XDG Base Directory Specification says: "an attempt should be made to create it with
  // permission 0700".
  @Test
  func `Parent folders that the store creates are private too`() async throws {
    let folder = try TemporaryFolder()
    let store = try FileTokenStore(
      folder: folder.appending("a/b/tokens"), key: .keyFile(folder.appending("c/d/token-key")))
    try await store.save(TestStore.tokens(1), for: ada)
    for name in ["a", "a/b", "a/b/tokens", "c", "c/d"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(name))
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(name)")
    }
  }

  private func forEachFile(_ change: (TestStore, String) throws -> Void) async throws {
    for name in names {
      let test = try await filled()
      try change(test, name)
      let store = try test.open()
      let error = await #expect(throws: TokenStoreError.self) {
        _ = try await store.tokens(for: ada)
        _ = try await store.currentAccount(of: ada.provider)
      }
      #expect(error?.kind == .unsafePlace, "\(name): \(error?.explanation ?? "")")
      #expect(error?.place == test.folder.appending(name))
      let writing = await #expect(throws: TokenStoreError.self) {
        try await store.save(TestStore.tokens(2), for: ada)
        try await store.setCurrentAccount(TestStore.grace)
      }
      #expect(writing?.kind == .unsafePlace)
    }
  }

  private func filled() async throws -> TestStore {
    let test = try TestStore(.keyFile)
    let store = try test.open()
    for account in [ada, TestStore.grace] { try await store.save(TestStore.tokens(1), for: account) }
    try await store.setCurrentAccount(ada)
    return test
  }
}
