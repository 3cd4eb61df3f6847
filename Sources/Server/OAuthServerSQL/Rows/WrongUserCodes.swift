internal import FoundationBasics
internal import OAuthServer

/// The numbers of wrong user codes in one minute of the clock, from each address and network and in
/// all. There are only rows of the last minute with a wrong code, so that a clock that was set back
/// begins anew.
struct WrongUserCodes {
  /// The number from all addresses.
  let inAll: Int
  private let minute: Int64

  init(at moment: Date, _ database: any SQLTransaction) throws {
    // Rounded down, before 1970 too.
    let minute = (moment.microseconds - (moment.microseconds < 0 ? 59_999_999 : 0)) / 60_000_000
    self.minute = minute
    inAll =
      try database.first("SELECT count FROM wrong_user_codes WHERE minute = ?", [.integer(minute)]) {
        Int(clamping: try $0.integer())
      } ?? 0
  }

  /// Returns the number from one address or network.
  func count(of key: SignInAttemptKey, _ database: any SQLTransaction) throws -> Int {
    try database.first(
      "SELECT count FROM wrong_user_codes_by_address WHERE minute = ? AND address = ?",
      [.integer(minute), .bytes(key.bytes)]
    ) { Int(clamping: try $0.integer()) } ?? 0
  }

  func countOneMore(from origin: UserCodeOrigin, _ database: any SQLTransaction) throws {
    for table in ["wrong_user_codes", "wrong_user_codes_by_address"] {
      try database.perform("DELETE FROM \(table) WHERE minute <> ?", [.integer(minute)])
    }
    try database.perform(
      """
      INSERT INTO wrong_user_codes (minute, count) VALUES (?, ?)
        ON CONFLICT (minute) DO UPDATE SET count = excluded.count
      """, [.integer(minute), .integer(Int64(inAll) + 1)])
    for key in origin.keys {
      try database.perform(
        """
        INSERT INTO wrong_user_codes_by_address (minute, address, count) VALUES (?, ?, 1)
          ON CONFLICT (minute, address) DO UPDATE SET count = wrong_user_codes_by_address.count + 1
        """, [.integer(minute), .bytes(key.bytes)])
    }
  }
}
