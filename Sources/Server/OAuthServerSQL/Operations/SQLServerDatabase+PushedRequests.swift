public import FoundationBasics
internal import OAuthCore
public import OAuthServer

// A consumed request stays, without its parameters, until nothing could be completed with it. A
// sweep removes it then.
extension SQLServerDatabase {
  /// Saves a pushed request.
  public func savePushedRequest(_ record: PushedRequestRecord) async throws {
    let values: [SQLValue] = [
      .hash(record.hash), try .storable(record.clientID), .bytes(Array(record.parameters.reveal().utf8)),
      .moment(record.expires), .moment(record.completableUntil),
    ]
    try await work.write(locking: []) { database in
      try database.perform(
        """
        INSERT INTO pushed_requests (hash, client, parameters, expires, completable_until) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (hash) DO NOTHING
        """, values)
    }
  }

  /// Returns a pushed request.
  public func pushedRequest(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    try await work.find(
      """
      SELECT client, parameters, expires, completable_until FROM pushed_requests WHERE hash = ? AND consumed_by IS NULL
      """, [.hash(hash)]
    ) { columns in
      PushedRequestRecord(
        hash: hash, clientID: try columns.text(),
        parameters: Secret(String(decoding: try columns.bytes(), as: UTF8.self)), expires: try columns.moment(),
        completableUntil: try columns.moment())
    }
  }

  /// Gives a pushed request more time.
  public func extendPushedRequest(_ hash: SecretHash, until moment: Date) async throws {
    try await work.write(locking: [.pushedRequest(hash)]) { database in
      try database.perform(
        """
        UPDATE pushed_requests SET completable_until = ?
          WHERE hash = ? AND completable_until < ? AND consumed_by IS NULL
        """, [.moment(moment), .hash(hash), .moment(moment)])
    }
  }

  /// Consumes a pushed request.
  public func consumePushedRequest(_ hash: SecretHash, request: RequestKey) async throws -> Bool {
    try await work.write(locking: [.pushedRequest(hash)]) { try $0.consume(hash, by: request) }
  }
}

extension SQLTransaction {
  /// - Returns: Whether this request consumes the pushed request.
  func consume(_ hash: SecretHash, by request: RequestKey) throws -> Bool {
    try run(
      """
      UPDATE pushed_requests SET consumed_by = ?, parameters = ?
        WHERE hash = ? AND (consumed_by IS NULL OR consumed_by = ?)
      """, [.key(request), .bytes([]), .hash(hash), .key(request)]) == 1
  }
}
