internal import OAuthCore

extension JSONValue {
  /// The JSON text on one line, in which a terminal finds nothing to obey: servers write what is in it. Control characters that JSON leaves as
  /// they are, such as U+009B, and characters that reorder text are escaped, which is the same to whoever reads JSON (RFC 8259 §7).
  var shownText: String {
    var text = ""
    for scalar in String(decoding: octets(), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      // Outside of strings JSON has ASCII alone.
      case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
