internal import Synchronization

/// What people have allowed, in this process's memory.
public final class InMemoryConsentStore: ConsentStore {
  private let records = Mutex<[Subject: [String: ConsentRecord]]>([:])

  /// Starts empty.
  public init() {}

  /// What a person has allowed a client.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    records.withLock { $0[subject]?[clientID] }
  }

  /// Adds to what the person had allowed, under a lock.
  public func add(_ consent: ConsentRecord) async throws {
    records.withLock { records in
      let known = records[consent.subject]?[consent.clientID]
      records[consent.subject, default: [:]][consent.clientID] = known?.adding(consent) ?? consent
    }
  }

  /// Everything that a person has allowed.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    records.withLock { Array($0[subject, default: [:]].values) }
  }

  /// Forgets what a person allowed a client.
  public func revoke(of subject: Subject, to clientID: String) async throws {
    records.withLock { records in
      records[subject]?[clientID] = nil
      if records[subject]?.isEmpty == true { records[subject] = nil }
    }
  }
}
