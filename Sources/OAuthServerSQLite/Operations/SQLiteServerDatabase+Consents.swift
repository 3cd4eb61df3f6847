internal import GRDB
internal import OAuthCore
public import OAuthServer

extension SQLiteServerDatabase: ConsentOperations {
  private static let consent =
    "SELECT subject, client, scope, details_types, given FROM consents WHERE subject = ? AND client = ?"

  /// Returns the permissions that a user has given a client.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    try work.find(Self.consent, try Self.key(subject, clientID)) { try ConsentRecord(&$0) }
  }

  /// Adds to the permissions that a user has given a client.
  public func addConsent(_ consent: ConsentRecord) async throws {
    let key = try Self.key(consent.subject, consent.clientID)
    try await work.write { database in
      let known = try database.first(Self.consent, key) { try ConsentRecord(&$0) }
      let sum = known?.adding(consent) ?? consent
      _ = try database.run(
        "INSERT OR REPLACE INTO consents (subject, client, scope, details_types, given) VALUES (?, ?, ?, ?, ?)",
        key + [.scope(sum.scope), try .texts(sum.authorizationDetailsTypes), .moment(sum.given)])
    }
  }

  /// Returns everything that a user has allowed.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    let name = try DatabaseValue.text(subject.rawValue)
    return try await work.read { database in
      try database.all("SELECT subject, client, scope, details_types, given FROM consents WHERE subject = ?", [name]) {
        try ConsentRecord(&$0)
      }
    }
  }

  /// Removes the permissions that a user has given a client.
  public func removeConsent(of subject: Subject, to clientID: String) async throws {
    let key = try Self.key(subject, clientID)
    try await work.write { _ = try $0.run("DELETE FROM consents WHERE subject = ? AND client = ?", key) }
  }

  private static func key(_ subject: Subject, _ clientID: String) throws -> [DatabaseValue] {
    [try .text(subject.rawValue), try .text(clientID)]
  }
}

extension ConsentRecord {
  fileprivate init(_ columns: inout Columns) throws {
    self.init(
      subject: try columns.subject(), clientID: try columns.text(), scope: try columns.scope(),
      authorizationDetailsTypes: try columns.texts(), given: try columns.moment())
  }
}
