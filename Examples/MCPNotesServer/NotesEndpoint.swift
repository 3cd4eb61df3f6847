internal import Hummingbird
internal import NIOCore
internal import PixyResource
internal import Synchronization

/// The MCP endpoint: JSON-RPC over Streamable HTTP (MCP 2025-11-25, Transports), with JSON answers and
/// without sessions.
final class NotesEndpoint: Sendable {
  private static let versions = ["2025-11-25", "2025-06-18"]
  private static let protocolVersion = HTTPField.Name("MCP-Protocol-Version")
  private static let limit = 65_536

  private let origin: String
  private let notes = Mutex<[String]>([])

  /// Creates an endpoint without notes.
  /// - Parameter origin: The only accepted value of `Origin`.
  init(origin: String) {
    self.origin = origin
  }

  /// Answers a message.
  /// - Parameter check: Throws if the request's token doesn't allow the tool.
  func response(
    to request: Request, _ context: BasicAccessRequestContext, allowing check: (Access) throws -> Void
  ) async throws -> Response {
    // Transports, Security Warning: otherwise a web page could reach the server by DNS rebinding.
    guard [nil, origin].contains(request.headers[.origin]) else { return Response(status: .forbidden) }
    // Transports, Protocol Version Header.
    let version = Self.protocolVersion.flatMap { request.headers[$0] }
    guard version.map(Self.versions.contains) ?? true else { return Response(status: .badRequest) }
    let body = try await request.body.collect(upTo: Self.limit)
    guard let message = try? JSONValue(bytes: Array(body.readableBytesView)).object else {
      return Self.json(["jsonrpc": "2.0", "id": .null, "error": Self.error(-32_700, "Parse error")], .badRequest)
    }
    // A notification or an answer has no answer (Transports, Sending Messages to the Server, 4).
    guard let method = message["method"]?.string, let id = message["id"], id != .null else {
      return Response(status: .accepted)
    }
    var answer: [String: JSONValue] = ["jsonrpc": "2.0", "id": id]
    let params = message["params"]?.object ?? [:]
    switch method {
    case "initialize": answer["result"] = Self.initialization(params)
    case "ping": answer["result"] = [:]
    case "tools/list": answer["result"] = ["tools": [Self.tool]]
    case "tools/call":
      guard params["name"] == "add_note", let text = params["arguments"]?.object?["text"]?.string else {
        answer["error"] = Self.error(-32_602, "The only tool is add_note, with a text")
        break
      }
      try check(context.requireAccess())
      let count = notes.withLock { notes in
        notes.append(text)
        return notes.count
      }
      answer["result"] = ["content": [["type": "text", "text": .string("Notes: \(count)")]]]
    default: answer["error"] = Self.error(-32_601, "Method not found")
    }
    return Self.json(.object(answer))
  }

  /// The answer to `initialize`, in the client's version if the server has it (Lifecycle, Version
  /// Negotiation).
  private static func initialization(_ params: [String: JSONValue]) -> JSONValue {
    let asked = params["protocolVersion"]?.string ?? ""
    return [
      "protocolVersion": .string(versions.contains(asked) ? asked : versions[0]), "capabilities": ["tools": [:]],
      "serverInfo": ["name": "notes", "version": "1.0"],
    ]
  }

  private static let tool: JSONValue = [
    "name": "add_note", "description": "Adds a note, and returns how many there are.",
    "inputSchema": ["type": "object", "properties": ["text": ["type": "string"]], "required": ["text"]],
  ]

  private static func error(_ code: Int64, _ message: String) -> JSONValue {
    ["code": .integer(code), "message": .string(message)]
  }

  private static func json(_ value: JSONValue, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.bytes())))
  }
}
