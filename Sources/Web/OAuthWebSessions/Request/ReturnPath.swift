/// A path of the application itself, to which a user returns after a sign-in.
///
/// It comes from a request, so an attacker can have chosen it. Everything that a browser or a proxy
/// could read as the address of another site is rejected, encoded or not (RFC 9700 §4.11.1). The
/// redirect adds the application's own origin in front of it.
///
/// ```swift
/// let path = ReturnPath("/notes?page=2")
/// let foreign = ReturnPath("//evil.example")  // nil
/// ```
public struct ReturnPath: Sendable, Hashable, CustomStringConvertible {
  /// The length of the longest accepted path in bytes. Four of them have to fit into
  /// the cookies of one request.
  public static let maximumBytes = 512

  /// The path, with its query if there is one.
  public let text: String

  /// Checks a path.
  ///
  /// - Parameter text: A path from a request, with its query, percent-encoded.
  /// - Returns: `nil` if it doesn't begin with one slash, has an empty, `.` or `..` segment, has
  ///   bytes that a URI can't have, an encoded slash, backslash or control character in its path,
  ///   or a fragment.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumBytes, bytes.first == UInt8(ascii: "/"),
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"#<>\\^`{|}".utf8.contains($0) })
    else { return nil }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    guard let pathBytes = Self.decode(path),
      pathBytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      // A slash that was encoded would divide a segment once a proxy has decoded it.
      pathBytes.count(where: { $0 == UInt8(ascii: "/") }) == path.count(where: { $0 == UInt8(ascii: "/") }),
      // A second encoding may be removed by a second reader.
      !pathBytes.contains(UInt8(ascii: "%")), Self.decode(bytes[...]) != nil
    else { return nil }
    let segments = pathBytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    // Only the last segment may be empty, as in `/notes/`.
    guard !segments.dropLast().contains(where: \.isEmpty),
      !segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { return nil }
    self.text = text
  }

  private init(checked text: String) { self.text = text }

  /// The root of the application, `/`.
  public static let root = ReturnPath(checked: "/")

  /// The path without the query.
  public var path: String { String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") })) }

  /// The path without the query, which may contain a user's data.
  public var description: String { path }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decodedBytes: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decodedBytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
        return nil
      }
      decodedBytes.append(high << 4 | low)
    }
    return decodedBytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
