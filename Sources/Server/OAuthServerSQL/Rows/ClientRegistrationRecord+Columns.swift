internal import OAuthCore
internal import OAuthServer

extension ClientRegistrationRecord {
  /// Returns the columns in the order of the statements, the identifier last.
  func values() throws -> [SQLValue] {
    [
      try .json(client.json), try .json(.object(words)), .hash(tokenHash), .moment(issuedAt), .moment(unusedUntil),
      .integer(isFromOpenRegistration ? 1 : 0), try .storable(client.id),
    ]
  }

  init(_ columns: inout Columns) throws {
    self.init(
      client: try RegisteredClient(saved: try columns.text()), words: try columns.members(),
      tokenHash: try columns.hash(), issuedAt: try columns.moment(), unusedUntil: try columns.optionalMoment(),
      isFromOpenRegistration: try columns.integer() != 0)
  }
}
