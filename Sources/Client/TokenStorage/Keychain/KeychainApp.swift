/// An app's name in a keychain and the unique names of its items.
///
/// Without an access group, the system searches all groups of the program. The group is therefore
/// part of the names of items in a group. It follows a plus sign, which no app's name contains, so
/// a query that reaches other groups finds no foreign item.
struct KeychainApp: Sendable, Hashable {
  /// The name that users see.
  let name: String
  /// The prefix of the items' names, and also their mark.
  let base: String

  /// Creates the names.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` if the app's name is invalid.
  init(_ name: String, accessGroup: String? = nil) throws(TokenStoreError) {
    self.name = try AppName(name).text
    base = self.name + (accessGroup.map { "+" + $0 } ?? "")
  }

  /// Returns the service attribute for a provider's tokens. The item's account attribute is the
  /// account's name.
  func service(of provider: String) -> String { "\(base) \(provider)" }

  /// Returns the provider of a service attribute; `nil` if the attribute isn't one of this app's.
  func provider(ofService service: String) -> String? {
    // Compare bytes, because a space and a following combining mark are one `Character`.
    let prefix = self.service(of: "").utf8
    guard service.utf8.starts(with: prefix) else { return nil }
    return String(Substring(service.utf8.dropFirst(prefix.count)))
  }

  /// The service attribute of current accounts. The item's account attribute is the provider, and
  /// its comment is the account's name.
  var choices: String { base }

  /// The service attribute of the item that tests whether tokens can be saved.
  var test: String { "\(base)/test" }

  /// The service attribute and mark of the key that encrypts the app's files.
  var fileKey: String { "\(base)/file-key" }
}
