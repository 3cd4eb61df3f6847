/// The reason why a text can't be read as JSON. It never holds any part of the text.
public enum JSONError: Error, Sendable, Hashable, CustomStringConvertible {
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

  /// A phrase about the problem, without the text.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the JSON text has more than \(limit) bytes"
    case .tooDeep(let limit): "the JSON text is nested more than \(limit) levels deep"
    case .malformed: "the text is not JSON"
    case .repeatedName: "the JSON text has an object with two members of the same name"
    }
  }
}
