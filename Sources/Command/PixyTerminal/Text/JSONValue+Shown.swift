internal import OAuthCore

extension JSONValue {
  /// The JSON text on one line, safe to print on a terminal although a server wrote its content.
  /// Control characters that JSON permits unescaped, such as U+009B, and others that aren't safe to show
  /// are escaped. JSON readers see the same value (RFC 8259 §7).
  package var shownText: String {
    // Outside of strings JSON consists of ASCII characters only.
    String(decoding: bytes(), as: UTF8.self).unicodeScalars.map(Self.shown).joined()
  }

  /// Returns a character of a JSON string, escaped if it isn't safe to show.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    guard !scalar.isSafeToShow else { return String(scalar) }
    return String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
