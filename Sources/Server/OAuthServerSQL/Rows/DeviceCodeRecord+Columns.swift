internal import FoundationBasics
internal import OAuthServer

extension DeviceCodeRecord {
  /// Returns the columns in the order of the `INSERT`.
  func values() throws -> [SQLValue] {
    [.hash(deviceCode), .hash(userCode), try .storable(clientID), .scope(scope), .moment(expires)]
      + (try changingValues())
  }

  /// Returns the columns that decisions and polls change, in the order of the `UPDATE`.
  func changingValues() throws -> [SQLValue] {
    let number: Int64
    var subject = SQLValue.null
    switch state {
    case .pending: number = 0
    case .approved(let user):
      number = 1
      subject = try .storable(user.rawValue)
    case .denied: number = 2
    case .redeemed: number = 3
    }
    return [
      .integer(Int64((interval / .microseconds(1)).rounded())), .moment(lastPoll), .integer(number),
      subject, try .details(details), .key(decidedBy), .key(polledBy), .integer(wasPolledEarly ? 1 : 0),
    ]
  }

  /// Reads the columns in the order of the `SELECT`, which is that of the initializer.
  init(_ columns: inout Columns) throws {
    self.init(
      deviceCode: try columns.hash(), userCode: try columns.hash(), clientID: try columns.text(),
      scope: try columns.scope(), details: try columns.details(), expires: try columns.moment(),
      interval: .microseconds(try columns.integer()), lastPoll: try columns.optionalMoment(),
      state: try State(columns.integer(), columns.optionalText()), decidedBy: try columns.optionalRequestKey(),
      polledBy: try columns.optionalRequestKey(), wasPolledEarly: try columns.integer() != 0)
  }
}

extension SQLTransaction {
  func insert(_ record: DeviceCodeRecord) throws {
    try perform(
      """
      INSERT INTO device_codes (device_code, user_code, client, scope, expires, poll_interval, last_poll, state,
        subject, details, decided_by, polled_by, polled_early) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, try record.values())
  }

  /// Returns the record with a device code. A decision and a poll, which know different codes, find
  /// the same record, so that it is locked.
  func device(_ deviceCode: SecretHash) throws -> DeviceCodeRecord? {
    try first(
      """
      SELECT device_code, user_code, client, scope, details, expires, poll_interval, last_poll, state, subject,
        decided_by, polled_by, polled_early FROM device_codes WHERE device_code = ?\(rowLock)
      """, [.hash(deviceCode)]
    ) { try DeviceCodeRecord(&$0) }
  }

  /// Returns the newest of the records with a user code. Older ones have expired.
  func device(userCode: SecretHash) throws -> DeviceCodeRecord? {
    try first(
      """
      SELECT device_code, user_code, client, scope, details, expires, poll_interval, last_poll, state, subject,
        decided_by, polled_by, polled_early FROM device_codes
        WHERE user_code = ? ORDER BY expires DESC LIMIT 1\(rowLock)
      """, [.hash(userCode)]
    ) { try DeviceCodeRecord(&$0) }
  }

  /// Saves what has changed in a record.
  func update(_ record: DeviceCodeRecord) throws {
    try perform(
      """
      UPDATE device_codes SET poll_interval = ?, last_poll = ?, state = ?, subject = ?, details = ?, decided_by = ?,
        polled_by = ?, polled_early = ? WHERE device_code = ?
      """, try record.changingValues() + [.hash(record.deviceCode)])
  }
}

extension DeviceCodeRecord.State {
  fileprivate init(_ number: Int64, _ subject: String?) throws {
    switch (number, subject) {
    case (0, _): self = .pending
    case (1, let subject?): self = .approved(Subject(rawValue: subject))
    case (2, _): self = .denied
    case (3, _): self = .redeemed
    default: throw ServerDatabaseError.damaged("a device authorization is in an unknown state")
    }
  }
}
