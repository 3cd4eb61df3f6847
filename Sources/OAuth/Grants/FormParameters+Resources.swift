internal import OAuthCore

extension FormParameters {
  /// Adds `resource` once for each (RFC 8707 §2).
  mutating func append(resources: [String]) {
    for resource in resources { append("resource", resource) }
  }

  /// Adds `scope`, unless it is empty: the server decides then (RFC 6749 §3.3).
  mutating func append(scope: Scope) {
    if !scope.isEmpty { append("scope", scope.parameter) }
  }

  /// Adds what a caller gave.
  mutating func append(_ parameters: FormParameters) {
    for pair in parameters.pairs { append(pair.name, pair.value) }
  }
}
