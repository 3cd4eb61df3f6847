/// An app's name in a keychain, and the names of its items, which nobody else's can be.
struct KeychainApp: Sendable, Hashable {
  let name: String

  /// - Throws: ``TokenStoreError/Kind/failed`` unless the name has 1 to 128 letters, digits, points, hyphens and underscores of
  ///   ASCII. Spaces and slashes separate it from what follows: were they allowed, two apps could mean the same item.
  init(_ name: String) throws(TokenStoreError) {
    let isUsable = name.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isUsable, (1...128).contains(name.utf8.count) else {
      throw TokenStoreError(
        .failed, place: "the keychain", cause: "an app's name has 1 to 128 letters, digits, points, - and _")
    }
    self.name = name
  }

  /// The service of a provider's tokens; the item's account is the account's name.
  func service(of provider: String) -> String { "\(name) \(provider)" }

  /// The provider whose tokens have this service; nil if it is none of this app's.
  func provider(ofService service: String) -> String? {
    // By octets: the space and a combining mark after it are one character.
    let prefix = self.service(of: "").utf8
    guard service.utf8.starts(with: prefix) else { return nil }
    return String(Substring(service.utf8.dropFirst(prefix.count)))
  }

  /// The service of current accounts; the item's account is the provider, its comment the account's name.
  var choices: String { name }

  /// The service and mark of the key that the app's files are encrypted with.
  var fileKey: String { "\(name)/file-key" }
}
