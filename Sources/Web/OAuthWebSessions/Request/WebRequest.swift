public import HTTPTypes

/// A request to a web application, in the types of every Swift server.
public struct WebRequest: Sendable {
  /// The method, the path with its query, and the fields.
  public let head: HTTPRequest
  private let readBody: @Sendable (Int) async throws -> [UInt8]?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - head: The method, the path with its query, and the fields.
  ///   - body: Reads the body, at most a number of bytes; it returns `nil` if the body is longer.
  ///     It is called at most once.
  public init(_ head: HTTPRequest, body: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]?) {
    self.head = head
    readBody = body
  }

  var method: HTTPRequest.Method { head.method }
  var headers: HTTPFields { head.headerFields }
  /// The path without the query.
  var path: String { String(Substring((head.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") })) }

  /// Reads the body.
  ///
  /// - Throws: ``RequestFailure`` with status 413 if it is longer than the limit; the server's errors.
  func body(upTo limit: Int) async throws -> [UInt8] {
    guard let bytes = try await readBody(limit) else { throw RequestFailure(status: .contentTooLarge) }
    return bytes
  }
}

/// An answer of the sign-in.
public struct WebResponse: Sendable, Hashable {
  /// The status.
  public var status: HTTPResponse.Status
  /// The fields, without the length.
  public var headers: HTTPFields
  /// The body.
  public var body: [UInt8]

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The fields. Default: none.
  ///   - body: The body. Default: none.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The failure of a request that the server found, with its status.
package struct RequestFailure: Error, Hashable {
  package let status: HTTPResponse.Status

  package init(status: HTTPResponse.Status) { self.status = status }
}
