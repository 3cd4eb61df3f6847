/// A text in the mode that needs the fewest bits for the whole text (ISO/IEC 18004 §7.4).
struct QRSegment {
  enum Mode {
    case numeric, alphanumeric, bytes
  }

  let mode: Mode
  /// The number of characters, or of bytes in byte mode.
  let count: Int
  /// Whether the text has characters beyond ASCII, which needs a mark for UTF-8.
  private let isUnicode: Bool
  private let text: String

  /// The characters of alphanumeric mode, in the order of their values (§7.4.4, table 5).
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  init(_ text: String) {
    self.text = text
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      mode = .numeric
    } else if !text.isEmpty, text.utf8.allSatisfy(Self.alphabet.contains) {
      mode = .alphanumeric
    } else {
      mode = .bytes
    }
    count = text.utf8.count
    isUnicode = !text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns the width of the character count in bits (§7.4.1, table 3).
  func countWidth(_ version: QRVersion) -> Int {
    let column = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
    return switch mode {
    case .numeric: [10, 12, 14][column]
    case .alphanumeric: [9, 11, 13][column]
    case .bytes: [8, 16, 16][column]
    }
  }

  /// Returns the number of bits for mode, count and characters.
  func width(_ version: QRVersion) -> Int {
    let characters =
      switch mode {
      case .numeric: count / 3 * 10 + [0, 4, 7][count % 3]
      case .alphanumeric: count / 2 * 11 + count % 2 * 6
      case .bytes: count * 8
      }
    return (isUnicode ? 12 : 0) + 4 + countWidth(version) + characters
  }

  func write(to bits: inout QRBits, _ version: QRVersion) {
    let bytes = Array(text.utf8)
    switch mode {
    case .numeric:
      bits.append(0b0001, width: 4)
      bits.append(count, width: countWidth(version))
      for start in stride(from: 0, to: count, by: 3) {
        let digits = bytes[start..<min(start + 3, count)]
        bits.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, width: 1 + digits.count * 3)
      }
    case .alphanumeric:
      bits.append(0b0010, width: 4)
      bits.append(count, width: countWidth(version))
      let values = bytes.map { Self.alphabet.firstIndex(of: $0) ?? 0 }
      for start in stride(from: 0, to: count, by: 2) {
        let pair = values[start..<min(start + 2, count)]
        bits.append(pair.reduce(0) { $0 * 45 + $1 }, width: pair.count == 2 ? 11 : 6)
      }
    case .bytes:
      if isUnicode {
        // Without a designator, readers interpret bytes as ISO 8859-1 or guess. Designator 26
        // stands for UTF-8 (§7.4.2).
        bits.append(0b0111, width: 4)
        bits.append(26, width: 8)
      }
      bits.append(0b0100, width: 4)
      bits.append(count, width: countWidth(version))
      for byte in bytes { bits.append(Int(byte), width: 8) }
    }
  }
}
