/// An editor for one line on a terminal in non-canonical mode. Long URLs need this, because
/// terminals in canonical mode cut lines off after 4,095 bytes (termios(3)).
package struct LineEditor: Sendable {
  package init() {}

  /// The effect of one typed byte on the line.
  package enum Event: Equatable {
    /// The line continues.
    case more
    /// The line is complete. The next one begins.
    case line(String)
    /// The user ended the input.
    case end
  }

  /// The largest length of a line in bytes. Further bytes are discarded.
  static let longestLine = 65_536

  private enum Escape {
    case none, begun, sequence
  }

  private var bytes: [UInt8] = []
  private var escape = Escape.none

  /// The number of characters typed so far.
  package var count: Int { text.count }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Processes one typed byte.
  package mutating func take(_ byte: UInt8) -> Event {
    guard !isInEscape(byte) else { return .more }
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      defer { bytes = [] }
      return .line(text)
    case 0x04:
      // Ctrl-D ends the input only at the beginning of a line.
      return bytes.isEmpty ? .end : .more
    case 0x08, 0x7F: removeLast()
    case 0x15, 0x17: bytes = []
    case 0x1B: escape = .begun
    case ..<0x20: break
    default:
      if bytes.count < Self.longestLine { bytes.append(byte) }
    }
    return .more
  }

  /// Returns whether the byte belongs to an escape sequence, as arrow keys send them. They are
  /// ignored (ECMA-48 §5.4).
  private mutating func isInEscape(_ byte: UInt8) -> Bool {
    switch escape {
    case .none: return false
    case .begun:
      let isLong = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
      // A line ending after a single Escape is a line ending.
      guard isLong || byte >= 0x20 else {
        escape = .none
        return false
      }
      escape = isLong ? .sequence : .none
      return true
    case .sequence:
      if (0x40...0x7E).contains(byte) { escape = .none }
      return true
    }
  }

  private mutating func removeLast() {
    // A character has one leading byte and possibly continuation bytes (RFC 3629 §3).
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
  }
}
