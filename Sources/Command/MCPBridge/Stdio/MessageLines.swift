/// The messages of the stdio transport: each line is a message, and only LF ends a line (MCP
/// 2025-11-25 and 2026-07-28, Transports: stdio).
package struct MessageLines: Sendable {
  /// A line of the input.
  package enum Line: Sendable, Hashable {
    case message([UInt8])
    /// A line over the limit. Its bytes are discarded.
    case tooLong
  }

  /// The size of the longest accepted message in bytes.
  package static let maximumBytes = 67_108_864

  private let limit: Int
  private var unfinished: [UInt8] = []
  private var isSkipping = false

  /// - Parameter limit: The size of the longest accepted line in bytes.
  package init(limit: Int = Self.maximumBytes) {
    self.limit = limit
  }

  /// Adds bytes of the input and returns the lines that they complete. Empty lines are left out.
  package mutating func append(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      rest = rest[(end + 1)...]
      if let line = finish() { lines.append(line) }
    }
    add(rest)
    return lines
  }

  /// Returns the last line if the input ended without LF.
  package mutating func finish() -> Line? {
    defer {
      unfinished = []
      isSkipping = false
    }
    guard !isSkipping else { return .tooLong }
    return unfinished.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) ? nil : .message(unfinished)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    guard unfinished.count + bytes.count <= limit else {
      isSkipping = true
      unfinished = []
      return
    }
    unfinished += bytes
  }
}
