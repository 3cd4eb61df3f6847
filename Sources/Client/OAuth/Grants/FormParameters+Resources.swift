internal import OAuthCore

extension FormParameters {
  /// Adds one `resource` for each resource (RFC 8707 §2).
  mutating func append(resources: [String]) {
    for resource in resources { append("resource", resource) }
  }

  /// Adds `scope` unless it is empty. Without it the server decides (RFC 6749 §3.3).
  mutating func append(scope: Scope) {
    if !scope.isEmpty { append("scope", scope.parameter) }
  }

  /// Adds `authorization_details` unless there are none (RFC 9396 §2).
  mutating func append(authorizationDetails: [JSONValue]) {
    guard !authorizationDetails.isEmpty else { return }
    append("authorization_details", String(decoding: JSONValue.array(authorizationDetails).bytes(), as: UTF8.self))
  }

  /// Returns the parameters without one name and value.
  func removing(_ unwanted: Pair) -> FormParameters {
    var others = FormParameters()
    for pair in pairs where pair != unwanted { others.append(pair.name, pair.value) }
    return others
  }

  /// Adds all parameters of another form.
  mutating func append(_ parameters: FormParameters) {
    for pair in parameters.pairs { append(pair.name, pair.value) }
  }
}
