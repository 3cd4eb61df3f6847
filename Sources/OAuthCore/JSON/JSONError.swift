/// Why octets could not be read as JSON. It never carries any of them.
public enum JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There are more octets than are read.
  case tooLong(limit: Int)
  /// Objects and lists are nested more deeply than is read.
  case tooDeep(limit: Int)
  /// The octets aren't JSON (RFC 8259), or hold a number beyond `Double` or half of a surrogate pair.
  case malformed
  /// An object has two members of one name, of which two readers may take different ones (RFC 8259 §4, RFC 7515 §4). The
  /// name isn't kept: it may be something secret that a server sends back.
  case repeatedName

  /// What is wrong, without the octets.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the JSON text has more than \(limit) octets"
    case .tooDeep(let limit): "the JSON text is nested more than \(limit) levels deep"
    case .malformed: "the text is not JSON"
    case .repeatedName: "the JSON text has an object with two members of one name"
    }
  }
}
