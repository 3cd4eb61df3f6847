import Evidence
import Testing

@testable import MCPBridge

/// Event streams (HTML, Server-sent events §9.2.5 and §9.2.6).
@Suite(.covers("Server-sent events §9.2.5")) struct EventStreamParserTests {
  private func events(_ text: String) throws -> [String] {
    var whole = EventStreamParser()
    let events = try whole.append(Array(text.utf8))
    // The division of the stream must not matter.
    var divided = EventStreamParser()
    let others = try Array(text.utf8).flatMap { try divided.append([$0]) }
    #expect(events == others && whole.lastEventID == divided.lastEventID && whole.retry == divided.retry)
    return events.map { "\($0.type):\(String(decoding: $0.data, as: UTF8.self))" }
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `CR, LF and CRLF end a line`(_ end: String) throws {
    #expect(
      try events(["data: a", "data: b", "", "data:c", "", ""].joined(separator: end)) == ["message:a\nb", "message:c"])
  }

  @Test func `Other line separators of Unicode are data`() throws {
    #expect(try events("data: a\u{2028}b\u{2029}c\u{85}d\n\n") == ["message:a\u{2028}b\u{2029}c\u{85}d"])
  }

  @Test func `Comments, unknown fields and fields without a colon change nothing`() throws {
    #expect(try events(": ping\n\nfoo: bar\ndata\n\ndata: x\nevent: message\n\n") == ["message:x"])
  }

  @Test func `An event has a type, and an unfinished one is discarded`() throws {
    #expect(try events("event: endpoint\ndata:  x\n\ndata: y\n\ndata: z") == ["endpoint: x", "message:y"])
  }

  @Test func `A byte order mark at the beginning is no data`() throws {
    #expect(try events("\u{FEFF}data: x\n\ndata: y\n\n") == ["message:x", "message:y"])
  }

  @Test func `The ID counts from the end of its event on, even without data`() throws {
    var parser = EventStreamParser()
    #expect(try parser.append(Array("id: 1\ndata: \n".utf8)).isEmpty && parser.lastEventID.isEmpty)
    #expect(try parser.append(Array("\n".utf8)).isEmpty && parser.lastEventID == "1")
    _ = try parser.append(Array("id: a\0b\ndata: x\n\n".utf8))
    #expect(parser.lastEventID == "1")
    _ = try parser.append(Array("id: \(String(repeating: "x", count: 1_025))\ndata: x\n\n".utf8))
    #expect(parser.lastEventID == "1")
    _ = try parser.append(Array("id\ndata: x\n\n".utf8))
    #expect(parser.lastEventID.isEmpty)
  }

  @Test func `A reconnection time has digits only, and is neither nothing nor longer than a day`() throws {
    var parser = EventStreamParser()
    _ = try parser.append(Array("retry: 12x\nretry: -1\nretry:\nretry: 99999999999999999999999\n".utf8))
    #expect(parser.retry == nil)
    _ = try parser.append(Array("retry: 0\n".utf8))
    #expect(parser.retry == .milliseconds(10))
    _ = try parser.append(Array("retry: 1500\n".utf8))
    #expect(parser.retry == .milliseconds(1_500))
    _ = try parser.append(Array("retry: 999999999999\n".utf8))
    #expect(parser.retry == .seconds(86_400))
  }

  @Test func `A resumed stream keeps the ID and the time, and no unfinished event`() throws {
    var first = EventStreamParser()
    _ = try first.append(Array("id: 7\nretry: 10\ndata: x\n\ndata: lost".utf8))
    var second = EventStreamParser(continuing: first)
    #expect(second.lastEventID == "7" && second.retry == .milliseconds(10))
    #expect(try second.append(Array("data: y\n\n".utf8)).map(\.data) == [Array("y".utf8)])
  }

  @Test func `An event over the limit is an error`() throws {
    var parser = EventStreamParser(limit: 16)
    #expect(throws: EventStreamError.tooLarge) { try parser.append(Array("data: 0123456789a".utf8)) }
    var lines = EventStreamParser(limit: 16)
    #expect(throws: EventStreamError.tooLarge) { try lines.append(Array("data: 012345\ndata: 67890\n".utf8)) }
  }
}
