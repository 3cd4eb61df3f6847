package import OAuthCore

/// The fields of one authorization detail except `type`, each with its path: `amount.value` for
/// `{"amount": {"value": 1}}`.
package struct DetailFields: Sendable {
  /// The values by path. Fields of objects have paths of their own; arrays and empty objects are
  /// values.
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

  /// Returns one step of a path. A name that contains a dot or a quotation mark is written as JSON,
  /// so that different details have different paths.
  private static func step(_ name: String) -> String {
    guard name.isEmpty || name.unicodeScalars.contains(where: { $0 == "." || $0 == "\"" }) else { return name }
    return String(decoding: JSONValue.string(name).bytes(), as: UTF8.self)
  }

  /// Returns a value as the user sees it. Invisible characters are left out.
  static func shown(_ value: JSONValue) -> String {
    if let text = value.string { return UntrustedText(text).description }
    // Texts that contain commas would run into each other, so their list is shown as JSON.
    if let texts = value.strings, !texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
      return texts.map { UntrustedText($0).description }.joined(separator: ", ")
    }
    return UntrustedText(String(decoding: value.bytes(), as: UTF8.self)).description
  }
}
