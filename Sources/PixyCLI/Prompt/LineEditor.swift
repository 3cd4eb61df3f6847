/// A line that is being typed on a terminal that neither echoes nor edits: what a long address needs, because terminals that edit
/// cut lines off after 4,095 octets (termios(3), canonical mode).
struct LineEditor: Sendable {
  /// What an octet leads to.
  enum Event: Equatable {
    /// The line goes on.
    case more
    /// The line is complete; the next one begins.
    case line(String)
    /// The person ended the input.
    case end
  }

  /// Longer lines are no answers; what comes after this many octets is dropped.
  static let longestLine = 65_536

  private enum Escape {
    case none, begun, sequence
  }

  private var octets: [UInt8] = []
  private var escape = Escape.none

  /// How many characters are there.
  var count: Int { text.count }

  private var text: String { String(decoding: octets, as: UTF8.self) }

  /// Takes what was typed.
  mutating func take(_ octet: UInt8) -> Event {
    guard !isInEscape(octet) else { return .more }
    switch octet {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      defer { octets = [] }
      return .line(text)
    case 0x04:
      // Ctrl-D; it ends the input only where a line begins.
      return octets.isEmpty ? .end : .more
    case 0x08, 0x7F: removeLast()
    case 0x15, 0x17: octets = []
    case 0x1B: escape = .begun
    case ..<0x20: break
    default:
      if octets.count < Self.longestLine { octets.append(octet) }
    }
    return .more
  }

  /// Arrows and other keys send sequences, which mean nothing here (ECMA-48 §5.4).
  private mutating func isInEscape(_ octet: UInt8) -> Bool {
    switch escape {
    case .none: return false
    case .begun:
      let isLong = octet == UInt8(ascii: "[") || octet == UInt8(ascii: "O")
      // A line end after a lonely Escape is a line end.
      guard isLong || octet >= 0x20 else {
        escape = .none
        return false
      }
      escape = isLong ? .sequence : .none
      return true
    case .sequence:
      if (0x40...0x7E).contains(octet) { escape = .none }
      return true
    }
  }

  private mutating func removeLast() {
    // A character has one octet that begins it and others that go on (RFC 3629 §3).
    while let last = octets.popLast(), last & 0xC0 == 0x80 {}
  }
}
