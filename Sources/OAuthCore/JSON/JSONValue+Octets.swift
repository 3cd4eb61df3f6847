#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Why octets could not be read as JSON. It never carries the octets.
public enum JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There are more octets than are read.
  case tooLong(limit: Int)
  /// Objects and lists are nested more deeply than is read.
  case tooDeep(limit: Int)
  /// The octets aren't JSON (RFC 8259).
  case malformed

  /// What is wrong, without the octets.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the JSON text has more than \(limit) octets"
    case .tooDeep(let limit): "the JSON text is nested more than \(limit) levels deep"
    case .malformed: "the text is not JSON"
    }
  }
}

extension JSONValue {
  /// The longest text that is read unless a caller says otherwise, in octets.
  public static let maximumOctets = 1_048_576
  /// How deeply objects and lists may be nested.
  public static let maximumDepth = 32

  /// Reads JSON that came from outside, as strictly as Foundation's decoder does.
  /// - Parameters:
  ///   - octets: the text, in UTF-8.
  ///   - maximumOctets: the longest text to read, in octets.
  /// - Throws: ``JSONError`` if it is too long, nested too deeply, or no JSON.
  public init(octets: [UInt8], maximumOctets: Int = JSONValue.maximumOctets) throws(JSONError) {
    guard octets.count <= maximumOctets else { throw .tooLong(limit: maximumOctets) }
    guard Self.depth(of: octets) <= Self.maximumDepth else { throw .tooDeep(limit: Self.maximumDepth) }
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(octets))
    } catch {
      throw .malformed
    }
  }

  /// The value as JSON text with its members sorted by name, so that equal values give equal octets.
  public func octets() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that isn't finite could fail, and none can come out of JSON.
    return (try? encoder.encode(self)).map(Array.init) ?? Array("null".utf8)
  }

  // Counted before decoding, because a decoder recurses.
  private static func depth(of octets: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    var inText = false
    var isEscaped = false
    for octet in octets {
      if isEscaped {
        isEscaped = false
      } else if inText {
        if octet == UInt8(ascii: "\\") { isEscaped = true }
        if octet == UInt8(ascii: "\"") { inText = false }
      } else {
        switch octet {
        case UInt8(ascii: "\""): inText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }
}
