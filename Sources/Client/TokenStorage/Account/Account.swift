/// An account: one user at one provider.
///
/// A store keeps tokens by account:
///
/// ```swift
/// let account = try Account(provider: issuer.text, name: subject)
/// try await store.save(tokens, for: account)
/// ```
///
/// Both parts are shown in lists, and a store may keep them unencrypted. Neither may be secret.
public struct Account: Sendable, Hashable {
  /// The maximum length of either part, in bytes of UTF-8.
  public static let maximumBytes = 512

  /// The issuer of the tokens. An app that is several clients of one issuer appends a space and the
  /// client ID.
  public let provider: String
  /// The user's name at the provider: a login, an e-mail address, or the `sub` claim.
  public let name: String

  /// Creates an account.
  ///
  /// - Parameters:
  ///   - provider: The issuer, in 1 to 512 bytes of UTF-8 without control characters.
  ///   - name: The user's name, in 1 to 512 bytes of UTF-8 without control characters.
  /// - Throws: ``TokenStoreError/Kind/unusableAccount`` if a part is empty, too long, or contains a
  ///   control character.
  public init(provider: String, name: String) throws(TokenStoreError) {
    guard Self.isUsable(provider), Self.isUsable(name) else { throw TokenStoreError(.unusableAccount) }
    self.provider = provider
    self.name = name
  }

  private static func isUsable(_ text: String) -> Bool {
    (1...maximumBytes).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  // Swift's `String` equality treats different bytes as equal if they are canonically equivalent in
  // Unicode. Two accounts must not be confused, so they are compared byte by byte.

  /// Returns whether both parts have the same bytes.
  public static func == (lhs: Account, rhs: Account) -> Bool {
    lhs.provider.utf8.elementsEqual(rhs.provider.utf8) && lhs.name.utf8.elementsEqual(rhs.name.utf8)
  }

  /// Feeds the bytes of both parts into a hasher.
  public func hash(into hasher: inout Hasher) {
    for text in [provider, name] {
      hasher.combine(text.utf8.count)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension Account: Comparable {
  /// Orders by provider, then by name, byte by byte.
  public static func < (lhs: Account, rhs: Account) -> Bool {
    guard lhs.provider.utf8.elementsEqual(rhs.provider.utf8) else {
      return lhs.provider.utf8.lexicographicallyPrecedes(rhs.provider.utf8)
    }
    return lhs.name.utf8.lexicographicallyPrecedes(rhs.name.utf8)
  }
}

extension Account: CustomStringConvertible {
  /// The name and the provider.
  public var description: String { "\(name) at \(provider)" }
}
