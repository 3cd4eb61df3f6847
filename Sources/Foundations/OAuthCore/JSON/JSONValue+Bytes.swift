extension JSONValue {
  /// The default limit for the length of a text, in bytes.
  public static let maximumBytes = 1_048_576
  /// The deepest accepted nesting of objects and arrays.
  public static let maximumDepth = 32

  /// Parses JSON from outside, strictly by RFC 8259. The text is UTF-8 without a byte order mark,
  /// only white space follows the value, each name occurs once in an object, and no surrogate pair
  /// is incomplete.
  ///
  /// Two names that are canonically equivalent in Unicode are the same name, as in a Swift
  /// dictionary.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - maximumBytes: The longest accepted text, in bytes. Default: ``maximumBytes``.
  /// - Throws: ``JSONError`` if the text is too long, nested too deeply, repeats a name, or isn't
  ///   JSON.
  public init(bytes: [UInt8], maximumBytes: Int = JSONValue.maximumBytes) throws(JSONError) {
    guard bytes.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
    var parser = JSONParser(bytes)
    self = try parser.parse()
  }

  /// Writes the value as JSON text with its members sorted by name, so that equal values give equal
  /// bytes.
  ///
  /// A ``number(_:)`` is written with a fraction or an exponent, so that it is parsed as a number
  /// again. JSON has no infinity and no NaN; both are written as `null`.
  public func bytes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(1_024)
    write(into: &text)
    return text
  }

  private func write(into text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .integer(let value): text += value.description.utf8
    case .number(let value): text += (value.isFinite ? value.description : "null").utf8
    case .string(let value): Self.write(value, into: &text)
    case .array(let values):
      text.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        value.write(into: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.write(member.key, into: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(into: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a string. RFC 8259 §7 requires escapes only for the quotation mark, the backslash and
  /// control characters.
  private static func write(_ value: String, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    let start = text.count
    text += value.utf8
    // Most strings need no escape.
    guard
      text[start...].contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    else { return }
    text.removeSubrange(start...)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x08: text += #"\b"#.utf8
      case 0x09: text += #"\t"#.utf8
      case 0x0A: text += #"\n"#.utf8
      case 0x0C: text += #"\f"#.utf8
      case 0x0D: text += #"\r"#.utf8
      case ..<0x20: text += ((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
      default: text.append(byte)
      }
    }
  }
}
