/// Why a query or form body could not be read. It never carries the text itself.
public enum FormDecodingError: Error, Sendable, Hashable {
  /// The text has more octets than are read. The limit is in octets.
  case tooLong(limit: Int)
  /// There are more parameters than are read.
  case tooManyParameters(limit: Int)
  /// A `%` isn't followed by two hexadecimal digits. The position counts octets from 0.
  case malformedPercentEncoding(position: Int)
  /// The decoded octets of a name or value aren't UTF-8. The position is that of the pair, counted from 0.
  case notUTF8(pair: Int)
}

extension FormParameters {
  /// The longest text that is read, in octets.
  public static let maximumOctets = 65_536
  /// The most parameters that is read.
  public static let maximumPairs = 256

  /// Reads a query (without its `?`) or a form body: `application/x-www-form-urlencoded`.
  ///
  /// Clients call it on callbacks, servers on requests. It is stricter than WHATWG's parser, which repairs: broken
  /// percent-encoding and octets that aren't UTF-8 are refused, because what is repaired differently by two readers
  /// can mean two different things.
  /// - Parameter text: as it came, at most ``maximumOctets`` octets and ``maximumPairs`` parameters. Empty gives no
  ///   parameters.
  /// - Throws: ``FormDecodingError`` for anything that isn't a well-formed form of bearable size.
  public init(decoding text: some StringProtocol) throws(FormDecodingError) {
    try self.init(decoding: Array(text.utf8))
  }

  /// Reads a form from octets, as from text.
  /// - Parameter octets: as they came, at most ``maximumOctets`` and ``maximumPairs`` parameters. None give no
  ///   parameters.
  /// - Throws: ``FormDecodingError`` for anything that isn't a well-formed form of bearable size.
  public init(decoding octets: [UInt8]) throws(FormDecodingError) {
    self.init()
    guard octets.count <= Self.maximumOctets else { throw .tooLong(limit: Self.maximumOctets) }
    var start = 0
    while start <= octets.count, !octets.isEmpty {
      let end = octets[start...].firstIndex(of: UInt8(ascii: "&")) ?? octets.count
      if end > start {
        let separator = octets[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
        let index = pairs.count
        guard index < Self.maximumPairs else { throw .tooManyParameters(limit: Self.maximumPairs) }
        let name = try Self.decode(octets, start..<separator, pair: index)
        let value = separator < end ? try Self.decode(octets, separator + 1..<end, pair: index) : ""
        append(name, value)
      }
      start = end + 1
    }
  }

  private static func decode(
    _ octets: [UInt8], _ range: Range<Int>, pair: Int
  ) throws(FormDecodingError) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      switch octets[position] {
      case UInt8(ascii: "+"):
        decoded.append(UInt8(ascii: " "))
        position += 1
      case UInt8(ascii: "%"):
        guard position + 2 < range.upperBound,
          let high = hexValue(octets[position + 1]), let low = hexValue(octets[position + 2])
        else { throw .malformedPercentEncoding(position: position) }
        decoded.append(high << 4 | low)
        position += 3
      default:
        decoded.append(octets[position])
        position += 1
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8(pair: pair) }
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

extension FormDecodingError: CustomStringConvertible {
  /// What is wrong with the form, without its text.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the form has more than \(limit) octets"
    case .tooManyParameters(let limit): "the form has more than \(limit) parameters"
    case .malformedPercentEncoding(let position):
      "the % at octet \(position) of the form is not followed by two hexadecimal digits"
    case .notUTF8(let pair): "parameter \(pair + 1) of the form is not UTF-8"
    }
  }
}
