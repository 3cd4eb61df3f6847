internal import Mustache

/// Escapes the five special characters of HTML in all values.
///
/// Mustache's own escaping works on Swift's `Character`s. There, `<` after U+0600 or before U+0301
/// is part of another character and isn't escaped. A browser reads Unicode scalars, and would see a
/// tag.
package struct HTMLText: MustacheContentType {
  private static let name = "PIXY-HTML"

  /// Registers this type once, because Mustache finds content types by name in a table of the
  /// process.
  private static let isKnown: Void = MustacheContentTypes.register(HTMLText(), named: name)

  /// Returns the template with this type's escaping. Mustache resets the content type for each
  /// partial, so every template has to name it.
  package static func template(_ text: String) -> String {
    isKnown
    return "{{% CONTENT_TYPE: \(name) }}\n\(text)"
  }

  package func escapeText(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case UInt8(ascii: "'"): escaped += "&#39;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
