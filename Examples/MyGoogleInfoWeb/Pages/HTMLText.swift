internal import Mustache

/// Values in HTML: the five characters that mean something there are escaped, wherever they stand.
///
/// Mustache's own goes by Swift's `Character`s, in which `<` after U+0600 or before U+0301 is part of another one and isn't escaped. A
/// browser goes by scalars, and sees a tag.
struct HTMLText: MustacheContentType {
  private static let name = "HTML-BY-OCTETS"

  /// Mustache finds content types by name, in one table for the process.
  private static let isKnown: Void = MustacheContentTypes.register(HTMLText(), named: name)

  /// A template whose values are escaped so.
  /// - Throws: an error of Mustache's if it is malformed.
  static func template(_ text: String) throws -> MustacheTemplate {
    isKnown
    return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name) }}\n\(text)")
  }

  func escapeText(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(octet)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
