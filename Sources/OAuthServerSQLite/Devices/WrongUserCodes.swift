#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import OAuthServer

/// How many wrong user codes were entered in one minute of the clock, from one address and in all. There are rows of the last minute that was
/// counted in alone, so that a clock which was set back begins anew.
struct WrongUserCodes {
  /// From all addresses.
  let inAll: Int
  /// From the one address.
  let fromAddress: Int
  private let minute: Int64
  private let address: DatabaseValue

  init(from address: SignInAttemptKey, at moment: Date, _ database: Database) throws {
    self.address = .octets(address.octets)
    // Rounded down, also before 1970.
    minute = (moment.microseconds - (moment.microseconds < 0 ? 59_999_999 : 0)) / 60_000_000
    inAll =
      try database.first("SELECT count FROM wrong_user_codes WHERE minute = ?", [.integer(minute)]) {
        Int(clamping: try $0.integer())
      } ?? 0
    fromAddress =
      try database.first(
        "SELECT count FROM wrong_user_codes_by_address WHERE minute = ? AND address = ?",
        [.integer(minute), self.address]
      ) { Int(clamping: try $0.integer()) } ?? 0
  }

  func countOneMore(_ database: Database) throws {
    for table in ["wrong_user_codes", "wrong_user_codes_by_address"] {
      try database.run("DELETE FROM \(table) WHERE minute <> ?", [.integer(minute)])
    }
    try database.run(
      "INSERT OR REPLACE INTO wrong_user_codes (minute, count) VALUES (?, ?)",
      [.integer(minute), .integer(Int64(inAll) + 1)])
    try database.run(
      "INSERT OR REPLACE INTO wrong_user_codes_by_address (minute, address, count) VALUES (?, ?, ?)",
      [.integer(minute), address, .integer(Int64(fromAddress) + 1)])
  }
}
#endif
