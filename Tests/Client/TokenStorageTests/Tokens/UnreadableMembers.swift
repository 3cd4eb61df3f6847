import OAuthCore

/// JSON members that can be written, or nearly, but read back differently.
enum UnreadableMembers {
  static let all: [JSONValue] = [nested(JSONValue.maximumDepth), .number(.infinity), ["list": [.number(.nan)]]]

  /// Returns a value nested this many levels deep. As a member, the enclosing object adds one
  /// level.
  static func nested(_ levels: Int) -> JSONValue {
    (0..<levels).reduce("innermost") { value, level in level % 2 == 0 ? .array([value]) : .object(["in": value]) }
  }
}
