#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
internal import GRDB
internal import OAuthCore
public import OAuthServer

/// Pushed authorization requests in a ``SQLiteServerDatabase``.
public struct SQLitePushedRequestStore: PushedRequestStore {
  let work: DatabaseWork

  /// Saves a new request.
  /// - Parameter record: The request.
  /// - Throws: ``ServerDatabaseError``.
  public func save(_ record: PushedRequestRecord) async throws {
    let values: [DatabaseValue] = [
      .hash(record.hash), try .text(record.clientID), .octets(Array(record.parameters.reveal().utf8)),
      .moment(record.expires), .moment(record.completableUntil),
    ]
    try await work.write { database in
      _ = try database.run(
        """
        INSERT INTO pushed_requests (hash, client, parameters, expires, completable_until) VALUES (?, ?, ?, ?, ?)
        """, values)
    }
  }

  /// Returns a request.
  /// - Parameter hash: The hash of the reference.
  /// - Throws: ``ServerDatabaseError``.
  public func find(_ hash: SecretHash) async throws -> PushedRequestRecord? {
    try await work.read { database in
      try database.first(
        "SELECT client, parameters, expires, completable_until FROM pushed_requests WHERE hash = ?", [.hash(hash)]
      ) { columns in
        PushedRequestRecord(
          hash: hash, clientID: try columns.text(),
          parameters: Secret(String(decoding: try columns.octets(), as: UTF8.self)), expires: try columns.moment(),
          completableUntil: try columns.moment())
      }
    }
  }

  /// Extends a request by one update.
  /// - Parameters:
  ///   - hash: The hash of the reference.
  ///   - moment: The end of the time in which a sign-in can be completed.
  /// - Throws: ``ServerDatabaseError``.
  public func extend(_ hash: SecretHash, until moment: Date) async throws {
    try await work.write { database in
      _ = try database.run(
        "UPDATE pushed_requests SET completable_until = ? WHERE hash = ? AND completable_until < ?",
        [.moment(moment), .hash(hash), .moment(moment)])
    }
  }

  /// Consumes a request by one deletion.
  /// - Parameter hash: The hash of the reference.
  /// - Throws: ``ServerDatabaseError``.
  public func consume(_ hash: SecretHash) async throws -> Bool {
    try await work.write { try $0.run("DELETE FROM pushed_requests WHERE hash = ?", [.hash(hash)]) == 1 }
  }
}
