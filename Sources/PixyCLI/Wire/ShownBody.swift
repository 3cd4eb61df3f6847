internal import OAuthCore

/// A body as it may be shown.
enum ShownBody: Sendable, Hashable {
  case none
  /// `application/x-www-form-urlencoded`, in its order.
  case form([ShownPair])
  /// JSON.
  case json(JSONValue)
  /// Anything else: its type and how many octets it has.
  case other(type: String, octets: Int)

  /// The members, if it is a JSON object, or a form that was answered in its place.
  var members: [String: JSONValue]? {
    switch self {
    case .json(let value): value.object
    case .form(let pairs):
      Dictionary(pairs.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { first, _ in first })
    case .none, .other: nil
    }
  }
}
