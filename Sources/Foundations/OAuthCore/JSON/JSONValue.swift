/// A JSON value (RFC 8259). It preserves members that Pixy doesn't know.
///
/// Descriptions, dumps and mirrors show the kind of a value and the names of an object's members,
/// and no content, because a member may be a token, a secret or personal data. ``bytes()`` returns
/// the whole text.
///
/// ```swift
/// let document = try JSONValue(bytes: Array(#"{"name": "Ada", "age": 36}"#.utf8))
/// let name = document.object?["name"]?.string  // "Ada"
/// let text = String(decoding: document.bytes(), as: UTF8.self)  // {"age":36,"name":"Ada"}
/// ```
public enum JSONValue: Sendable, Hashable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A whole number in the range of `Int64`.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object's members by name.
  case object([String: JSONValue])

  /// The string, or `nil` for other values.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The Boolean, or `nil` for other values.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The members, or `nil` if the value isn't an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The elements, or `nil` if the value isn't an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The elements, if the value is an array that contains only strings; otherwise `nil`.
  public var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }
}

extension JSONValue: Redacted {
  /// The kind of the value, and the names of an object's members, made safe to show and cut after
  /// 300 characters.
  public var description: String {
    switch self {
    case .null: "JSONValue(null)"
    case .bool: "JSONValue(Boolean)"
    case .integer, .number: "JSONValue(number)"
    case .string: "JSONValue(string)"
    case .array(let elements): "JSONValue(array of \(elements.count))"
    case .object(let members): "JSONValue(object: \(UntrustedText(members.keys.sorted().joined(separator: ", "))))"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object. If a name is repeated, its last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
