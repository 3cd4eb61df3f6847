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
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .tooLong: "json_too_long"
    case .tooDeep: "json_too_deep"
    case .malformed: "json_malformed"
    case .repeatedName: "json_name_repeated"
    }
  }

  /// Always ``FlowStep/parsing``.
  public var step: FlowStep { .parsing }

  /// Always ``ErrorCategory/invalidInput``.
  public var category: ErrorCategory { .invalidInput }

  /// A sentence about the problem, without the text.
  public var explanation: String {
    switch self {
    case .tooLong(let limit): "The JSON text has more than \(limit) bytes."
    case .tooDeep(let limit): "The JSON text is nested more than \(limit) levels deep."
    case .malformed: "The text is not JSON (RFC 8259)."
    case .repeatedName: "The JSON text has an object with two members of the same name (RFC 8259 §4)."
    }
  }

  /// The recommended action.
  public var remedy: String {
    switch self {
    case .tooLong, .tooDeep: "Check the address or the file. If it is right, tell the author of the text."
    case .malformed: "Check the address or the file: it may be a web page."
    case .repeatedName: "Tell the author of the text to write each member once."
    }
  }
}
