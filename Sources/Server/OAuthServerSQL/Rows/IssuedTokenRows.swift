internal import OAuthServer

/// New tokens as rows, converted on the caller's thread so that the writer has less to do.
struct IssuedTokenRows: Sendable {
  private let grants: [SQLValue]
  /// The locks of the tokens' grants.
  let locks: [SQLLock]
  /// The values of one row or two. Nearly all answers have an access and a refresh token, which are
  /// one statement.
  private let pieces: [[SQLValue]]

  /// - Throws: ``ServerDatabaseError/Kind/unstorable``.
  init(_ tokens: [IssuedToken]) throws {
    let names = Set(tokens.map(\.grant))
    grants = try names.map { try .storable($0.rawValue) }
    locks = names.map { .grant($0) }
    // The tokens of one answer mostly have the same details.
    let details = try tokens.first.map { ($0.details, try SQLValue.details($0.details)) }
    pieces = try stride(from: 0, to: tokens.count, by: 2).map { start in
      try tokens[start...].prefix(2).flatMap { token in
        try Self.values(token, details?.0 == token.details ? details?.1 : nil)
      }
    }
  }

  private static func values(_ token: IssuedToken, _ details: SQLValue?) throws -> [SQLValue] {
    [
      .hash(token.hash), token.kind.value, try .storable(token.grant.rawValue), try .storable(token.clientID),
      try .storable(token.subject.rawValue), .scope(token.scope), .moment(token.expires),
      try details ?? .details(token.details),
    ]
  }

  /// Returns whether a grant was revoked.
  func isRefused(by database: any SQLTransaction) throws -> Bool {
    for grant in grants where try database.has("SELECT 1 FROM revoked_grants WHERE grant_id = ?", [grant]) {
      return true
    }
    return false
  }

  /// Inserts the rows. The caller has checked in the same transaction that no grant was revoked.
  func insert(into database: any SQLTransaction) throws {
    for values in pieces {
      try database.perform(values.count > Self.columns ? Self.insertionOfTwo : Self.insertionOfOne, values)
    }
  }

  private static let columns = 8
  private static let insertion = """
    INSERT INTO issued_tokens (hash, kind, grant_id, client, subject, scope, expires, details)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
  /// An existing row with the same hash was saved by this request, whose answer was lost.
  private static let insertionOfOne = insertion + " ON CONFLICT (hash) DO NOTHING"
  private static let insertionOfTwo = insertion + ", (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING"
}

extension IssuedToken.Kind {
  /// The value in the database.
  var value: SQLValue {
    switch self {
    case .access: .integer(1)
    case .refresh: .integer(2)
    }
  }

  init(_ number: Int64) throws {
    switch number {
    case 1: self = .access
    case 2: self = .refresh
    default: throw ServerDatabaseError.damaged("a token is of an unknown kind")
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
    spentAt = try columns.optionalMoment()
    sealedSuccessor = try columns.optionalBytes()
  }
}
