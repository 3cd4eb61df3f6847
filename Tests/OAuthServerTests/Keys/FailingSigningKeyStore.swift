import Foundation
import OAuthServer
import Synchronization

/// A store of signing keys that fails on request.
final class FailingSigningKeyStore: SigningKeyStore {
  struct Failure: Error {}

  let isBroken = Mutex(false)
  private let store: any SigningKeyStore

  init(_ store: any SigningKeyStore) {
    self.store = store
  }

  private func check() throws {
    if isBroken.withLock({ $0 }) { throw Failure() }
  }

  func keys() async throws -> [SigningKeyRecord] {
    try check()
    return try await store.keys()
  }

  func add(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try check()
    return try await store.add(record, after: newest, publishingOthersUntil: end)
  }

  func remove(_ keyID: String) async throws {
    try check()
    try await store.remove(keyID)
  }
}
