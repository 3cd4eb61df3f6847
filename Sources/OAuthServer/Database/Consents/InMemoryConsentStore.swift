internal import Synchronization

/// A store of what users have allowed, in this process's memory.
public final class InMemoryConsentStore: ConsentStore {
  private let records = Mutex<[Subject: [String: ConsentRecord]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the permissions that a user has given a client.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    records.withLock { $0[subject]?[clientID] }
  }

  /// Adds to the permissions that the user has given, atomically.
  public func add(_ consent: ConsentRecord) async throws {
    records.withLock { records in
      let known = records[consent.subject]?[consent.clientID]
      records[consent.subject, default: [:]][consent.clientID] = known?.adding(consent) ?? consent
    }
  }

  /// Returns all permissions that a user has given.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    records.withLock { Array($0[subject, default: [:]].values) }
  }

  /// Deletes the permissions that a user has given a client.
  public func revoke(of subject: Subject, to clientID: String) async throws {
    records.withLock { records in
      records[subject]?[clientID] = nil
      if records[subject]?.isEmpty == true { records[subject] = nil }
    }
  }
}
