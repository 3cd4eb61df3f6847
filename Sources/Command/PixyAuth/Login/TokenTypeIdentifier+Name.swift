package import OAuth

extension TokenTypeIdentifier {
  /// Creates a type from a short name of RFC 8693 §3, such as `id_token`, or from a URI.
  package init(name: String) {
    self.init(rawValue: name.contains(":") ? name : "urn:ietf:params:oauth:token-type:\(name)")
  }
}
