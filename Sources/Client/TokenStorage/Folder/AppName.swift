/// A program's name, as it appears in paths and keychain items.
struct AppName: Sendable, Hashable {
  let text: String

  /// Validates a name.
  ///
  /// Spaces, slashes and plus signs separate the name from what follows. If they were allowed, two
  /// programs could name the same item. A name such as `..` would lead out of a folder.
  ///
  /// - Throws: ``TokenStoreError/Kind/failed`` unless the name has 1 to 128 ASCII letters, digits,
  ///   dots, hyphens and underscores, and doesn't begin with a dot.
  init(_ text: String) throws(TokenStoreError) {
    let isUsable = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isUsable, (1...128).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else {
      throw TokenStoreError(
        .failed,
        cause:
          "an app's name has 1 to 128 letters, digits, dots, hyphens and underscores, and does not begin with a dot")
    }
    self.text = text
  }
}
