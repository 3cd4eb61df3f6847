package import OAuthCore

/// An event of an event stream (HTML, Server-sent events §9.2.6).
package struct ServerSentEvent: Sendable, Hashable {
  /// The type; `message` by default.
  package let type: String
  /// The data, with LF between its lines.
  package let data: [UInt8]
}

/// A parser of event streams (HTML, Server-sent events §9.2.5 and §9.2.6).
///
/// CR, LF and CRLF end a line. Other line separators of Unicode, such as U+2028, are data.
package struct EventStreamParser: Sendable {
  /// The ID of the last event, for `Last-Event-ID`; empty if there is none.
  package private(set) var lastEventID: String
  /// The time to wait before a reconnection; `nil` if the server has sent none.
  package private(set) var retry: Duration?

  private let limit: Int
  private var line: [UInt8] = []
  private var isFirstLine = true
  private var endedWithCR = false
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var nextID: String

  /// - Parameters:
  ///   - parser: The parser of the connection that this stream continues; `nil` for a new stream.
  ///   - limit: The size of the largest accepted event in bytes.
  package init(continuing parser: EventStreamParser? = nil, limit: Int = MessageLines.maximumBytes) {
    self.limit = limit
    lastEventID = parser?.lastEventID ?? ""
    nextID = lastEventID
    retry = parser?.retry
  }

  /// Adds bytes of the stream and returns the events that they complete. An event without data is
  /// not returned, but its ID counts. An unfinished event at the end of the stream is discarded.
  ///
  /// - Throws: ``EventStreamError`` if an event is larger than the limit.
  package mutating func append(_ bytes: [UInt8]) throws(EventStreamError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var rest = bytes[...]
    if endedWithCR, let first = rest.first {
      endedWithCR = false
      if first == 0x0A { rest = rest.dropFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      try add(rest[..<end])
      if let event = finishLine() { events.append(event) }
      let isCR = rest[end] == 0x0D
      rest = rest[(end + 1)...]
      guard isCR else { continue }
      if rest.isEmpty { endedWithCR = true }
      if rest.first == 0x0A { rest = rest.dropFirst() }
    }
    try add(rest)
    return events
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) throws(EventStreamError) {
    guard line.count + data.count + bytes.count <= limit else { throw .tooLarge }
    line += bytes
  }

  private mutating func finishLine() -> ServerSentEvent? {
    defer { line = [] }
    if isFirstLine {
      isFirstLine = false
      // The stream may begin with a byte order mark.
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    // A line that begins with a colon is a comment.
    guard colon != 0 else { return nil }
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(0x0A) }
      data += value
      hasData = true
    case "id" where !value.contains(0) && value.count <= Self.longestID: nextID = String(decoding: value, as: UTF8.self)
    case "retry":
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }),
        let milliseconds = Int(String(decoding: value, as: UTF8.self))
      {
        retry = min(max(.milliseconds(milliseconds), Self.shortestRetry), Self.longestRetry)
      }
    default: break
    }
    return nil
  }

  /// The length of the longest ID in bytes. It is sent back in a header field; a longer one is ignored.
  private static let longestID = 1_024
  /// The shortest time that a server can ask for, so that no server keeps the bridge busy.
  private static let shortestRetry = Duration.milliseconds(10)
  /// The longest time that a server can ask for.
  private static let longestRetry = Duration.seconds(86_400)

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data = []
      hasData = false
    }
    lastEventID = nextID
    guard hasData, !data.isEmpty else { return nil }
    return ServerSentEvent(type: type.isEmpty ? "message" : type, data: data)
  }
}

/// The reason why an event stream can't be read.
package enum EventStreamError: Error, Sendable, Hashable {
  case tooLarge
}

extension EventStreamError: ExplainedError {
  /// The facts of the error.
  package var facts: ErrorFacts {
    ErrorFacts(
      "event_too_large", at: .resource, .invalidInput, "The server sent a message larger than 64 MiB.",
      remedy: "Ask for less at a time, or tell the server's operator.")
  }
}
