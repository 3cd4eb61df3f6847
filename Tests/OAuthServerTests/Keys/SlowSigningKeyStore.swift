import Foundation
import OAuthServer
import OAuthTestSupport
import Synchronization

/// A store of signing keys whose next answer can be delayed.
final class SlowSigningKeyStore: SigningKeyStore {
  private let store: any SigningKeyStore
  private let gate = Mutex<Gate?>(nil)

  init(_ store: any SigningKeyStore) {
    self.store = store
  }

  /// Delays the next answer, which has the state from before the delay.
  func holdNext() -> Gate {
    let new = Gate()
    gate.withLock { $0 = new }
    return new
  }

  func keys() async throws -> [SigningKeyRecord] {
    let keys = try await store.keys()
    let held = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    try await held?.pass()
    return keys
  }

  func add(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try await store.add(record, after: newest, publishingOthersUntil: end)
  }

  func remove(_ keyID: String) async throws { try await store.remove(keyID) }
}
