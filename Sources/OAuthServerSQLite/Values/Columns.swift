#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import OAuthCore
internal import OAuthServer

/// Reads the columns of a row in their order. What can't be there unless the file was damaged is an error, and no trap.
struct Columns {
  private let row: Row
  private var index = 0

  init(_ row: Row) {
    self.row = row
  }

  private mutating func next() throws -> DatabaseValue.Storage {
    guard index < row.count else { throw ServerDatabaseError.damaged("a column is missing") }
    defer { index += 1 }
    let value: DatabaseValue = row[index]
    return value.storage
  }

  mutating func optionalInteger() throws -> Int64? {
    switch try next() {
    case .null: nil
    case .int64(let number): number
    default: throw ServerDatabaseError.damaged("a number is none")
    }
  }

  mutating func integer() throws -> Int64 {
    guard let number = try optionalInteger() else { throw ServerDatabaseError.damaged("a number is missing") }
    return number
  }

  mutating func optionalText() throws -> String? {
    switch try next() {
    case .null: nil
    case .string(let text): text
    default: throw ServerDatabaseError.damaged("a text is none")
    }
  }

  mutating func text() throws -> String {
    guard let text = try optionalText() else { throw ServerDatabaseError.damaged("a text is missing") }
    return text
  }

  mutating func optionalOctets() throws -> [UInt8]? {
    switch try next() {
    case .null: nil
    case .blob(let data): Array(data)
    default: throw ServerDatabaseError.damaged("octets are none")
    }
  }

  mutating func octets() throws -> [UInt8] {
    guard let octets = try optionalOctets() else { throw ServerDatabaseError.damaged("octets are missing") }
    return octets
  }

  mutating func moment() throws -> Date { Date(microseconds: try integer()) }

  mutating func optionalMoment() throws -> Date? { try optionalInteger().map(Date.init(microseconds:)) }

  mutating func hash() throws -> SecretHash {
    guard let hash = SecretHash(octets: try octets()) else { throw ServerDatabaseError.damaged("a hash is none") }
    return hash
  }

  mutating func scope() throws -> Scope {
    guard let scope = try? Scope(parameter: try text()) else { throw ServerDatabaseError.damaged("a scope is none") }
    return scope
  }

  mutating func details() throws -> ApprovalDetails {
    guard let details = try? ApprovalDetails(text: try text()) else {
      throw ServerDatabaseError.damaged("an approval's details are none")
    }
    return details
  }

  /// A list of texts, as JSON.
  mutating func texts() throws -> [String] {
    guard let list = try? JSONValue(octets: Array(try text().utf8)).array else {
      throw ServerDatabaseError.damaged("a list is none")
    }
    return list.compactMap(\.string)
  }

  mutating func grant() throws -> GrantID { GrantID(rawValue: try text()) }

  mutating func subject() throws -> Subject { Subject(rawValue: try text()) }
}
#endif
