internal import OAuthCore

/// The path of a text in a JSON answer: member names separated by points.
///
/// - In a list, a number selects that element, counted from 0.
/// - In a list, `primary` selects the element whose `metadata.primary` is true, or the first
///   element if there is none (Google's People API).
/// - Paths separated by `|` are alternatives; the first that has a value is used.
/// - A text with paths in braces is a template: `https://images.example/{id}/{avatar}.png`. The
///   template has no value if one of its paths has none, or a value with characters other than
///   letters, digits, `_` and `-`, which could change the text around it.
public struct MemberPath: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  /// Creates a path such as `images.0.url`.
  ///
  /// - Parameter text: The path. Every text is accepted; a path that an answer doesn't contain has
  ///   no value.
  public init(_ text: String) {
    self.text = text
  }

  /// Creates a path such as `images.0.url`.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// Returns the value at the path; `nil` if there is none.
  func value(in answer: JSONValue) -> JSONValue? {
    for path in text.split(separator: "|") {
      if let value = Self.value(at: path, in: answer), value != .null { return value }
    }
    return nil
  }

  /// Returns the text or whole number at the path, or the filled template; `nil` if the value is
  /// empty or of another type.
  func text(in answer: JSONValue) -> String? {
    text.contains("{") ? filled(from: answer) : Self.text(value(in: answer))
  }

  private static func value(at path: Substring, in answer: JSONValue) -> JSONValue? {
    path.split(separator: ".").reduce(Optional(answer)) { value, step in
      switch value {
      case .object(let members)?: members[String(step)]
      case .array(let elements)? where step == "primary":
        elements.first { $0.object?["metadata"]?.object?["primary"]?.bool == true } ?? elements.first
      case .array(let elements)?: Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: nil
      }
    }
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)? where !text.isEmpty: text
    case .integer(let number)?: String(number)
    default: nil
    }
  }

  private func filled(from answer: JSONValue) -> String? {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"),
        let value = Self.text(Self.value(at: rest[rest.index(after: open)..<close], in: answer)),
        value.utf8.allSatisfy(Self.isPlain)
      else { return nil }
      result += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
