#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB

/// How many wrong user codes were entered in one minute of the clock. There is one row, of the last minute that was asked for, so that
/// a clock which was set back begins anew.
struct WrongUserCodes {
  private let minute: Int64
  private(set) var count: Int

  init(at moment: Date, _ database: Database) throws {
    // Rounded down, also before 1970.
    minute = (moment.microseconds - (moment.microseconds < 0 ? 59_999_999 : 0)) / 60_000_000
    count =
      try database.first("SELECT count FROM wrong_user_codes WHERE minute = ?", [.integer(minute)]) {
        Int(clamping: try $0.integer())
      } ?? 0
  }

  mutating func countOneMore(_ database: Database) throws {
    count += 1
    try database.run("DELETE FROM wrong_user_codes WHERE minute <> ?", [.integer(minute)])
    try database.run(
      "INSERT OR REPLACE INTO wrong_user_codes (minute, count) VALUES (?, ?)",
      [.integer(minute), .integer(Int64(count))])
  }
}
#endif
