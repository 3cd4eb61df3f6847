#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// A store of signing keys in this process's memory, for tests and for servers whose tokens may end
/// with the process.
public final class InMemorySigningKeyStore: SigningKeyStore {
  private let records = Mutex<[String: SigningKeyRecord]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns all keys.
  public func keys() async throws -> [SigningKeyRecord] {
    records.withLock { Array($0.values) }
  }

  /// Adds a key, atomically.
  public func add(
    _ record: SigningKeyRecord, after newest: String?, publishingOthersUntil end: Date
  ) async throws -> Bool {
    records.withLock { records in
      let others = records.values.filter { $0.algorithm == record.algorithm }
      guard others.max(by: { $1.isNewer(than: $0) })?.keyID == newest else { return false }
      for other in others where other.publishedUntil == nil { records[other.keyID]?.publishedUntil = end }
      records[record.keyID] = record
      return true
    }
  }

  /// Removes a key.
  public func remove(_ keyID: String) async throws {
    records.withLock { $0[keyID] = nil }
  }
}
