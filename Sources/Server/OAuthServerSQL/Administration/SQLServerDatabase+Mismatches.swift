public import FoundationBasics
public import OAuthServer

/// The last difference of one kind between a program and its client's registration.
public struct ClientMismatch: Sendable, Hashable {
  /// The kind.
  public let mismatch: RegistrationMismatch
  /// What the program sent; for an unknown client its `client_id`.
  public let sent: String
  /// The time of the request.
  public let moment: Date

  /// Creates a mismatch.
  ///
  /// - Parameters:
  ///   - mismatch: The kind.
  ///   - sent: What the program sent.
  ///   - moment: The time of the request.
  public init(mismatch: RegistrationMismatch, sent: String, moment: Date) {
    self.mismatch = mismatch
    self.sent = sent
    self.moment = moment
  }
}

extension SQLServerDatabase {
  /// The days for which a mismatch is kept.
  public static var mismatchDays: Int { 30 }

  /// Saves a mismatch with one of the next commits, in place of an earlier one of the same client and
  /// kind. All unknown clients share one.
  ///
  /// - Parameters:
  ///   - mismatch: The mismatch.
  ///   - clientID: The client's identifier.
  ///   - failed: Called on a thread of the database if nothing was saved.
  public func save(
    _ mismatch: ClientMismatch, of clientID: String, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    let owner = mismatch.mismatch == .unknownClient ? "" : clientID
    let end = mismatch.moment.addingTimeInterval(-Double(Self.mismatchDays) * 86_400)
    work.submit { database in
      try database.perform("DELETE FROM client_mismatches WHERE moment < ?", [.moment(end)])
      try database.perform(
        """
        INSERT INTO client_mismatches (client, mismatch, sent, moment) VALUES (?, ?, ?, ?)
          ON CONFLICT (client, mismatch) DO UPDATE SET sent = excluded.sent, moment = excluded.moment
        """,
        [
          try .storable(owner), .text(mismatch.mismatch.rawValue), try .storable(mismatch.sent),
          .moment(mismatch.moment),
        ])
    } failed: {
      failed($0)
    }
  }

  /// Returns the mismatches of a client, and the last one of an unknown client if it was this one, the
  /// latest first.
  ///
  /// - Parameter clientID: The client's identifier.
  /// - Throws: `ServerDatabaseError`.
  public func mismatches(of clientID: String) async throws -> [ClientMismatch] {
    let name = try SQLValue.storable(clientID)
    return try await work.read { database in
      try database.all(
        """
        SELECT mismatch, sent, moment FROM client_mismatches
          WHERE client = ? OR client = '' AND sent = ? ORDER BY moment DESC
        """, [name, name]
      ) { columns -> ClientMismatch? in
        let kind = RegistrationMismatch(rawValue: try columns.text())
        let (sent, moment) = (try columns.text(), try columns.moment())
        // A newer version may have written another kind.
        return kind.map { ClientMismatch(mismatch: $0, sent: sent, moment: moment) }
      }.compactMap(\.self)
    }
  }
}
