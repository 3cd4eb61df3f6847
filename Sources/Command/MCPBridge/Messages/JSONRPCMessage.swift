package import OAuthCore

/// A JSON-RPC message with its bytes (JSON-RPC 2.0 §4 and §5).
package struct JSONRPCMessage: Sendable {
  /// The kind of a message.
  package enum Kind: Sendable, Hashable {
    case request(id: JSONValue)
    case notification
    /// A result or an error; the ID is `nil` if an error has none.
    case response(id: JSONValue?)
  }

  package let kind: Kind
  /// The method of a request or notification.
  package let method: String?
  package let members: [String: JSONValue]
  /// The message as it arrived.
  package let bytes: [UInt8]

  /// Reads a message.
  ///
  /// - Returns: `nil` if the bytes aren't one JSON-RPC message. Batches don't exist in MCP
  ///   2025-06-18 and later.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(bytes: bytes, maximumBytes: MessageLines.maximumBytes), let members = value.object,
      members["jsonrpc"] == "2.0"
    else { return nil }
    let id = members["id"].flatMap { $0 == .null ? nil : $0 }
    switch (members["method"], id) {
    case (.string(let name)?, let id?):
      guard Self.isID(id) else { return nil }
      (method, kind) = (name, .request(id: id))
    case (.string(let name)?, nil): (method, kind) = (name, .notification)
    case (nil, let id):
      guard (members["result"] == nil) != (members["error"] == nil) else { return nil }
      (method, kind) = (nil, .response(id: id))
    default: return nil
    }
    self.members = members
    self.bytes = bytes
  }

  private static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .string, .integer, .number: true
    default: false
    }
  }

  /// The message as one line with its LF. Line breaks in valid JSON are only white space.
  package var line: [UInt8] {
    var line = bytes
    for index in line.indices where line[index] == 0x0A || line[index] == 0x0D { line[index] = 0x20 }
    line.append(0x0A)
    return line
  }

  /// The parameters of a request or notification.
  package var parameters: [String: JSONValue] { members["params"]?.object ?? [:] }

  /// The version in the request's own metadata; `nil` before MCP 2026-07-28, where a session has a
  /// version (MCP 2026-07-28, Streamable HTTP: Protocol Version Header).
  package var ownVersion: String? {
    parameters["_meta"]?.object?["io.modelcontextprotocol/protocolVersion"]?.string
  }

  /// Returns whether the message is the response to a request.
  package func answers(_ id: JSONValue) -> Bool { kind == .response(id: id) }

  /// Creates an error response (JSON-RPC 2.0 §5.1).
  ///
  /// - Parameters:
  ///   - id: The ID of the request.
  ///   - code: The error's number. Default: -32000, an error of the implementation.
  ///   - message: The error's text.
  ///   - name: The error's stable name for programs; `nil` for none.
  package static func failure(
    of id: JSONValue, code: Int64 = -32_000, _ message: String, name: String? = nil
  ) -> [UInt8] {
    var error: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
    error["data"] = name.map { .object(["code": .string($0)]) }
    return JSONValue.object(["jsonrpc": "2.0", "id": id, "error": .object(error)]).bytes() + [0x0A]
  }
}
