internal import OAuthCore

/// Where a text is in a JSON answer: names of members separated by points.
///
/// In a list a number takes that element, and `primary` the one whose `metadata.primary` is true, or the first if none is (Google's
/// People API). Of several paths separated by `|` the first that leads somewhere counts. A text with paths in braces is filled in:
/// `https://images.example/{id}/{avatar}.png`; it is nothing if one of them leads nowhere, or to something else than letters,
/// digits, `_` and `-`, which could change what is around it.
public struct MemberPath: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  /// Reads a path such as `images.0.url`.
  ///
  /// - Parameter text: the path. Every text is one: what leads nowhere is nothing in every answer.
  public init(_ text: String) {
    self.text = text
  }

  /// Reads a path such as `images.0.url`.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// What is there, if anything is.
  func value(in answer: JSONValue) -> JSONValue? {
    for path in text.split(separator: "|") {
      if let value = Self.value(at: path, in: answer), value != .null { return value }
    }
    return nil
  }

  /// The text or whole number there, or the text that was filled in; `nil` if it is empty or something else.
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
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"),
        let value = Self.text(Self.value(at: rest[rest.index(after: open)..<close], in: answer)),
        value.utf8.allSatisfy(Self.isPlain)
      else { return nil }
      filled += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
