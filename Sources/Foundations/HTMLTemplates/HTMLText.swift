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
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "\""): output += "&quot;".utf8
      case UInt8(ascii: "'"): output += "&#39;".utf8
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
