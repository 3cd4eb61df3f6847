#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import Synchronization

/// Registered clients in this process's memory: they end with it.
public final class InMemoryClientRegistrationStore: ClientRegistrationStore {
  private let records = Mutex<[String: ClientRegistrationRecord]>([:])

  /// Starts empty.
  public init() {}

  /// Keeps a new client, and forgets such as were never used if there is no room without that.
  public func add(
    _ record: ClientRegistrationRecord, within limits: RegistrationLimits, at now: Date
  ) async throws -> RegistrationOutcome {
    records.withLock { records in
      // A clock that was ahead has left times to come.
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

  /// The client with this identifier.
  public func find(_ clientID: String, at now: Date) async throws -> ClientRegistrationRecord? {
    records.withLock { records in
      records[clientID].flatMap { $0.isKept(at: now) ? $0 : nil }
    }
  }

  /// Replaces a registration that is there.
  public func replace(_ record: ClientRegistrationRecord) async throws -> Bool {
    records.withLock { records in
      guard let old = records[record.client.id] else { return false }
      records[record.client.id] = record
      if old.unusedUntil == nil { records[record.client.id]?.unusedUntil = nil }
      return true
    }
  }

  /// Notes that a client was used.
  public func markUsed(_ clientID: String) async throws {
    records.withLock { $0[clientID]?.unusedUntil = nil }
  }

  /// Forgets a client.
  public func remove(_ clientID: String) async throws {
    records.withLock { $0[clientID] = nil }
  }
}

extension ClientRegistrationRecord {
  /// Whether the client was used, or still has time to be.
  func isKept(at now: Date) -> Bool {
    unusedUntil.map { now < $0 } ?? true
  }
}
