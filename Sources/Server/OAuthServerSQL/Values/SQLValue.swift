package import FoundationBasics
internal import OAuthCore
internal import OAuthServer

/// A value of a statement's parameter.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

extension SQLValue {
  static func hash(_ hash: SecretHash) -> SQLValue { .bytes(hash.bytes) }

  static func key(_ request: RequestKey) -> SQLValue { .bytes(request.bytes) }

  static func key(_ request: RequestKey?) -> SQLValue { request.map { .key($0) } ?? .null }

  package static func moment(_ moment: Date) -> SQLValue { .integer(moment.microseconds) }

  static func moment(_ moment: Date?) -> SQLValue { moment.map { .moment($0) } ?? .null }

  /// - Throws: `ServerDatabaseError` if the text contains a NUL. PostgreSQL has no such texts.
  ///   SQLite's functions and readers of its columns take a NUL for the end, and the text before it
  ///   could be another user's name.
  static func storable(_ text: String) throws -> SQLValue {
    guard !text.utf8.contains(0) else { throw ServerDatabaseError.unstorable }
    return .text(text)
  }

  static func storable(_ text: String?) throws -> SQLValue { try text.map { try .storable($0) } ?? .null }

  static func json(_ value: JSONValue) throws -> SQLValue {
    try storable(String(decoding: value.bytes(), as: UTF8.self))
  }

  static func scope(_ scope: Scope) -> SQLValue { .text(scope.parameter) }

  static func texts(_ texts: [String]) throws -> SQLValue { try json(.array(texts.map { .string($0) })) }

  static func details(_ details: ApprovalDetails) throws -> SQLValue { try storable(details.text) }
}
