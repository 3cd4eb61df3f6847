internal import OAuthCore

extension JSONValue {
  /// The JSON text on one line, safe to print on a terminal although a server wrote its content.
  /// Control characters that JSON permits unescaped, such as U+009B, and others that aren't safe to show
  /// are escaped. JSON readers see the same value (RFC 8259 §7).
  package var shownText: String {
    var text = ""
    for scalar in String(decoding: bytes(), as: UTF8.self).unicodeScalars {
      if scalar.isSafeToShow {
        text.unicodeScalars.append(scalar)
        continue
      }
      // Outside of strings JSON consists of ASCII characters only.
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
