internal import Mustache

/// The escaping of values in HTML. The five characters with a meaning in HTML are escaped
/// everywhere.
///
/// Mustache's own escaping works on Swift's `Character`s. There, `<` after U+0600 or before U+0301
/// is part of another character and isn't escaped. A browser works on scalars and sees a tag, so
/// this type escapes byte by byte.
struct HTMLText: MustacheContentType {
  private static let name = "HTML-BY-OCTETS"

  /// Registers the content type, once. Mustache finds content types by name in one table for the
  /// process.
  private static let isKnown: Void = MustacheContentTypes.register(HTMLText(), named: name)

  /// Parses a template whose values are escaped by this type.
  ///
  /// - Parameter text: The template.
  /// - Throws: An error of Mustache if the template is malformed.
  static func template(_ text: String) throws -> MustacheTemplate {
    isKnown
    return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name) }}\n\(text)")
  }

  func escapeText(_ text: String) -> String {
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
