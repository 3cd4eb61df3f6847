/// A redacted parameter, member or header field.
package struct ShownPair: Sendable, Hashable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    (self.name, self.value) = (name, value)
  }
}

/// A redacted request. It contains no secrets.
package struct ShownRequest: Sendable, Hashable {
  package let method: String
  /// The scheme, host, port and path.
  package let address: String
  /// The parameters of the query.
  package var query: [ShownPair] = []
  package var fields: [ShownPair] = []
  package var body = ShownBody.none

  /// The parameters of the body if it is a form, otherwise none.
  package var form: [ShownPair] {
    if case .form(let pairs) = body { pairs } else { [] }
  }

  /// Returns the value of a parameter of the form.
  package func parameter(_ name: String) -> String? { form.first { $0.name == name }?.value }

  /// Returns the value of a header field.
  package func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// A redacted answer. It contains no secrets.
package struct ShownAnswer: Sendable, Hashable {
  let status: Int
  var fields: [ShownPair] = []
  package var body = ShownBody.none

  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
