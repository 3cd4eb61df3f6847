package import OAuthCore

/// A redacted body.
package enum ShownBody: Sendable, Hashable {
  case none
  /// `application/x-www-form-urlencoded`, in its original order.
  case form([ShownPair])
  /// JSON.
  case json(JSONValue)
  /// Any other type, with the body's length in bytes.
  case other(type: String, bytes: Int)

  /// The members of a JSON object, or of a form that was returned instead of one.
  var members: [String: JSONValue]? {
    switch self {
    case .json(let value): value.object
    case .form(let pairs):
      Dictionary(pairs.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { first, _ in first })
    case .none, .other: nil
    }
  }
}
