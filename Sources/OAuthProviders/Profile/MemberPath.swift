internal import OAuthCore

/// Where a value is in a JSON answer: names of members separated by points.
///
/// In a list a number takes that element, and `primary` the one whose `metadata.primary` is true, or the first if none is (Google's
/// People API).
public struct MemberPath: Sendable, Hashable, ExpressibleByStringLiteral {
  private let steps: [String]

  /// Reads a path such as `images.0.url`.
  public init(_ text: String) {
    steps = text.split(separator: ".").map(String.init)
  }

  /// Reads a path such as `images.0.url`.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// What is there, if anything is.
  func value(in answer: JSONValue) -> JSONValue? {
    steps.reduce(Optional(answer)) { value, step in
      switch value {
      case .object(let members)?: members[step]
      case .array(let elements)? where step == "primary":
        elements.first { $0.object?["metadata"]?.object?["primary"]?.bool == true } ?? elements.first
      case .array(let elements)?: Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: nil
      }
    }
  }

  /// The text or whole number there; `nil` if it is empty or something else.
  func text(in answer: JSONValue) -> String? {
    switch value(in: answer) {
    case .string(let text)? where !text.isEmpty: text
    case .integer(let number)?: String(number)
    default: nil
    }
  }
}
