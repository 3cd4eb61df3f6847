/// A redacted parameter, member or header field.
struct ShownPair: Sendable, Hashable {
  let name: String
  let value: String
}

/// A redacted request. It contains no secrets.
struct ShownRequest: Sendable, Hashable {
  let method: String
  /// The scheme, host, port and path.
  let address: String
  /// The parameters of the query.
  var query: [ShownPair] = []
  var fields: [ShownPair] = []
  var body = ShownBody.none

  /// The parameters of the body if it is a form, otherwise none.
  var form: [ShownPair] {
    if case .form(let pairs) = body { pairs } else { [] }
  }

  /// Returns the value of a parameter of the form.
  func parameter(_ name: String) -> String? { form.first { $0.name == name }?.value }

  /// Returns the value of a header field.
  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// A redacted answer. It contains no secrets.
struct ShownAnswer: Sendable, Hashable {
  let status: Int
  var fields: [ShownPair] = []
  var body = ShownBody.none

  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
