#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// A store of registered clients in this process's memory. They end with the process.
public final class InMemoryClientRegistrationStore: ClientRegistrationStore {
  private let records = Mutex<[String: ClientRegistrationRecord]>([:])

  /// Creates an empty store.
  public init() {}

  /// Adds a client. If the store is full, clients that were never used are deleted first.
  public func add(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at now: Date
  ) async throws -> RegistrationOutcome {
    records.withLock { records in
      // A clock that was ahead has left times in the future.
      let recent = records.values.count { $0.issued > now.addingTimeInterval(-60) && $0.issued <= now }
      guard recent < limits.clientsPerMinute else { return .tooFast }
      if records.count >= limits.clients { records = records.filter { $0.value.isKept(at: now) } }
      if records.count >= limits.clients {
        let unused = records.values.filter { $0.unusedUntil != nil && $0.issued <= now.addingTimeInterval(-3_600) }
        guard let first = unused.min(by: { ($0.issued, $0.client.id) < ($1.issued, $1.client.id) }) else {
          return .full
        }
        records[first.client.id] = nil
      }
      records[record.client.id] = record
      return .added
    }
  }

  /// Returns the client with this identifier.
  public func find(_ clientID: String, at now: Date) async throws -> ClientRegistrationRecord? {
    records.withLock { records in
      records[clientID].flatMap { $0.isKept(at: now) ? $0 : nil }
    }
  }

  /// Replaces an existing registration.
  public func replace(_ record: ClientRegistrationRecord) async throws -> Bool {
    records.withLock { records in
      guard let old = records[record.client.id] else { return false }
      records[record.client.id] = record
      if old.unusedUntil == nil { records[record.client.id]?.unusedUntil = nil }
      return true
    }
  }

  /// Marks a client as used.
  public func markUsed(_ clientID: String) async throws {
    records.withLock { $0[clientID]?.unusedUntil = nil }
  }

  /// Deletes a client.
  public func remove(_ clientID: String) async throws {
    records.withLock { $0[clientID] = nil }
  }
}

extension ClientRegistrationRecord {
  /// Whether the client was used, or may still be used for the first time.
  func isKept(at now: Date) -> Bool {
    unusedUntil.map { now < $0 } ?? true
  }
}
