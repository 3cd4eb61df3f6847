internal import FoundationBasics
internal import GRDB
internal import OAuthCore
internal import OAuthServer

extension DatabaseValue {
  static func bytes(_ bytes: [UInt8]) -> DatabaseValue { Data(bytes).databaseValue }

  static func hash(_ hash: SecretHash) -> DatabaseValue { bytes(hash.bytes) }

  static func key(_ request: RequestKey) -> DatabaseValue { bytes(request.bytes) }

  static func key(_ request: RequestKey?) -> DatabaseValue { request.map { .key($0) } ?? .null }

  static func integer(_ number: Int64) -> DatabaseValue { number.databaseValue }

  static func moment(_ moment: Date) -> DatabaseValue { moment.microseconds.databaseValue }

  static func moment(_ moment: Date?) -> DatabaseValue { moment.map { .moment($0) } ?? .null }

  /// - Throws: ``ServerDatabaseError`` if the text contains a NUL. SQLite's functions and readers
  ///   of its columns take a NUL for the end, and the text before it could be another user's name.
  static func text(_ text: String) throws -> DatabaseValue {
    guard !text.utf8.contains(0) else { throw ServerDatabaseError.unstorable }
    return text.databaseValue
  }

  static func text(_ text: String?) throws -> DatabaseValue { try text.map { try .text($0) } ?? .null }

  static func json(_ value: JSONValue) throws -> DatabaseValue {
    try text(String(decoding: value.bytes(), as: UTF8.self))
  }

  static func scope(_ scope: Scope) -> DatabaseValue { scope.parameter.databaseValue }

  static func texts(_ texts: [String]) throws -> DatabaseValue { try json(.array(texts.map { .string($0) })) }

  static func details(_ details: ApprovalDetails) throws -> DatabaseValue { try text(details.text) }
}
