import Foundation
import OAuthCore

/// JSON from outside. Foundation's parser must accept everything that Pixy's parser accepts.
enum JSONTarget {
  static func run(_ bytes: [UInt8]) {
    let value: JSONValue
    do {
      value = try JSONValue(bytes: bytes)
    } catch {
      requireSafe("\(error)", of: "a JSON error")
      return
    }
    require(depth(value) <= JSONValue.maximumDepth, "no deeper than the limit")
    // Parsers differ on numbers that don't fit a Double.
    if !bytes.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") })
      || !bytes.contains(where: isDigit)
    {
      require(
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
        "Foundation accepts it too")
    }
    let encoded = value.bytes()
    guard let again = try? JSONValue(bytes: encoded) else {
      require(false, "a written value can be read")
      return
    }
    require(again == value, "a written value is read as the same value")
    require(again.bytes() == encoded, "the same value is written in the same way")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
    default: 0
    }
  }
}
