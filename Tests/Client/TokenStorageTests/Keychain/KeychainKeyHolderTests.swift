import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

struct KeychainKeyHolderTests {
  private let keychain = PlayedKeychain()

  private func holder(
    _ keychain: PlayedKeychain? = nil, app: String = "app", group: String? = nil
  ) throws -> KeychainKeyHolder {
    try KeychainKeyHolder(
      app: app, accessGroup: group, accessibility: .afterFirstUnlockThisDeviceOnly, hasFileKeychain: true,
      calls: keychain ?? self.keychain)
  }

  @Test(arguments: [["TEAM.app"], []]) func `A key is read back, even by a new holder`(_ groups: [String])
    async throws
  {
    let keychain = PlayedKeychain(groups: groups)
    #expect(try await holder(keychain).key() == nil)
    try await holder(keychain).keepKey(Secret("the-key"))
    #expect(try await holder(keychain).key() == Secret("the-key"))
    #expect(try await holder(keychain, app: "other").key() == nil)
  }

  @Test(arguments: TokenStoreCompatibility.checks)
  func `The file store is compatible with a key in the keychain`(
    _ check: StoreCheck<any TokenStore>
  ) async throws {
    let folder = try TemporaryFolder()
    try await check.run { try FileTokenStore(folder: folder.appending("tokens"), key: .held(by: holder())) }
    #expect(keychain.kept.count <= 1)
  }

  @Test func `If twenty tasks store a key at once, one wins, and all read the same key`() async throws {
    let keys = try await withThrowingTaskGroup(of: Secret?.self) { group in
      for number in 0..<20 {
        group.addTask {
          let holder = try holder()
          try await holder.keepKey(Secret("key-\(number)"))
          return try await holder.key()
        }
      }
      return try await group.reduce(into: Set<Secret?>()) { $0.insert($1) }
    }
    #expect(keys.count == 1 && keys.first != .some(nil))
    #expect(keychain.kept.count == 1)
  }

  @Test func `A key is neither replaced nor listed among accounts`() async throws {
    try await holder().keepKey(Secret("first"))
    try await holder().keepKey(Secret("second"))
    #expect(try await holder().key() == Secret("first"))
    let store = try KeychainTokenStore(
      app: "app", locks: AccountLocks(folder: "/nonexistent"), accessGroup: nil,
      accessibility: .afterFirstUnlockThisDeviceOnly, hasFileKeychain: true, calls: keychain)
    #expect(try await store.accounts().isEmpty)
  }

  @Test func `Each access group has a key of its own`() async throws {
    let keychain = PlayedKeychain(groups: ["TEAM.app", "TEAM.shared"])
    try await holder(keychain, group: "TEAM.shared").keepKey(Secret("shared"))
    #expect(try await holder(keychain).key() == nil)
    try await holder(keychain).keepKey(Secret("own"))
    #expect(try await holder(keychain).key() == Secret("own"))
    #expect(try await holder(keychain, group: "TEAM.shared").key() == Secret("shared"))
  }

  @Test func `A locked keychain is an error and not a missing key`() async throws {
    try await holder().keepKey(Secret("first"))
    keychain.change { $0.failures = [.copySecret: .interactionNotAllowed, .add: .interactionNotAllowed] }
    await #expect { _ = try await holder().key() } throws: { ($0 as? TokenStoreError)?.kind == .locked }
    await #expect { try await holder().keepKey(Secret("second")) } throws: { ($0 as? TokenStoreError)?.kind == .locked }
    keychain.change { $0.failures = [:] }
    #expect(try await holder().key() == Secret("first"))
  }
}
