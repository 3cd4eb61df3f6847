package import OAuthCore

/// One of a machine's two keychains. Only macOS has the second one (Apple's technical note TN3137).
package enum KeychainKind: Sendable, Hashable {
  /// The keychain of all Apple systems. A program needs an entitlement for it, and therefore a
  /// signature.
  case dataProtection
  /// The login keychain of macOS, a file that all programs of the user may use.
  case file
}

/// A query to a keychain, without Apple's types, so that it can be tested where there is no
/// keychain.
package struct KeychainQuery: Sendable, Hashable {
  /// The items that a query selects.
  package enum Scope: Sendable, Hashable {
    /// The one item with this service and account. These two attributes identify a generic password
    /// within an access group.
    case item(service: String, account: String)
    /// All items that were added with this mark.
    case marked(String)
  }

  /// The part of an item that a query returns.
  package enum Part: Sendable, Hashable {
    /// Everything except the secret, readable without decryption.
    case attributes
    /// The secret.
    case secret
  }

  package let keychain: KeychainKind
  package let scope: Scope
  /// The group of programs that share the item. Without a group, items are added to the program's
  /// first group, but found, changed and removed in all of its groups; ``KeychainApp`` keeps their
  /// names apart. Always `nil` for the file keychain, which has no groups.
  package let accessGroup: String?

  package init(keychain: KeychainKind, scope: Scope, accessGroup: String?) {
    self.keychain = keychain
    self.scope = scope
    self.accessGroup = keychain == .file ? nil : accessGroup
  }
}

/// The content of one keychain item.
package struct KeychainItem: Sendable, Hashable {
  /// `kSecAttrService`.
  package var service: String
  /// `kSecAttrAccount`.
  package var account: String
  /// The label that Keychain Access shows: `kSecAttrLabel`.
  package var label: String
  /// The comment, readable without decryption: `kSecAttrComment`.
  package var comment: String
  /// The secret in UTF-8: `kSecValueData`. `nil` if the query didn't ask for it.
  package var secret: Secret?

  package init(service: String, account: String, label: String, comment: String = "", secret: Secret? = nil) {
    self.service = service
    self.account = account
    self.label = label
    self.comment = comment
    self.secret = secret
  }
}
