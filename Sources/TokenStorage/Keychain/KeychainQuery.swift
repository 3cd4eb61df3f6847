package import OAuthCore

/// Which of a machine's two keychains. Only macOS has the second (Apple's technical note TN3137).
package enum KeychainKind: Sendable, Hashable {
  /// The one that all of Apple's systems have. Programs need an entitlement for it, and so a signature.
  case dataProtection
  /// The login keychain of macOS, a file that any of the person's programs may use.
  case file
}

/// What the store asks of a keychain, without Apple's types, so that it can be tested where there is no keychain.
package struct KeychainQuery: Sendable, Hashable {
  /// Which items are meant.
  package enum Scope: Sendable, Hashable {
    /// The one item that has these two; they are what tells generic passwords of one access group apart.
    case item(service: String, account: String)
    /// All items that were added with this mark.
    case marked(String)
  }

  /// What is to come back.
  package enum Part: Sendable, Hashable {
    /// What can be had without unsealing: everything but the secret.
    case attributes
    /// The secret.
    case secret
  }

  package let keychain: KeychainKind
  package let scope: Scope
  /// Whose programs may use the item. Without one, items are added to the first of the program's groups, and looked for, changed
  /// and removed in all of them: ``KeychainApp`` keeps their names apart. Always nil for the file keychain, which has none.
  package let accessGroup: String?
  /// What the person is told when they must be asked; nil if they must not be.
  package let reason: String?

  package init(keychain: KeychainKind, scope: Scope, accessGroup: String?, reason: String?) {
    self.keychain = keychain
    self.scope = scope
    self.accessGroup = keychain == .file ? nil : accessGroup
    self.reason = reason
  }
}

/// What is kept in one item.
package struct KeychainItem: Sendable, Hashable {
  /// `kSecAttrService`.
  package var service: String
  /// `kSecAttrAccount`.
  package var account: String
  /// What the person sees in Keychain Access; `kSecAttrLabel`.
  package var label: String
  /// What is readable without unsealing; `kSecAttrComment`.
  package var comment: String
  /// `kSecValueData`, as UTF-8; nil where it wasn't asked for.
  package var secret: Secret?

  package init(service: String, account: String, label: String, comment: String = "", secret: Secret? = nil) {
    self.service = service
    self.account = account
    self.label = label
    self.comment = comment
    self.secret = secret
  }
}
