extension ParsedURI {
  /// Returns whether a text can identify a resource: an absolute URI without a fragment (RFC 8707
  /// §2), user name or password.
  package static func isResource(_ text: String) -> Bool {
    guard let address = try? ParsedURI(text) else { return false }
    return address.fragment == nil && !address.hasUserInfo
  }

  /// Returns whether two identifiers name the same resource.
  ///
  /// They are equal byte for byte, or they are https or http addresses that differ only in the case
  /// of scheme and host, the default port, or the slash of an empty path (RFC 3986 §6.2.2.1, §6.2.3).
  /// Another path or query is another resource.
  package static func areSameResource(_ one: String, _ other: String) -> Bool {
    one == other || (normalizedResource(one).map { $0 == normalizedResource(other) } ?? false)
  }

  /// Returns the spelling in a list that names the same resource; `nil` if none does.
  package static func resource(_ text: String, in spellings: some Collection<String>) -> String? {
    if spellings.contains(text) { return text }
    guard let normalized = normalizedResource(text) else { return nil }
    return spellings.first { normalizedResource($0) == normalized }
  }

  /// Returns resources in the spellings of a list, without duplicates; `nil` if the list lacks one.
  package static func resources(_ texts: [String], in spellings: [String]) -> [String]? {
    var names: [String] = []
    for text in texts {
      guard let name = resource(text, in: spellings) else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The common spelling of an address; `nil` for identifiers that have only one.
  private static func normalizedResource(_ text: String) -> String? {
    guard let parts = try? ParsedURI(text), parts.scheme == "https" || parts.scheme == "http", !parts.host.isEmpty,
      !parts.hasUserInfo, parts.fragment == nil
    else { return nil }
    return "\(parts.scheme)://\(parts.authority)" + (parts.path.isEmpty ? "/" : parts.path)
      + (parts.query.map { "?" + $0 } ?? "")
  }
}
