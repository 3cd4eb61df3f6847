extension ParsedURI {
  /// Returns whether a text can identify a resource: an absolute URI without a fragment (RFC 8707
  /// §2), user name or password.
  package static func isResource(_ text: String) -> Bool {
    guard let address = try? ParsedURI(text) else { return false }
    return address.fragment == nil && !address.hasUserInfo
  }
}
