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
    switch state {
    case .pending: number = 0
    case .approved(let person):
      number = 1
      subject = try .text(person.rawValue)
    case .denied: number = 2
    case .redeemed: number = 3
    }
    return [
      .integer(Int64((interval / .microseconds(1)).rounded())), lastPoll.map { .moment($0) } ?? .null, .integer(number),
      subject, try .details(details),
    ]
  }

  /// Reads the columns in the order of the `SELECT`, which is that of the initializer.
  init(_ columns: inout Columns) throws {
    self.init(
      deviceCode: try columns.hash(), userCode: try columns.hash(), clientID: try columns.text(),
      scope: try columns.scope(), details: try columns.details(), expires: try columns.moment(),
      interval: .microseconds(try columns.integer()), lastPoll: try columns.optionalMoment(),
      state: try State(columns.integer(), columns.optionalText()))
  }
}

extension DeviceCodeRecord.State {
  fileprivate init(_ number: Int64, _ subject: String?) throws {
    switch (number, subject) {
    case (0, _): self = .pending
    case (1, let subject?): self = .approved(Subject(rawValue: subject))
    case (2, _): self = .denied
    case (3, _): self = .redeemed
    default: throw ServerDatabaseError.damaged("a device's sign-in is in no known state")
    }
  }
}
