import HTTPTypes
import OAuthCore
import Synchronization
import Testing

@testable import MCPBridge

/// A host and a server with a bridge between them.
struct PlayedHost: Sendable {
  /// A request as the server sees it.
  struct Seen: Sendable {
    let method: String
    let fields: HTTPFields
    let message: JSONRPCMessage?

    subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
  }

  typealias Server = @Sendable (Seen) async throws -> HTTPStream

  private let input: AsyncStream<MessageLines.Line>.Continuation
  private let output: AsyncStream<[UInt8]>
  private let log = Log()
  private let bridge: Task<Void, any Error>

  final class Log: Sendable {
    let seen = Mutex<[Seen]>([])
    let said = Mutex<[String]>([])
    let waits = Mutex<[Duration]>([])
  }

  /// - Parameters:
  ///   - sleep: Waits. Default: until the task is cancelled.
  ///   - server: Answers the requests.
  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await untilCancelled() },
    server: @escaping Server
  ) throws {
    let (lines, input) = AsyncStream<MessageLines.Line>.makeStream()
    let (output, written) = AsyncStream<[UInt8]>.makeStream()
    self.input = input
    self.output = output
    let log = log
    let effects = BridgeEffects(
      send: { request, body in
        let seen = Seen(
          method: request.method.rawValue, fields: request.headerFields, message: JSONRPCMessage(body))
        log.seen.withLock { $0.append(seen) }
        return try await server(seen)
      },
      write: { written.yield($0) }, say: { text in log.said.withLock { $0.append(text) } },
      explain: { ($0 as? any ExplainedError)?.explanation ?? "\($0)" },
      sleep: { duration in
        log.waits.withLock { $0.append(duration) }
        try await sleep(duration)
      })
    let endpoint = try Endpoint("https://mcp.example/mcp")
    bridge = Task {
      defer { written.finish() }
      try await Bridge(to: endpoint, effects).run(lines)
    }
  }

  func write(_ text: String) { input.yield(.message(Array(text.utf8))) }

  /// Ends the input and waits for the bridge's end.
  func end() async throws {
    finishInput()
    try await bridge.value
  }

  /// Ends the input.
  func finishInput() { input.finish() }

  /// Cancels the bridge, as a signal does, and waits for its end.
  func interrupt() async {
    bridge.cancel()
    _ = await bridge.result
  }

  /// Returns the next line to the host.
  func read() async throws -> JSONRPCMessage {
    for await line in output {
      #expect(line.last == 0x0A && line.filter { $0 == 0x0A }.count == 1)
      return try #require(JSONRPCMessage(line.dropLast()))
    }
    throw EndOfOutput()
  }

  struct EndOfOutput: Error {}

  /// Returns whether the host gets nothing more.
  func isSilent() async -> Bool {
    for await _ in output { return false }
    return true
  }

  /// Begins a session.
  func open() async throws {
    write(Self.initialize)
    #expect(try await read().answers(0))
    write(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
  }

  static let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#

  var seen: [Seen] { log.seen.withLock { $0 } }
  var said: [String] { log.said.withLock { $0 } }
  var waits: [Duration] { log.waits.withLock { $0 } }
}

extension HTTPStream {
  /// An answer with a body in parts.
  static func answer(
    _ status: HTTPResponse.Status, type: String? = nil, session: String? = nil, _ parts: [String] = [],
    failing: (any Error)? = nil
  ) -> HTTPStream {
    var response = HTTPResponse(status: status)
    response.headerFields[.contentType] = type
    response.headerFields[RequestMetadata.sessionID] = session
    return HTTPStream(
      response,
      body: AsyncThrowingStream<[UInt8], any Error> { body in
        for part in parts { body.yield(Array(part.utf8)) }
        body.finish(throwing: failing)
      })
  }

  static func json(_ text: String, _ status: HTTPResponse.Status = .ok, session: String? = nil) -> HTTPStream {
    answer(status, type: "application/json; charset=utf-8", session: session, [text])
  }

  static func events(_ parts: String..., failing: (any Error)? = nil) -> HTTPStream {
    answer(.ok, type: "text/event-stream", parts, failing: failing)
  }

  /// A body that arrives from elsewhere, and ends when its reader does.
  static func open(_ body: AsyncStream<String>) -> HTTPStream {
    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = "text/event-stream"
    return HTTPStream(
      response,
      body: AsyncThrowingStream<[UInt8], any Error> { parts in
        let task = Task {
          for await part in body { parts.yield(Array(part.utf8)) }
          parts.finish(throwing: Task.isCancelled ? CancellationError() : nil)
        }
        parts.onTermination = { _ in task.cancel() }
      })
  }
}

/// A server that answers `initialize` with a session, and everything else by `other`.
func sessions(
  _ id: @escaping @Sendable () -> String? = { "s-1" }, _ other: @escaping PlayedHost.Server
) -> PlayedHost.Server {
  { seen in
    switch (seen.method, seen.message?.method) {
    case ("POST", "initialize"?):
      return .json(#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#, session: id())
    case ("POST", "notifications/initialized"?): return .answer(.accepted)
    case ("DELETE", _): return .answer(.ok)
    case ("GET", _) where seen["Last-Event-ID"] == nil: return .answer(.methodNotAllowed)
    default: return try await other(seen)
    }
  }
}

func result(_ id: JSONValue?, _ text: String = "done") -> String {
  String(
    decoding: JSONValue.object(["jsonrpc": "2.0", "id": id ?? .null, "result": .object(["text": .string(text)])])
      .bytes(),
    as: UTF8.self)
}

extension PlayedHost.Seen {
  /// The ID of the request in the body.
  var id: JSONValue? { if case .request(let id)? = message?.kind { id } else { nil } }
}

/// Waits for the task to be cancelled.
func untilCancelled() async throws {
  let (never, continuation) = AsyncStream<Void>.makeStream()
  for await _ in never {}
  withExtendedLifetime(continuation) {}
  throw CancellationError()
}
