internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

/// The values of a row, by the numbers of their columns. The getters throw the error of a damaged
/// database for a value of another type.
package protocol SQLRow {
  /// The number of columns.
  var count: Int { get }

  func integer(at index: Int) throws -> Int64?
  func text(at index: Int) throws -> String?
  func bytes(at index: Int) throws -> [UInt8]?
  /// Returns a value of any type.
  func value(at index: Int) throws -> SQLValue
}

/// Reads the columns of a row in their order. Values that only a damaged database can have are
/// errors, not traps.
package struct Columns: ~Copyable {
  private let row: any SQLRow
  private var index = 0

  /// - Parameter row: A row that stays valid until the columns are read.
  package init(_ row: any SQLRow) {
    self.row = row
  }

  /// Returns the index of the next column, and goes past it.
  private mutating func next() throws -> Int {
    guard index < row.count else { throw ServerDatabaseError.damaged("a column is missing") }
    defer { index += 1 }
    return index
  }

  mutating func optionalInteger() throws -> Int64? { try row.integer(at: next()) }

  package mutating func optionalText() throws -> String? { try row.text(at: next()) }

  mutating func optionalBytes() throws -> [UInt8]? { try row.bytes(at: next()) }

  mutating func value() throws -> SQLValue { try row.value(at: next()) }

  package mutating func integer() throws -> Int64 {
    guard let number = try optionalInteger() else { throw ServerDatabaseError.damaged("a number is missing") }
    return number
  }

  package mutating func text() throws -> String {
    guard let text = try optionalText() else { throw ServerDatabaseError.damaged("a text is missing") }
    return text
  }

  mutating func bytes() throws -> [UInt8] {
    guard let bytes = try optionalBytes() else { throw ServerDatabaseError.damaged("bytes are missing") }
    return bytes
  }

  mutating func moment() throws -> Date { Date(microseconds: try integer()) }

  mutating func optionalMoment() throws -> Date? { try optionalInteger().map(Date.init(microseconds:)) }

  mutating func hash() throws -> SecretHash {
    guard let hash = SecretHash(bytes: try bytes()) else { throw ServerDatabaseError.damaged("a hash is none") }
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

  mutating func optionalRequestKey() throws -> RequestKey? {
    guard let bytes = try optionalBytes() else { return nil }
    guard let key = RequestKey(bytes: bytes) else { throw ServerDatabaseError.damaged("a request key is none") }
    return key
  }

  /// Returns a list of texts, as JSON.
  mutating func texts() throws -> [String] {
    guard let list = try? JSONValue(bytes: Array(try text().utf8)).array else {
      throw ServerDatabaseError.damaged("a list is none")
    }
    return list.compactMap(\.string)
  }

  /// Returns the members of a JSON object.
  mutating func members() throws -> [String: JSONValue] {
    guard let members = try? JSONValue(bytes: Array(try text().utf8)).object else {
      throw ServerDatabaseError.damaged("a JSON object is none")
    }
    return members
  }

  mutating func grant() throws -> GrantID { GrantID(rawValue: try text()) }

  mutating func subject() throws -> Subject { Subject(rawValue: try text()) }
}
