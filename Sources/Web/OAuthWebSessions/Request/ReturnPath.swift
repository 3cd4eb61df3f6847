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
  /// The length of the longest accepted path in bytes. It has to fit into the fields of one answer.
  public static let maximumBytes = 2_000

  /// The path, with its query if there is one.
  public let text: String

  /// Checks a path.
  ///
  /// - Parameter text: A path from a request, with its query, as browsers send it: they leave `|`,
  ///   `^`, `{` and `}` as they are.
  /// - Returns: `nil` if it doesn't begin with one slash, has an empty, `.` or `..` segment, has
  ///   bytes that browsers encode, an encoded backslash, percent sign or control character in its
  ///   path, or a fragment. The same holds for the segments between encoded slashes, except that one
  ///   may be empty after the first.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    guard bytes.count <= Self.maximumBytes, bytes.first == UInt8(ascii: "/"),
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"#<>".utf8.contains($0) }),
      // The query percent-encode set of the URL Standard (§1.3) has neither of them.
      !path.contains(where: { "\\`".utf8.contains($0) }), let pathBytes = Self.decode(path),
      pathBytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      // A second encoding may be removed by a second reader.
      !pathBytes.contains(UInt8(ascii: "%")), Self.decode(bytes[...]) != nil,
      // Only the last segment may be empty, as in `/notes/`.
      !Self.segments(path).dropLast().contains(where: \.isEmpty),
      // An encoded slash divides a segment once a proxy has decoded it.
      !pathBytes.starts(with: "//".utf8),
      !Self.segments(pathBytes[...]).contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
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

  private static func segments(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    Array(path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst())
  }

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
