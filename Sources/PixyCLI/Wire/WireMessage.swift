/// A parameter, member or header field that may be shown.
struct ShownPair: Sendable, Hashable {
  let name: String
  let value: String
}

/// A request as it may be shown: nothing in it is secret.
struct ShownRequest: Sendable, Hashable {
  let method: String
  /// Scheme, host, port and path.
  let address: String
  /// The query's parameters.
  var query: [ShownPair] = []
  var fields: [ShownPair] = []
  var body = ShownBody.none

  /// The body's parameters if it is a form, otherwise none.
  var form: [ShownPair] {
    if case .form(let pairs) = body { pairs } else { [] }
  }

  /// The value of a parameter of the form.
  func parameter(_ name: String) -> String? { form.first { $0.name == name }?.value }

  /// The value of a header field.
  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// An answer as it may be shown.
struct ShownAnswer: Sendable, Hashable {
  let status: Int
  var fields: [ShownPair] = []
  var body = ShownBody.none

  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
