/// An app's name in a keychain, and the names of its items, which nobody else's can be.
///
/// Without an access group the system looks through all groups that the program is in. So the group is part of the names of
/// items in a group, after a plus sign, which no app's name has: a query that reaches too far finds nothing there.
struct KeychainApp: Sendable, Hashable {
  /// What people see.
  let name: String
  /// What the items' names begin with; also their mark.
  let base: String

  /// - Throws: ``TokenStoreError/Kind/failed`` if the name can't be used.
  init(_ name: String, accessGroup: String? = nil) throws(TokenStoreError) {
    self.name = try AppName(name).text
    base = self.name + (accessGroup.map { "+" + $0 } ?? "")
  }

  /// The service of a provider's tokens; the item's account is the account's name.
  func service(of provider: String) -> String { "\(base) \(provider)" }

  /// The provider whose tokens have this service; nil if it is none of this app's.
  func provider(ofService service: String) -> String? {
    // By octets: the space and a combining mark after it are one character.
    let prefix = self.service(of: "").utf8
    guard service.utf8.starts(with: prefix) else { return nil }
    return String(Substring(service.utf8.dropFirst(prefix.count)))
  }

  /// The service of current accounts; the item's account is the provider, its comment the account's name.
  var choices: String { base }

  /// The service and mark of the key that the app's files are encrypted with.
  var fileKey: String { "\(base)/file-key" }
}
