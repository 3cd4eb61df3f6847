/// The reason why a text can't be read as JSON. It never holds any part of the text.
public enum JSONError: Error, Sendable, Hashable {
  /// The text is longer than the limit, which is in bytes.
  case tooLong(limit: Int)
  /// Objects and arrays are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// The text isn't JSON (RFC 8259), or it contains a number beyond `Double` or half of a surrogate
  /// pair.
  case malformed
  /// An object has two members of the same name, and two readers may choose different ones (RFC
  /// 8259 §4, RFC 7515 §4). The name isn't stored, because it may be a secret that a server sends
  /// back.
  case repeatedName
}

extension JSONError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .parsing, .invalidInput)
    let sizeRemedy = "Check the address or the file. If it is right, tell the author of the text."
    return switch self {
    case .tooLong(let limit): row("json_too_long", "The JSON text has more than \(limit) bytes.", remedy: sizeRemedy)
    case .tooDeep(let limit):
      row("json_too_deep", "The JSON text is nested more than \(limit) levels deep.", remedy: sizeRemedy)
    case .malformed:
      row(
        "json_malformed", "The text is not JSON (RFC 8259).",
        remedy: "Check the address or the file: it may be a web page.")
    case .repeatedName:
      row(
        "json_name_repeated", "The JSON text has an object with two members of the same name (RFC 8259 §4).",
        remedy: "Tell the author of the text to write each member once.")
    }
  }
}
