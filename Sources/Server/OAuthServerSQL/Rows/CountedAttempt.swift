internal import FoundationBasics
internal import OAuthServer

/// A request whose attempt is counted, so that its repetition isn't. Counts don't know their
/// requests.
struct CountedAttempt: Sendable {
  enum Kind: UInt8, Sendable { case password = 1, userCode = 2 }

  private let name: SQLValue

  init(_ kind: Kind, _ request: RequestKey) {
    name = .bytes([kind.rawValue] + request.bytes)
  }

  func isCounted(by database: any SQLTransaction) throws -> Bool {
    try database.has("SELECT 1 FROM counted_attempts WHERE attempt = ?", [name])
  }

  func count(in database: any SQLTransaction, at moment: Date) throws {
    let end = moment.addingTimeInterval(RequestKey.recognized / .seconds(1))
    try database.perform(
      "INSERT INTO counted_attempts (attempt, recognized_until) VALUES (?, ?)", [name, .moment(end)])
  }

  /// - Returns: Whether the attempt was counted, and not yet taken back.
  func takeBack(in database: any SQLTransaction) throws -> Bool {
    try database.run("DELETE FROM counted_attempts WHERE attempt = ?", [name]) == 1
  }
}
