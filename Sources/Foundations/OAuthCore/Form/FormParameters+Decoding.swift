/// The reason why a query or form body can't be read. It never holds the text.
public enum FormDecodingError: Error, Sendable, Hashable {
  /// The text is longer than the limit, which is in bytes.
  case tooLong(limit: Int)
  /// There are more parameters than the limit.
  case tooManyParameters(limit: Int)
  /// A `%` isn't followed by two hexadecimal digits. The position counts bytes from 0.
  case malformedPercentEncoding(position: Int)
  /// The decoded bytes of a name or value aren't UTF-8. The pairs are counted from 0.
  case notUTF8(pair: Int)
}

extension FormParameters {
  /// The longest accepted text, in bytes.
  public static let maximumBytes = 65_536
  /// The largest accepted number of parameters.
  public static let maximumPairs = 256

  /// Decodes a query (without its `?`) or a form body: `application/x-www-form-urlencoded`.
  ///
  /// Clients call it on callbacks, servers on requests. It is stricter than the WHATWG parser,
  /// which repairs invalid input. Broken percent-encoding and bytes that aren't UTF-8 are rejected,
  /// because two readers may repair them differently and then see different values.
  /// - Parameter text: The text as received, at most ``maximumBytes`` bytes and ``maximumPairs``
  ///   parameters. An empty text gives no parameters.
  /// - Throws: ``FormDecodingError`` if the text is malformed or too large.
  public init(decoding text: some StringProtocol) throws(FormDecodingError) {
    try self.init(decoding: Array(text.utf8))
  }

  /// Decodes a form from bytes.
  /// - Parameter bytes: The bytes as received, at most ``maximumBytes`` bytes and
  ///   ``maximumPairs`` parameters. No bytes give no parameters.
  /// - Throws: ``FormDecodingError`` if the form is malformed or too large.
  public init(decoding bytes: [UInt8]) throws(FormDecodingError) {
    self.init()
    guard bytes.count <= Self.maximumBytes else { throw .tooLong(limit: Self.maximumBytes) }
    var start = 0
    while start <= bytes.count, !bytes.isEmpty {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if end > start {
        let separator = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
        let index = pairs.count
        guard index < Self.maximumPairs else { throw .tooManyParameters(limit: Self.maximumPairs) }
        let name = try Self.decode(bytes, start..<separator, pair: index)
        let value = separator < end ? try Self.decode(bytes, separator + 1..<end, pair: index) : ""
        append(name, value)
      }
      start = end + 1
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, pair: Int
  ) throws(FormDecodingError) -> String {
    var decodedBytes: [UInt8] = []
    decodedBytes.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "+"):
        decodedBytes.append(UInt8(ascii: " "))
        position += 1
      case UInt8(ascii: "%"):
        guard position + 2 < range.upperBound,
          let high = hexValue(bytes[position + 1]), let low = hexValue(bytes[position + 2])
        else { throw .malformedPercentEncoding(position: position) }
        decodedBytes.append(high << 4 | low)
        position += 3
      default:
        decodedBytes.append(bytes[position])
        position += 1
      }
    }
    guard let text = String(validating: decodedBytes, as: UTF8.self) else { throw .notUTF8(pair: pair) }
    return text
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension FormDecodingError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .parsing, .invalidInput)
    let sizeRemedy = "Send fewer or shorter parameters."
    let encodingRemedy = "Encode names and values as UTF-8, then percent-encode them once."
    return switch self {
    case .tooLong(let limit): row("form_too_long", "The form has more than \(limit) bytes.", remedy: sizeRemedy)
    case .tooManyParameters(let limit):
      row("form_too_many_parameters", "The form has more than \(limit) parameters.", remedy: sizeRemedy)
    case .malformedPercentEncoding(let position):
      row(
        "form_malformed_percent_encoding",
        "The % at byte \(position) of the form is not followed by two hexadecimal digits.",
        remedy: encodingRemedy)
    case .notUTF8(let pair):
      row("form_not_utf8", "Parameter \(pair + 1) of the form is not UTF-8.", remedy: encodingRemedy)
    }
  }
}
