import HTTPTypes
import MCPMessages
import OAuthCore

/// What an MCP server and an MCP host send to the bridge: an event stream, and lines of messages.
///
/// The first byte is the size of the parts in which the rest arrives.
enum MCPTarget {
  private static let limit = 1_024

  static func run(_ bytes: [UInt8]) {
    guard let size = bytes.first.map({ Int($0 % 32) + 1 }) else { return }
    let input = Array(bytes.dropFirst())
    let parts = stride(from: 0, to: input.count, by: size).map { Array(input[$0..<min($0 + size, input.count)]) }
    for event in events(input, in: parts) { check(event.data) }
    for case .message(let message) in lines(input, in: parts) { check(message) }
  }

  /// Reads the event stream at once and in parts.
  private static func events(_ whole: [UInt8], in parts: [[UInt8]]) -> [ServerSentEvent] {
    var parser = EventStreamParser(limit: limit)
    var divided = EventStreamParser(limit: limit)
    var events: [ServerSentEvent] = []
    do {
      for part in parts { events += try divided.append(part) }
    } catch {
      requireSafe(error)
      require((try? parser.append(whole)) == nil, "a stream in parts has the same limit")
      return events
    }
    require((try? parser.append(whole)) == events, "a stream in parts has the same events")
    require(parser.lastEventID == divided.lastEventID, "a stream in parts has the same ID")
    require(parser.retry == divided.retry, "a stream in parts has the same time of reconnection")
    require(
      !parser.lastEventID.unicodeScalars.contains { ["\0", "\n", "\r"].contains($0) }, "an ID is one line without NUL")
    if let retry = parser.retry {
      require((.milliseconds(10)...(.seconds(86_400))).contains(retry), "a time of reconnection is limited")
    }
    for event in events {
      require(!event.data.isEmpty && event.data.count <= limit, "an event has data within the limit")
      require(!event.type.isEmpty && !event.type.utf8.contains(0x0A), "an event has a type of one line")
    }
    return events
  }

  /// Reads the lines at once and in parts.
  private static func lines(_ whole: [UInt8], in parts: [[UInt8]]) -> [MessageLines.Line] {
    var reader = MessageLines(limit: limit)
    var divided = MessageLines(limit: limit)
    let lines = reader.append(whole) + [reader.finish()].compactMap(\.self)
    let inParts = parts.flatMap { divided.append($0) } + [divided.finish()].compactMap(\.self)
    require(lines == inParts, "lines in parts are the same lines")
    for case .message(let message) in lines {
      require(message.count <= limit && !message.contains(0x0A), "a message is one line within the limit")
    }
    return lines
  }

  private static func check(_ bytes: [UInt8]) {
    guard let message = JSONRPCMessage(bytes) else { return }
    require(message.line.last == 0x0A && !message.line.dropLast().contains(0x0A), "a message is written as one line")
    let written = JSONRPCMessage(Array(message.line.dropLast()))
    require(written?.kind == message.kind && written?.members == message.members, "a line is the same message")
    check(RequestMetadata.fields(of: message))

    var tools = ToolHeaders()
    let (response, rejected) = tools.read(message)
    require(response.kind == message.kind, "the response keeps its ID")
    require(
      !rejected.isEmpty || response.bytes == message.bytes, "a response is changed only if it has an invalid tool")
    // The same message as a result of tools/list and as a call of one of its tools.
    check(tools.fields(of: message))
    for tool in message.members["result"]?.object?["tools"]?.array ?? [] {
      guard let name = tool.object?["name"], let arguments = tool.object?["arguments"] else { continue }
      let call: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": [
          "name": name, "arguments": arguments, "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
        ],
      ]
      guard let read = JSONRPCMessage(call.bytes()) else { return require(false, "a call is a message") }
      check(RequestMetadata.fields(of: read))
      check(tools.fields(of: read))
    }
  }

  private static func check(_ fields: HTTPFields) {
    for field in fields {
      require(
        field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 },
        "a header field is one line of ASCII: \(field.name)")
    }
  }
}
