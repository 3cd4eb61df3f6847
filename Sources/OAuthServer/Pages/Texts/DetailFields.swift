package import OAuthCore

/// The fields of one authorization detail but `type`, each with its path: `amount.value` for `{"amount": {"value": 1}}`.
package struct DetailFields: Sendable {
  /// By path. Objects are gone into, but for empty ones; arrays aren't.
  package let values: [String: JSONValue]

  package init(_ detail: [String: JSONValue]) {
    var values: [String: JSONValue] = [:]
    Self.add(detail.filter { $0.key != "type" }, below: "", to: &values)
    self.values = values
  }

  private static func add(_ members: [String: JSONValue], below prefix: String, to values: inout [String: JSONValue]) {
    for (name, value) in members {
      let path = prefix + step(name)
      if let object = value.object, !object.isEmpty {
        add(object, below: path + ".", to: &values)
      } else {
        values[path] = value
      }
    }
  }

  /// A name that would look like a path, or like this way to write it, is written as JSON: two details that differ have different paths.
  private static func step(_ name: String) -> String {
    guard name.isEmpty || name.unicodeScalars.contains(where: { $0 == "." || $0 == "\"" }) else { return name }
    return String(decoding: JSONValue.string(name).octets(), as: UTF8.self)
  }

  /// A value as a person is shown it; characters that no one sees are left out.
  static func shown(_ value: JSONValue) -> String {
    if let text = value.string { return UntrustedText(text).description }
    // Of texts with commas in them nobody could tell where one ends.
    if let texts = value.strings, !texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
      return texts.map { UntrustedText($0).description }.joined(separator: ", ")
    }
    return UntrustedText(String(decoding: value.octets(), as: UTF8.self)).description
  }
}
