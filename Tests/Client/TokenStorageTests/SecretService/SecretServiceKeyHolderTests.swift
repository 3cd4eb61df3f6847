#if os(Linux)
import OAuthCore
import Testing

@testable import TokenStorage

@Suite(.enabled(if: PrivateKeyring.isAvailable, "Scripts/with/keyring runs these tests where a keyring is"))
struct SecretServiceKeyHolderTests {
  @Test func `A key is stored once, and stays`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let holder = holder(keyring)
      #expect(try await holder.key() == nil)
      try await holder.keepKey(Secret("first"))
      try await holder.keepKey(Secret("second"))
      #expect(try await self.holder(keyring).key() == Secret("first"))
      #expect(try await self.holder(keyring, purpose: "other").key() == nil)
    }
  }

  @Test func `If many tasks store a key at once, one wins for all`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      let seen = try await withThrowingTaskGroup(of: Secret?.self) { group in
        for number in 0..<16 {
          group.addTask {
            let holder = holder(keyring)
            try await holder.keepKey(Secret("key-\(number)"))
            return try await holder.key()
          }
        }
        return try await group.reduce(into: Set<Secret?>()) { $0.insert($1) }
      }
      #expect(seen.count == 1)
      #expect(seen.first != .some(nil))
    }
  }

  @Test func `A locked keyring returns no key, and stores none`() async throws {
    try await PrivateKeyring.with { keyring in
      try await keyring.start()
      try await holder(keyring).keepKey(Secret("key"))
      try await keyring.lock()
      await #expect(throws: TokenStoreError.self) { _ = try await holder(keyring).key() }
      await #expect(throws: TokenStoreError.self) { try await holder(keyring).keepKey(Secret("other")) }
      await #expect(throws: TokenStoreError.self) { _ = try await holder(keyring, purpose: "new").key() }
    }
  }

  private func holder(_ keyring: PrivateKeyring, purpose: String = "tests") -> SecretServiceKeyHolder {
    SecretServiceKeyHolder(
      purpose: purpose, application: "pixy-tests", locks: AccountLocks(folder: keyring.folder + "/locks"),
      limit: .seconds(20), environment: keyring.environment)
  }
}
#endif
