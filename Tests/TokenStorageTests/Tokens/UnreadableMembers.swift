import OAuthCore

/// What can be written as JSON, or nearly, and isn't read again as it was written.
enum UnreadableMembers {
  static let all: [JSONValue] = [nested(JSONValue.maximumDepth), .number(.infinity), ["list": [.number(.nan)]]]

  /// A value nested so many levels deep; as a member, an object's own level comes on top.
  static func nested(_ levels: Int) -> JSONValue {
    (0..<levels).reduce("innermost") { value, level in level % 2 == 0 ? .array([value]) : .object(["in": value]) }
  }
}
