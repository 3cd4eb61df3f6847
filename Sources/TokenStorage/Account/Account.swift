/// Whose tokens: a person at a provider.
///
/// A store keeps tokens by account. Both texts are shown in lists and may be readable in a store without its key; neither
/// may be secret.
public struct Account: Sendable, Hashable {
  /// The longest text that either part may be, in octets of UTF-8.
  public static let maximumOctets = 512

  /// Who gave the tokens: the issuer, with the client's id after a space where an app is several clients of it.
  public let provider: String
  /// Who the person is there: a login, an e-mail address, a `sub`.
  public let name: String

  /// Names an account.
  ///
  /// - Parameters:
  ///   - provider: 1 to 512 octets of UTF-8, without control characters.
  ///   - name: as `provider`.
  /// - Throws: ``TokenStoreError/Kind/unusableAccount`` if one of them is empty, too long, or has a control character.
  public init(provider: String, name: String) throws(TokenStoreError) {
    guard Self.isUsable(provider), Self.isUsable(name) else { throw TokenStoreError(.unusableAccount) }
    self.provider = provider
    self.name = name
  }

  private static func isUsable(_ text: String) -> Bool {
    (1...maximumOctets).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  // Unicode calls texts equal that differ in octets; an account must not be taken for another one.

  /// Whether both parts have the same octets.
  public static func == (left: Account, right: Account) -> Bool {
    left.provider.utf8.elementsEqual(right.provider.utf8) && left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Feeds the octets of both parts to a hasher.
  public func hash(into hasher: inout Hasher) {
    for text in [provider, name] {
      hasher.combine(text.utf8.count)
      for octet in text.utf8 { hasher.combine(octet) }
    }
  }
}

extension Account: Comparable {
  /// By provider, then by name, octet by octet.
  public static func < (left: Account, right: Account) -> Bool {
    guard left.provider.utf8.elementsEqual(right.provider.utf8) else {
      return left.provider.utf8.lexicographicallyPrecedes(right.provider.utf8)
    }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension Account: CustomStringConvertible {
  /// The name, then the provider.
  public var description: String { "\(name) at \(provider)" }
}
