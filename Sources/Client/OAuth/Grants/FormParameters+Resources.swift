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

  /// Adds all parameters of another form.
  mutating func append(_ parameters: FormParameters) {
    for pair in parameters.pairs { append(pair.name, pair.value) }
  }
}
