internal import OAuthCore
public import OAuthServer

extension SQLServerDatabase {
  private static var consent: String {
    "SELECT subject, client, scope, details_types, given, unasked FROM consents WHERE subject = ? AND client = ?"
  }

  /// Returns the permissions that a user has given a client.
  public func consent(of subject: Subject, to clientID: String) async throws -> ConsentRecord? {
    try await work.find(Self.consent, try Self.key(subject, clientID)) { try ConsentRecord(&$0) }
  }

  /// Adds to the permissions that a user has given a client.
  public func addConsent(_ consent: ConsentRecord) async throws {
    let key = try Self.key(consent.subject, consent.clientID)
    try await work.write(locking: [.consent(consent.subject, consent.clientID)]) { database in
      let earlierConsent = try database.first(Self.consent, key) { try ConsentRecord(&$0) }
      let sum = earlierConsent?.adding(consent) ?? consent
      try database.perform(
        """
        INSERT INTO consents (subject, client, scope, details_types, given, unasked) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (subject, client) DO UPDATE
            SET scope = excluded.scope, details_types = excluded.details_types, given = excluded.given,
              unasked = excluded.unasked
        """,
        key + [
          .scope(sum.scope), try .texts(sum.authorizationDetailsTypes), .moment(sum.givenAt), .scope(sum.unaskedScope),
        ])
    }
  }

  /// Returns everything that a user has allowed.
  public func consents(of subject: Subject) async throws -> [ConsentRecord] {
    let name = try SQLValue.storable(subject.rawValue)
    return try await work.read { database in
      try database.all(
        "SELECT subject, client, scope, details_types, given, unasked FROM consents WHERE subject = ?", [name]
      ) {
        try ConsentRecord(&$0)
      }
    }
  }

  /// Removes the permissions that a user has given a client.
  public func removeConsent(of subject: Subject, to clientID: String) async throws {
    let key = try Self.key(subject, clientID)
    try await work.write(locking: [.consent(subject, clientID)]) {
      try $0.perform("DELETE FROM consents WHERE subject = ? AND client = ?", key)
    }
  }

  private static func key(_ subject: Subject, _ clientID: String) throws -> [SQLValue] {
    [try .storable(subject.rawValue), try .storable(clientID)]
  }
}

extension ConsentRecord {
  fileprivate init(_ columns: inout Columns) throws {
    let (subject, client, scope) = (try columns.subject(), try columns.text(), try columns.scope())
    let (types, given) = (try columns.texts(), try columns.moment())
    self.init(
      subject: subject, clientID: client, scope: scope, unaskedScope: try columns.scope(),
      authorizationDetailsTypes: types, givenAt: given)
  }
}
