/// Parses one whole JSON text (RFC 8259 §2).
///
/// The recursion is at most `JSONValue.maximumDepth` levels deep, and the time grows only with the
/// length of the text.
struct JSONParser {
  private let bytes: [UInt8]
  /// The number of bytes read. After an error, the position at which it was found.
  private(set) var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses the value and requires that only white space surrounds it.
  mutating func parse() throws(JSONError) -> JSONValue {
    skipWhiteSpace()
    let value = try value()
    skipWhiteSpace()
    guard position == bytes.count else { throw .malformed }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    guard let byte = next else { throw .malformed }
    switch byte {
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw .malformed
    }
  }

  // MARK: Objects and arrays

  private mutating func object() throws(JSONError) -> [String: JSONValue] {
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "}")) { return [:] }
    // The members are collected first, so that the dictionary is allocated once at its full size.
    var pairs: [(name: String, value: JSONValue)] = []
    pairs.reserveCapacity(16)
    repeat {
      skipWhiteSpace()
      guard next == UInt8(ascii: "\"") else { throw .malformed }
      let name = try text()
      skipWhiteSpace()
      guard take(UInt8(ascii: ":")) else { throw .malformed }
      skipWhiteSpace()
      pairs.append((name, try value()))
      skipWhiteSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw .malformed }

    var members: [String: JSONValue] = Dictionary(minimumCapacity: pairs.count)
    for pair in pairs {
      guard members.updateValue(pair.value, forKey: pair.name) == nil else { throw .repeatedName }
    }
    return members
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    if take(UInt8(ascii: "]")) { return [] }
    var values: [JSONValue] = []
    repeat {
      skipWhiteSpace()
      values.append(try value())
      skipWhiteSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw .malformed }
    return values
  }

  private mutating func enter() throws(JSONError) {
    guard depth < JSONValue.maximumDepth else { throw .tooDeep(limit: JSONValue.maximumDepth) }
    depth += 1
    position += 1
    skipWhiteSpace()
  }

  // MARK: Strings

  private mutating func text() throws(JSONError) -> String {
    position += 1
    let start = position
    var allBits: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        defer { position += 1 }
        let text = bytes[start..<position]
        // ASCII needs no validation. Validation would cost more than all other work here.
        return allBits < 0x80 ? String(decoding: text, as: UTF8.self) : try Self.string(text)
      }
      allBits |= byte
      if byte == UInt8(ascii: "\\") { return try escapedText(from: start) }
      guard byte >= 0x20 else { throw .malformed }
      position += 1
    }
    throw .malformed
  }

  /// Reads the rest of a string that began at `start` and whose first escape is at the position.
  private mutating func escapedText(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<position])
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.string(text[...])
      case UInt8(ascii: "\\"): try unescape(into: &text)
      case ..<0x20: throw .malformed
      default: text.append(byte)
      }
    }
    throw .malformed
  }

  /// Reads the escape after a backslash (RFC 8259 §7).
  private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw .malformed }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try fourHexDigits()
      if (0xD800...0xDBFF).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .malformed }
        let low = try fourHexDigits()
        guard (0xDC00...0xDFFF).contains(low) else { throw .malformed }
        code = 0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      // The second half of a surrogate pair without its first half gives nil.
      guard let scalar = Unicode.Scalar(code) else { throw .malformed }
      text += String(scalar).utf8
    default: throw .malformed
    }
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch next {
      case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
        digit = byte - UInt8(ascii: "0")
      case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
        digit = byte - UInt8(ascii: "A") + 10
      case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
        digit = byte - UInt8(ascii: "a") + 10
      default: throw .malformed
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }

  private static func string(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let string = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return string
  }

  // MARK: Numbers and words

  /// Reads a number (RFC 8259 §6). Whole numbers in the range of `Int64` become integers. All
  /// others must be finite.
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw .malformed }
    return .number(value)
  }

  /// Reads at least one digit.
  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw .malformed }
  }

  private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw .malformed }
    position += word.utf8.count
    return value
  }

  // MARK: Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { position += 1 }
  }
}
