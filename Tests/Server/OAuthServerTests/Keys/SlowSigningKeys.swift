import Foundation
import OAuthServer
import OAuthTestSupport
import Synchronization

/// Signing keys in a database whose next answer can be delayed.
final class SlowSigningKeys: SigningKeyOperations {
  private let database: any SigningKeyOperations
  private let gate = Mutex<Gate?>(nil)

  init(_ database: any SigningKeyOperations) {
    self.database = database
  }

  /// Delays the next answer, which has the state from before the delay.
  func holdNext() -> Gate {
    let new = Gate()
    gate.withLock { $0 = new }
    return new
  }

  func signingKeyRecords() async throws -> [SigningKeyRecord] {
    let records = try await database.signingKeyRecords()
    let held = gate.withLock { gate in
      defer { gate = nil }
      return gate
    }
    try await held?.pass()
    return records
  }

  func addSigningKey(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    try await database.addSigningKey(record, after: newest, publishingOthersUntil: end)
  }

  func removeSigningKey(_ keyID: String) async throws { try await database.removeSigningKey(keyID) }
}
