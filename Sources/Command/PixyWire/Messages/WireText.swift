package import OAuthCore

/// The format of exchanges for human readers: names in one column, values in the next.
package enum WireText {
  /// Returns a numbered headline, with the step's specification at the right margin.
  package static func headline(_ number: Int, _ title: String, _ specification: String) -> String {
    let left = "\(number < 10 ? " " : "")\(number). \(title)"
    return left + String(repeating: " ", count: max(2, 100 - left.count - specification.count)) + specification
  }

  /// Returns names with their values, one a line.
  package static func lines(_ pairs: [ShownPair], indent: Int = 6) -> [String] {
    let width = min(pairs.map(\.name.count).max() ?? 0, 40)
    let margin = String(repeating: " ", count: indent)
    return pairs.map { pair in
      margin + pair.name + String(repeating: " ", count: max(0, width - pair.name.count)) + "  " + pair.value
    }
  }

  /// Returns a body's content, one parameter or member a line.
  package static func lines(_ body: ShownBody, indent: Int = 6) -> [String] {
    switch body {
    case .none: []
    case .form(let pairs): lines(pairs, indent: indent)
    case .json(let value): lines(pairs(value), indent: indent)
    case .other(let type, let bytes):
      [String(repeating: " ", count: indent) + "\(bytes) bytes\(type.isEmpty ? "" : " of \(type)")"]
    }
  }

  /// Returns the members of a JSON answer by name. Lists and objects are JSON text.
  package static func pairs(_ value: JSONValue) -> [ShownPair] {
    guard let members = value.object else { return [ShownPair(name: "", value: text(value))] }
    return members.sorted { $0.key < $1.key }.map { ShownPair(name: $0.key, value: text($0.value)) }
  }

  package static func text(_ value: JSONValue) -> String {
    value.string ?? UntrustedText(String(decoding: value.bytes(), as: UTF8.self)).description
  }
}
