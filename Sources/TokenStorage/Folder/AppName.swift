/// A program's name, as it is part of paths and of items in keychains.
struct AppName: Sendable, Hashable {
  let text: String

  /// - Throws: ``TokenStoreError/Kind/failed`` unless the name has 1 to 128 letters, digits, points, hyphens and underscores
  ///   of ASCII and begins with none of the points. Spaces, slashes and plus signs separate it from what follows: were they
  ///   allowed, two programs could mean the same item; `..` would lead out of a folder.
  init(_ text: String) throws(TokenStoreError) {
    let isUsable = text.utf8.allSatisfy { octet in
      switch octet {
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
          "an app's name has 1 to 128 letters, digits, points, hyphens and underscores, and no point at its beginning")
    }
    self.text = text
  }
}
