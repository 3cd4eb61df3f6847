internal import OAuthCore

/// An address without query and fragment in normal form, so that equivalent addresses are equal
/// (RFC 3986 §6.2.2, §6.2.3).
///
/// Scheme and host are in lower case, and the scheme's default port is left out. Percent-encoding
/// is in upper case and only where it is needed. The path has no `.` and `..` segments and is never
/// empty.
struct NormalizedAddress: Sendable, Hashable {
  let text: String

  /// Normalizes an address; nil if it isn't an absolute http or https address, or has a user name.
  init?(_ text: String) {
    guard let parts = try? ParsedURI(text), ["https", "http"].contains(parts.scheme), !parts.host.isEmpty,
      !parts.hasUserInfo, parts.path.isEmpty || parts.path.hasPrefix("/")
    else { return nil }
    self.text = "\(parts.scheme)://\(parts.authority)" + Self.path(parts.path)
  }

  private static func path(_ path: String) -> String {
    var segments: [Substring] = []
    var endsWithSlash = true
    let normalPath = percentEncoding(path)
    // Removes dot segments (RFC 3986 §5.2.4).
    for segment in normalPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      switch segment {
      case ".": endsWithSlash = true
      case "..":
        _ = segments.popLast()
        endsWithSlash = true
      default:
        segments.append(segment)
        endsWithSlash = false
      }
    }
    return "/" + segments.joined(separator: "/") + (endsWithSlash && !segments.isEmpty ? "/" : "")
  }

  /// Normalizes percent-encoding (RFC 3986 §6.2.2.1, §6.2.2.2): `%7e` and `~` are equivalent, `%2f`
  /// and `/` aren't.
  private static func percentEncoding(_ path: String) -> String {
    var result: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      rest = rest.dropFirst(2)
      if isUnreserved(value) {
        result.append(value)
      } else {
        result += [byte] + String(decoding: digits, as: UTF8.self).uppercased().utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether a byte is an unreserved character (RFC 3986 §2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}
