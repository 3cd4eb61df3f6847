#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import OAuthServer

extension DeviceCodeRecord {
  /// The columns in the order of the `INSERT`.
  func values() throws -> [DatabaseValue] {
    [.hash(deviceCode), .hash(userCode), try .text(clientID), .scope(scope), .moment(expires)] + (try changingValues())
  }

  /// The columns that decisions and polls change, in the order of the `UPDATE`.
  func changingValues() throws -> [DatabaseValue] {
    let number: Int64
    var subject = DatabaseValue.null
    var authenticatedAt = DatabaseValue.null
    switch state {
    case .pending: number = 0
    case .approved(let person, let moment):
      number = 1
      subject = try .text(person.rawValue)
      authenticatedAt = .moment(moment)
    case .denied: number = 2
    case .redeemed: number = 3
    }
    return [
      .integer(Int64((interval / .microseconds(1)).rounded())), lastPoll.map { .moment($0) } ?? .null, .integer(number),
      subject, authenticatedAt,
    ]
  }

  /// Reads the columns in the order of the `SELECT`.
  init(_ columns: inout Columns) throws {
    self.init(
      deviceCode: try columns.hash(), userCode: try columns.hash(), clientID: try columns.text(),
      scope: try columns.scope(), expires: try columns.moment(), interval: .microseconds(try columns.integer()),
      lastPoll: try columns.optionalMoment(),
      state: try State(columns.integer(), columns.optionalText(), columns.optionalMoment()))
  }
}

extension DeviceCodeRecord.State {
  fileprivate init(_ number: Int64, _ subject: String?, _ authenticatedAt: Date?) throws {
    switch (number, subject, authenticatedAt) {
    case (0, _, _): self = .pending
    case (1, let subject?, let moment?): self = .approved(Subject(rawValue: subject), authenticatedAt: moment)
    case (2, _, _): self = .denied
    case (3, _, _): self = .redeemed
    default: throw ServerDatabaseError.damaged("a device's sign-in is in no known state")
    }
  }
}
#endif
