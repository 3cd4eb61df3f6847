import Foundation
import OAuthCore
import PKCE
import Testing

@testable import TokenStorage

/// The keys that open a store and those that don't.
struct FileKeyTests {
  private let ada = TestStore.ada

  @Test(arguments: TestStore.Kind.allCases)
  func `A wrong key, another kind of key and a missing key don't open the store and change nothing`(
    _ kind: TestStore.Kind
  ) async throws {
    let test = try TestStore(kind)
    try await test.open().save(TestStore.tokens(1), for: ada)
    let other = MemoryKeyHolder()
    other.keepKey(Secret(Base64URL.encode([UInt8](repeating: 1, count: 32))))
    try FileManager.default.createDirectory(
      atPath: test.folder.appending("other"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
    )
    try Data(repeating: 1, count: 32).write(to: URL(filePath: test.folder.appending("other/key")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: test.folder.appending("other/key"))
    let before = try test.folder.contents()
    let keys: [FileKey] = [
      .passphrase(Secret("wrong"), cost: TestStore.cheap), .passphrase(Secret("")),
      .keyFile(test.folder.appending("other/key")), .keyFile(test.folder.appending("nowhere/key")),
      .held(by: other), .held(by: MemoryKeyHolder()),
    ]
    for (number, key) in keys.enumerated() {
      let isMissing = kind == .keyFile && number == 3 || kind == .held && number == 5
      let store = try test.open(key)
      for operation in 0..<4 {
        let error = await #expect(throws: TokenStoreError.self) {
          switch operation {
          case 0: try await store.open()
          case 1: _ = try await store.tokens(for: TestStore.grace)
          case 2: try await store.save(TestStore.tokens(2), for: ada)
          default: try await store.changeKey(to: test.key)
          }
        }
        #expect(error?.kind == (isMissing ? .keyLost : .wrongKey), "\(key)")
        #expect(error?.explanation.contains("wrong\"") == false)
      }
    }
    #expect(try test.folder.contents() == before)
    #expect(try await TestStore.number(test.open().tokens(for: ada)) == 1)
  }

  @Test
  func `A key file or a held key of another length is no key, and neither is a missing one`() async throws {
    let test = try TestStore(.keyFile)
    try await test.open().save(TestStore.tokens(1), for: ada)
    for count in [0, 31, 33, 64] {
      try test.folder.write([UInt8](repeating: 1, count: count), to: "config/token-key")
      let error = await #expect(throws: TokenStoreError.self) { try await test.open().tokens(for: ada) }
      #expect(error?.kind == .keyLost)
    }
    try FileManager.default.removeItem(atPath: test.folder.appending("config/token-key"))
    let missing = await #expect(throws: TokenStoreError.self) { try await test.open().tokens(for: ada) }
    #expect(missing?.kind == .keyLost && missing?.remedy.contains("remove the token store's folder") == true)
    let held = try TestStore(.held)
    held.holder.keepKey(Secret("short"))
    let error = await #expect(throws: TokenStoreError.self) {
      try await held.open().save(TestStore.tokens(1), for: ada)
    }
    #expect(error?.kind == .keyLost)
  }

  @Test(arguments: TestStore.Kind.allCases)
  func `A key can be changed to any kind, and the old one no longer opens the store`(_ kind: TestStore.Kind)
    async throws
  {
    for target in TestStore.Kind.allCases where target != kind {
      let test = try TestStore(kind)
      let store = try test.open()
      try await store.save(TestStore.tokens(1), for: ada)
      let stillOpen = try test.open()
      try await stillOpen.open()
      let new: FileKey =
        switch target {
        case .passphrase: .passphrase(Secret("new"), cost: TestStore.cheap)
        case .keyFile: .keyFile(test.folder.appending("config/new-key"))
        case .held: .held(by: test.holder)
        }
      try await store.changeKey(to: new)
      #expect(store.location.protection == new.protection)
      try await store.save(TestStore.tokens(2), for: ada)
      // A change of the passphrase doesn't lose tokens of a running process.
      try await stillOpen.save(TestStore.tokens(3), for: ada)
      #expect(try await TestStore.number(test.open(new).tokens(for: ada)) == 3)
      let error = await #expect(throws: TokenStoreError.self) { try await test.open().tokens(for: ada) }
      #expect(error?.kind == .wrongKey)
    }
  }

  @Test
  func `Two keys of one folder are created one after the other, because each removes all leftovers`() throws {
    let folder = try TemporaryFolder()
    @Sendable func key(_ name: String) throws -> KeyFile {
      try KeyFile(folder.appending("keys/" + name), calls: FaultyFileCalls(), random: SystemRandomSource())
    }
    let first = try key("first").readOrMake(patience: .zero)
    #expect(try key("first").readOrMake(patience: .zero) == first)
    let calls = FaultyFileCalls()
    let second = try KeyFile(folder.appending("keys/second"), calls: calls, random: SystemRandomSource())
    calls.meanwhile("rename NEW second") {
      let error = #expect(throws: TokenStoreError.self) { try key("third").readOrMake(patience: .zero) }
      #expect(error?.kind == .busy)
    }
    #expect(try second.readOrMake(patience: .zero) != first)
  }

  @Test
  func `An empty passphrase creates no store`() async throws {
    let test = try TestStore()
    let store = try test.open(.passphrase(Secret(""), cost: TestStore.cheap))
    let error = await #expect(throws: TokenStoreError.self) { try await store.save(TestStore.tokens(1), for: ada) }
    #expect(error?.kind == .wrongKey)
    #expect(!FileManager.default.fileExists(atPath: test.tokens + "/store"))
  }

  @Test
  func `Each kind of key describes what it protects against`() throws {
    let test = try TestStore(.keyFile)
    #expect(try test.open().location.protection.contains("does not protect against programs that you run"))
    #expect(try test.open().location.protection.contains(test.folder.appending("config/token-key")))
    #expect(FileKey.passphrase(Secret("correct horse")).protection.contains("guess"))
    #expect("\(FileKey.passphrase(Secret("correct horse")))" == "a passphrase")
  }
}
