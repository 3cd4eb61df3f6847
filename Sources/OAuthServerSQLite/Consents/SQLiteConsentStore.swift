internal import GRDB
internal import OAuthCore
public import OAuthServer

/// The consents of users in a ``SQLiteServerDatabase``.
public struct SQLiteConsentStore: ConsentStore {
  private static let find =
    "SELECT subject, client, scope, details_types, given FROM consents WHERE subject = ? AND client = ?"

  let work: DatabaseWork

  /// Returns the consent of a user to a client.
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client.
  /// - Throws: ``ServerDatabaseError``.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    let key = try Self.key(subject, clientID)
    return try work.find(Self.find, key) { try ConsentRecord(&$0) }
  }

  /// Adds to a consent in one transaction.
  /// - Parameter consent: The new consent.
  /// - Throws: ``ServerDatabaseError``.
  public func add(_ consent: ConsentRecord) async throws {
    let key = try Self.key(consent.subject, consent.clientID)
    try await work.write { database in
      let known = try database.first(Self.find, key) { try ConsentRecord(&$0) }
      let sum = known?.adding(consent) ?? consent
      _ = try database.run(
        "INSERT OR REPLACE INTO consents (subject, client, scope, details_types, given) VALUES (?, ?, ?, ?, ?)",
        key + [.scope(sum.scope), try .texts(sum.authorizationDetailsTypes), .moment(sum.given)])
    }
  }

  /// Returns all consents of a user.
  /// - Parameter subject: The user.
  /// - Throws: ``ServerDatabaseError``.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    let name = try DatabaseValue.text(subject.rawValue)
    return try await work.read { database in
      try database.all("SELECT subject, client, scope, details_types, given FROM consents WHERE subject = ?", [name]) {
        try ConsentRecord(&$0)
      }
    }
  }

  /// Removes the consent of a user to a client.
  /// - Parameters:
  ///   - subject: The user.
  ///   - clientID: The client.
  /// - Throws: ``ServerDatabaseError``.
  public func revoke(of subject: Subject, to clientID: String) async throws {
    let key = try Self.key(subject, clientID)
    try await work.write { _ = try $0.run("DELETE FROM consents WHERE subject = ? AND client = ?", key) }
  }

  private static func key(_ subject: Subject, _ clientID: String) throws -> [DatabaseValue] {
    [try .text(subject.rawValue), try .text(clientID)]
  }
}

extension ConsentRecord {
  init(_ columns: inout Columns) throws {
    self.init(
      subject: try columns.subject(), clientID: try columns.text(), scope: try columns.scope(),
      authorizationDetailsTypes: try columns.texts(), given: try columns.moment())
  }
}
