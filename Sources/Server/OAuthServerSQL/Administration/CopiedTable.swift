/// A table as the copy of a database reads and writes it.
struct CopiedTable: Sendable {
  let name: String
  /// The columns of the primary key, which come first in ``columns``.
  let key: [String]
  let columns: [String]

  private init(_ name: String, key: [String], _ others: String) {
    self.name = name
    self.key = key
    columns = key + others.split(separator: " ").map(String.init)
  }

  /// All tables, those that others refer to first.
  static let all = [
    CopiedTable("issuer", key: ["id"], "text"),
    CopiedTable("clients", key: ["id"], "json"),
    CopiedTable("registrations", key: ["id"], "json words token_hash issued unused_until is_open"),
    CopiedTable("people", key: ["subject"], "username name picture email claims password disabled"),
    CopiedTable("signing_keys", key: ["key_id"], "algorithm signs_from published_until sealed"),
    CopiedTable("consents", key: ["subject", "client"], "scope details_types given unasked"),
    CopiedTable(
      "sessions", key: ["id"],
      "cookie subject authenticated context methods idle_until expires ended_by ended_at browser address"),
    CopiedTable("session_grants", key: ["session", "grant_id", "client", "is_offline"], ""),
    CopiedTable("revoked_grants", key: ["grant_id"], "refused_until sweep_round"),
    CopiedTable(
      "authorization_codes", key: ["hash"],
      """
      grant_id client redirect_uri challenge_method challenge subject scope expires remembered_until details nonce \
      spent spent_by
      """),
    CopiedTable(
      "issued_tokens", key: ["hash"],
      "kind grant_id client subject scope expires details spent_at spent_by successor"),
    CopiedTable(
      "device_codes", key: ["device_code"],
      """
      user_code client scope details expires poll_interval last_poll state subject decided_by polled_by polled_early
      """),
    CopiedTable("pushed_requests", key: ["hash"], "client parameters expires completable_until consumed_by"),
    CopiedTable("used_tokens", key: ["id"], "used_until used_by"),
    CopiedTable("counted_attempts", key: ["attempt"], "recognized_until"),
    CopiedTable("sign_in_attempts", key: ["key"], "count holds_until"),
    CopiedTable("wrong_user_codes", key: ["minute"], "count"),
    CopiedTable("wrong_user_codes_by_address", key: ["minute", "address"], "count"),
    CopiedTable("sweeps", key: ["name"], "round position"),
    CopiedTable("client_mismatches", key: ["client", "mismatch"], "sent moment"),
    CopiedTable("audit_records", key: ["id"], "kept_until record"),
  ]

  /// Returns rows in the order of the key.
  ///
  /// - Parameters:
  ///   - start: The key before the first row; `nil` for the beginning of the table.
  ///   - end: The key of the last row; `nil` for the end of the table.
  ///   - limit: The largest number of rows.
  func rows(
    after start: [SQLValue]?, upTo end: [SQLValue]? = nil, limit: Int, in transaction: any SQLTransaction
  ) throws -> [[SQLValue]] {
    let names = "(" + key.joined(separator: ", ") + ")"
    let marks = "(" + key.map { _ in "?" }.joined(separator: ", ") + ")"
    let conditions = [start.map { _ in "\(names) > \(marks)" }, end.map { _ in "\(names) <= \(marks)" }]
      .compactMap(\.self)
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return try transaction.all(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(name)\(condition)
        ORDER BY \(key.joined(separator: ", ")) LIMIT ?
      """, (start ?? []) + (end ?? []) + [.integer(Int64(limit))]
    ) { row in try columns.map { _ in try row.value() } }
  }

  /// Inserts a row, in place of one with the same key.
  func save(_ row: [SQLValue], in transaction: any SQLTransaction) throws {
    let changes = columns.dropFirst(key.count).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try transaction.perform(
      """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (\(key.joined(separator: ", "))) DO \(changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
      """, row)
  }

  /// Removes the row with a key.
  func remove(_ key: [SQLValue], from transaction: any SQLTransaction) throws {
    try transaction.perform(
      "DELETE FROM \(name) WHERE \(self.key.map { "\($0) = ?" }.joined(separator: " AND "))", key)
  }
}
