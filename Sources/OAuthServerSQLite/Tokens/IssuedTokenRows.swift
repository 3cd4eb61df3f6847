#if SQLite
internal import GRDB
internal import OAuthServer

/// New tokens as rows: made on the caller's thread, so that the one that writes has less to do.
struct IssuedTokenRows: Sendable {
  private let grants: [DatabaseValue]
  private let rows: [[DatabaseValue]]

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ tokens: [IssuedToken]) throws {
    grants = try Set(tokens.map(\.grant.rawValue)).map { try .text($0) }
    rows = try tokens.map { token in
      [
        .hash(token.hash), token.kind.value, try .text(token.grant.rawValue), try .text(token.clientID),
        try .text(token.subject.rawValue), .scope(token.scope), .moment(token.expires), try .details(token.details),
      ]
    }
  }

  /// - Returns: `false`, having kept nothing, if a grant was revoked.
  func insert(into database: Database) throws -> Bool {
    for grant in grants where try database.has("SELECT 1 FROM revoked_grants WHERE grant_id = ?", [grant]) {
      return false
    }
    for row in rows {
      try database.run(
        """
        INSERT INTO issued_tokens (hash, kind, grant_id, client, subject, scope, expires, details)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, row)
    }
    return true
  }
}

extension IssuedToken.Kind {
  /// As the database keeps it.
  var value: DatabaseValue {
    switch self {
    case .access: .integer(1)
    case .refresh: .integer(2)
    }
  }

  init(_ number: Int64) throws {
    switch number {
    case 1: self = .access
    case 2: self = .refresh
    default: throw ServerDatabaseError.damaged("a token is of no known kind")
    }
  }
}

extension IssuedToken {
  /// Reads the columns in the order of the `SELECT`.
  init(_ hash: SecretHash, _ columns: inout Columns) throws {
    self.init(
      hash: hash, kind: try Kind(columns.integer()), grant: try columns.grant(), clientID: try columns.text(),
      subject: try columns.subject(), scope: try columns.scope(), expires: try columns.moment(),
      details: try columns.details())
  }
}
#endif
