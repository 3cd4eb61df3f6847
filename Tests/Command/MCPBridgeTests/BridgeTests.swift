import Evidence
import HTTPTypes
import OAuthCore
import Synchronization
import Testing

@testable import MCPBridge

/// The bridge to servers of MCP 2025-11-25 (Transports, Streamable HTTP).
@Suite(.covers("MCP 2025-11-25", "MCP 2026-07-28"), .timeLimit(.minutes(60))) struct BridgeTests {
  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#

  @Test func `Each message is a POST, with the session and its version after initialize`() async throws {
    let host = try PlayedHost(server: sessions { .json(result($0.id)) })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().answers(1))
    try await host.end()
    let posts = host.seen.filter { $0.method == "POST" }
    #expect(posts.map(\.message?.method) == ["initialize", "notifications/initialized", "tools/call"])
    #expect(posts.allSatisfy { $0["Accept"] == "application/json, text/event-stream" })
    #expect(posts.allSatisfy { $0["Content-Type"] == "application/json" && $0["Mcp-Method"] == nil })
    #expect(posts.map { $0["MCP-Session-Id"] } == [nil, "s-1", "s-1"])
    #expect(posts.map { $0["MCP-Protocol-Version"] } == [nil, "2025-06-18", "2025-06-18"])
    // At its end the host no longer needs the session.
    let last = try #require(host.seen.last)
    #expect(last.method == "DELETE" && last["MCP-Session-Id"] == "s-1")
  }

  @Test func `A stream's messages are relayed until the response`() async throws {
    let host = try PlayedHost(
      server: sessions { seen in
        .events(
          ": ping\n\n", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: {\"json",
          "rpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}\n\n", "data: x\n\n", "data: \(result(seen.id))\n\n",
          "data: \(result(9))\n\n")
      })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().method == "notifications/progress")
    #expect(try await host.read().kind == .request(id: 5))
    #expect(try await host.read().answers(1))
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.said.count == 1 && host.said[0].contains("not a JSON-RPC message"))
  }

  @Test func `The host's answers and notifications are posted`() async throws {
    let host = try PlayedHost(server: sessions { _ in .answer(.accepted) })
    try await host.open()
    host.write(#"{"jsonrpc":"2.0","id":5,"result":{}}"#)
    host.write(#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#)
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.seen.contains { $0.message?.kind == .response(id: 5) })
    #expect(host.seen.contains { $0.message?.method == "notifications/roots/list_changed" })
  }

  @Test func `Requests run at the same time`() async throws {
    let (first, done) = AsyncStream<Void>.makeStream()
    let host = try PlayedHost(
      server: sessions { seen in
        if seen.id == 1 { for await _ in first { break } }
        return .json(result(seen.id))
      })
    try await host.open()
    host.write(Self.call)
    host.write(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
    #expect(try await host.read().answers(2))
    done.yield()
    #expect(try await host.read().answers(1))
    try await host.end()
  }

  @Test func `While the server is away, each request gets an error with its ID`() async throws {
    let away = HTTPTransportError(.connectionFailed, origin: "https://mcp.example")
    let host = try PlayedHost { _ in throw away }
    host.write(PlayedHost.initialize)
    host.write(#"{"jsonrpc":"2.0","id":"b","method":"ping"}"#)
    for _ in 0..<2 {
      let error = try await host.read()
      #expect(error.answers(0) || error.answers("b"))
      #expect(error.members["error"]?.object?["message"]?.string?.contains("Could not connect") == true)
    }
    host.write(#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#)
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.said.count == 1)
  }

  @Test(arguments: [
    (HTTPStream.json(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"theirs"}}"#, .notFound), "theirs"),
    (.json(#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-1,"message":"theirs"}}"#, .badRequest), "theirs"),
    (.json(#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"theirs"}}"#, .forbidden), "theirs"),
    (.answer(.internalServerError, type: "text/html", ["<html>"]), "status 500"),
    (.answer(.temporaryRedirect), "status 307"), (.answer(.ok, type: "text/html", ["<html>"]), "text/html"),
    (.json("{", .ok), "application/json"),
    (.json(#"{"jsonrpc":"2.0","id":2,"result":{}}"#), "another request"), (.answer(.accepted), "nothing"),
    (.events("data: {}\n\n"), "ended the answer"),
    (.events("data: x\n\n", failing: HTTPTransportError(.brokenAnswer, origin: "https://a")), "ended early"),
  ])
  func `An answer without the response is an error with the request's ID`(
    _ answer: HTTPStream, _ expected: String
  ) async throws {
    let host = try PlayedHost(server: sessions({ nil }) { _ in answer })
    try await host.open()
    host.write(Self.call)
    let error = try await host.read()
    #expect(error.answers(1))
    #expect(error.members["error"]?.object?["message"]?.string?.contains(expected) == true, "\(error.members)")
    try await host.end()
  }

  @Test func `Lines that aren't messages are reported and discarded`() async throws {
    let host = try PlayedHost { _ in .answer(.accepted) }
    host.write("hello")
    host.write("[]")
    try await host.end()
    #expect(host.seen.isEmpty && host.said.count == 2)
    #expect(await host.isSilent())
  }

  @Test func `A session ID that isn't visible ASCII isn't used`() async throws {
    let host = try PlayedHost(server: sessions({ "a b" }) { .json(result($0.id)) })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().answers(1))
    try await host.end()
    #expect(host.seen.allSatisfy { $0["MCP-Session-Id"] == nil && $0.method != "DELETE" })
  }

  @Test func `After 404 a new session begins once, without the host's notice`() async throws {
    let issued = Mutex(0)
    let host = try PlayedHost(
      server: sessions({
        issued.withLock {
          $0 += 1
          return "s-\($0)"
        }
      }) { seen in
        seen["MCP-Session-Id"] == "s-1" ? .answer(.notFound) : .json(result(seen.id))
      })
    try await host.open()
    for id in 1...5 { host.write(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/list"}"#) }
    var answered: Set<JSONValue> = []
    for _ in 1...5 { if case .response(let id?) = try await host.read().kind { answered.insert(id) } }
    #expect(answered == [1, 2, 3, 4, 5])
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.seen.filter { $0.message?.method == "initialize" }.count == 2)
    #expect(host.seen.filter { $0.message?.method == "notifications/initialized" }.count == 2)
    #expect(host.seen.last?["MCP-Session-Id"] == "s-2")
  }

  @Test func `A broken stream is resumed after its last event`() async throws {
    let host = try PlayedHost(
      sleep: { _ in await Task.yield() },
      server: sessions { seen in
        switch (seen.method, seen["Last-Event-ID"]) {
        case ("GET", "e-1"): return .events("id: e-2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n")
        case ("GET", "e-2"): return .events("data: \(result(1))\n\n")
        default:
          return .events(
            "retry: 20\nid: e-1\ndata:\n\n", failing: HTTPTransportError(.brokenAnswer, origin: "https://mcp.example"))
        }
      })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().method == "a")
    #expect(try await host.read().answers(1))
    try await host.end()
    let resumed = host.seen.filter { $0["Last-Event-ID"] != nil }
    #expect(resumed.allSatisfy { $0["Accept"] == "text/event-stream" && $0["MCP-Session-Id"] == "s-1" })
    #expect(host.waits.filter { $0 == .milliseconds(20) }.count == 2)
    #expect(host.seen.filter { $0.message?.method == "tools/call" }.count == 1)
  }

  @Test func `A stream that makes no progress is given up`() async throws {
    let host = try PlayedHost(
      sleep: { _ in await Task.yield() },
      server: sessions { seen in
        seen.method == "GET" ? .answer(.serviceUnavailable) : .events("id: e-1\ndata:\n\n")
      })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().members["error"] != nil)
    try await host.end()
    #expect(host.seen.filter { $0["Last-Event-ID"] != nil }.count == 10)
  }

  @Test func `The server's own messages are relayed, and their stream is resumed`() async throws {
    let count = Mutex(0)
    let base = sessions { seen in .json(result(seen.id)) }
    let host = try PlayedHost(sleep: { duration in
      if duration == .seconds(1) { try await untilCancelled() }
    }) { seen in
      guard seen.method == "GET" else { return try await base(seen) }
      let number = count.withLock {
        $0 += 1
        return $0
      }
      switch number {
      case 1: return .events("retry: 5\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n")
      case 2: throw HTTPTransportError(.connectionFailed, origin: "https://mcp.example")
      case 3: return .answer(.badGateway)
      case 4: return .events("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n")
      default: return .answer(.methodNotAllowed)
      }
    }
    try await host.open()
    #expect(try await host.read().method == "a")
    #expect(try await host.read().kind == .request(id: 1))
    try await host.end()
    #expect(host.seen.filter { $0.method == "GET" }.dropFirst().prefix(3).allSatisfy { $0["Last-Event-ID"] == "1" })
  }

  @Test func `A cancellation is posted, and the request has no answer then`() async throws {
    let (never, keep) = AsyncStream<String>.makeStream()
    let (arrived, arrive) = AsyncStream<Void>.makeStream()
    let host = try PlayedHost(
      server: sessions { seen in
        guard seen.message?.method == "tools/call" else { return .answer(.accepted) }
        arrive.yield()
        return .open(never)
      })
    try await host.open()
    host.write(Self.call)
    for await _ in arrived { break }
    host.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.seen.contains { $0.message?.method == "notifications/cancelled" })
    keep.finish()
  }

  // MCP 2025-11-25, Cancellation: Behavior Requirements.
  @Test func `A cancellation of a request that isn't running is not posted`() async throws {
    let host = try PlayedHost(server: sessions { .json(result($0.id)) })
    try await host.open()
    host.write(Self.call)
    #expect(try await host.read().answers(1))
    host.write(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)
    #expect(try await host.read().answers(2))
    for id in ["1", "7", #""1""#] {
      host.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }
    host.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#)
    try await host.end()
    #expect(await host.isSilent() && host.said.isEmpty)
    #expect(!host.seen.contains { $0.message?.method == "notifications/cancelled" })
  }

  @Test func `A signal ends the session too`() async throws {
    let (never, keep) = AsyncStream<String>.makeStream()
    let (arrived, arrive) = AsyncStream<Void>.makeStream()
    let host = try PlayedHost(
      server: sessions { _ in
        arrive.yield()
        return .open(never)
      })
    try await host.open()
    host.write(Self.call)
    for await _ in arrived { break }
    await host.interrupt()
    #expect(await host.isSilent())
    #expect(host.seen.last?.method == "DELETE")
    keep.finish()
  }

  // A pipe ends the input at once: `printf … | pixy mcp URL` lost every slower answer, with status 0.
  @Test func `At the end of the input, missing answers are waited for, and the user is told`() async throws {
    let (arrived, arrive) = AsyncStream<Void>.makeStream()
    let (body, later) = AsyncStream<String>.makeStream()
    let host = try PlayedHost(
      sleep: { duration in
        // The second ends, and the minute doesn't.
        if duration != .seconds(1) { try await untilCancelled() }
      },
      server: sessions { seen in
        arrive.yield()
        return .open(body)
      })
    try await host.open()
    host.write(Self.call)
    for await _ in arrived { break }
    host.finishInput()
    while host.said.isEmpty { await Task.yield() }
    #expect(host.said.first?.contains("Waiting for an answer") == true, "\(host.said)")
    later.yield("data: \(result(1))\n\n")
    #expect(try await host.read().answers(1))
    try await host.end()
    #expect(host.waits.contains(.seconds(59)) && host.seen.last?.method == "DELETE")
    later.finish()
  }

  @Test func `An answer that doesn't arrive after the end of the input is an error for host and user`() async throws {
    let (never, keep) = AsyncStream<String>.makeStream()
    let host = try PlayedHost(sleep: { _ in await Task.yield() }, server: sessions { _ in .open(never) })
    try await host.open()
    host.write(Self.call)
    await #expect(throws: BridgeError.unanswered(1)) { try await host.end() }
    let answer = try await host.read()
    #expect(answer.answers(1) && answer.members["error"]?.object?["data"] == ["code": "unanswered"])
    #expect(await host.isSilent())
    #expect(host.waits.contains(.seconds(1)) && host.waits.contains(.seconds(59)))
    #expect(host.seen.last?.method == "DELETE")
    keep.finish()
  }
}

/// The bridge to servers of MCP 2026-07-28 (Streamable HTTP), which have no sessions.
@Suite(.covers("MCP 2025-11-25", "MCP 2026-07-28"), .timeLimit(.minutes(60))) struct StatelessBridgeTests {
  private static func request(_ id: Int, _ method: String, _ params: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params)"_meta":"#
      + #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
  }

  @Test func `A request has its metadata, and no session`() async throws {
    let host = try PlayedHost { .json(result($0.id), session: "ignored") }
    host.write(Self.request(1, "tools/call", #""name":"日本","#))
    #expect(try await host.read().answers(1))
    try await host.end()
    let seen = try #require(host.seen.first)
    #expect(seen["MCP-Protocol-Version"] == "2026-07-28" && seen["Mcp-Method"] == "tools/call")
    #expect(seen["Mcp-Name"] == "=?base64?5pel5pys?=" && seen["MCP-Session-Id"] == nil)
    #expect(host.seen.count == 1)
  }

  private static func tools(_ id: JSONValue?) -> String {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "region": ["type": "string", "x-mcp-header": "Region"],
        "at": ["type": "object", "properties": ["limit": ["type": "integer", "x-mcp-header": "Limit"]]],
        "dry": ["type": "boolean", "x-mcp-header": "Dry"],
      ],
    ]
    let wrong: [JSONValue] = [
      ["properties": ["a": ["type": "number", "x-mcp-header": "A"]]],
      ["properties": ["a": ["type": "string", "x-mcp-header": ""]]],
      ["properties": ["a": ["type": "string", "x-mcp-header": "A B"]]],
      ["properties": ["a": ["type": "string", "x-mcp-header": 1]]],
      [
        "properties": [
          "a": ["type": "string", "x-mcp-header": "A"], "b": ["type": "string", "x-mcp-header": "a"],
        ]
      ],
      ["properties": ["a": ["type": "array", "items": ["type": "string", "x-mcp-header": "A"]]]],
      ["anyOf": [["properties": ["a": ["type": "string", "x-mcp-header": "A"]]]]],
      ["x-mcp-header": "A"],
    ]
    let tools =
      [JSONValue.object(["name": "query", "inputSchema": schema])]
      + wrong.enumerated().map { .object(["name": .string("wrong-\($0.offset)"), "inputSchema": $0.element]) }
    return String(
      decoding: JSONValue.object([
        "jsonrpc": "2.0", "id": id ?? .null, "result": .object(["tools": .array(tools)]),
      ]).bytes(), as: UTF8.self)
  }

  private static let query = request(
    2, "tools/call", #""name":"query","arguments":{"region":"日本","at":{"limit":42},"dry":null,"other":1},"#)

  @Test func `Annotated parameters are repeated in header fields, and invalid tools are left out`() async throws {
    let host = try PlayedHost { $0.message?.method == "tools/list" ? .json(Self.tools($0.id)) : .json(result($0.id)) }
    host.write(Self.request(1, "tools/list"))
    let listed = try await host.read().members["result"]?.object?["tools"]?.array
    #expect(listed?.map { $0.object?["name"] } == ["query"])
    host.write(Self.query)
    #expect(try await host.read().answers(2))
    try await host.end()
    let seen = try #require(host.seen.last)
    #expect(seen["Mcp-Param-Region"] == "=?base64?5pel5pys?=" && seen["Mcp-Param-Limit"] == "42")
    #expect(seen["Mcp-Param-Dry"] == nil && host.said.count == 8)
  }

  @Test func `After HeaderMismatch the tools are listed, and the request is sent once more`() async throws {
    let host = try PlayedHost { seen in
      switch seen.message?.method {
      case "tools/list": return .json(Self.tools(seen.id))
      case _ where seen["Mcp-Param-Limit"] == nil:
        return .json(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32020,"message":"x"}}"#, .badRequest)
      default: return .json(result(seen.id))
      }
    }
    host.write(Self.query)
    let answer = try await host.read()
    #expect(answer.answers(2) && answer.members["result"] != nil)
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.seen.map(\.message?.method) == ["tools/call", "tools/list", "tools/call"])
    #expect(host.seen.map { $0["Mcp-Method"] } == ["tools/call", "tools/list", "tools/call"])
  }

  @Test func `A second HeaderMismatch is the answer`() async throws {
    let host = try PlayedHost { seen in
      seen.message?.method == "tools/list"
        ? .json(Self.tools(seen.id))
        : .json(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32020,"message":"x"}}"#, .badRequest)
    }
    host.write(Self.query)
    #expect(try await host.read().members["error"]?.object?["code"] == -32_020)
    try await host.end()
    #expect(host.seen.count == 3)
  }

  @Test func `A cancellation closes the stream and isn't posted`() async throws {
    let (never, keep) = AsyncStream<String>.makeStream()
    let (arrived, arrive) = AsyncStream<Void>.makeStream()
    let (closed, close) = AsyncStream<Void>.makeStream()
    keep.onTermination = { _ in close.yield() }
    let host = try PlayedHost { _ in
      arrive.yield()
      return .open(never)
    }
    host.write(Self.request(1, "subscriptions/listen"))
    for await _ in arrived { break }
    host.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    for await _ in closed { break }
    try await host.end()
    #expect(await host.isSilent())
    #expect(host.seen.count == 1)
  }
}
