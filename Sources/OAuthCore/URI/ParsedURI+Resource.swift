extension ParsedURI {
  /// Whether this can name a resource: an absolute URI without a fragment (RFC 8707 §2), and without what people sign in with.
  package static func isResource(_ text: String) -> Bool {
    guard let address = try? ParsedURI(text) else { return false }
    return address.fragment == nil && !address.hasUserInfo
  }
}
