#if canImport(Security)
internal import Foundation
internal import OAuthCore
internal import Security

/// Apple's keychain: translates queries into the dictionaries of the Keychain Services, and their
/// results back.
struct SecurityKeychainCalls: KeychainCalls {
  /// Whether there is a file keychain, which only macOS has.
  #if os(macOS)
  static let hasFileKeychain = true
  #else
  static let hasFileKeychain = false
  #endif

  func add(
    _ item: KeychainItem, mark: String, accessibility: KeychainAccessibility, to query: KeychainQuery
  ) -> KeychainStatus {
    var attributes = dictionary(query)
    attributes.merge(changes(item, accessibility, query.keychain)) { _, new in new }
    attributes[kSecAttrGeneric as String] = Data(mark.utf8)
    return KeychainStatus(rawValue: SecItemAdd(attributes as CFDictionary, nil))
  }

  func copyMatching(
    _ query: KeychainQuery, _ part: KeychainQuery.Part
  ) -> (KeychainStatus, [KeychainItem]) {
    var request = dictionary(query)
    request[kSecReturnAttributes as String] = true
    if part == .secret { request[kSecReturnData as String] = true }
    if case .marked = query.scope {
      request[kSecMatchLimit as String] = kSecMatchLimitAll
    } else {
      request[kSecMatchLimit as String] = kSecMatchLimitOne
    }
    var result: CFTypeRef?
    let status = KeychainStatus(rawValue: unsafe SecItemCopyMatching(request as CFDictionary, &result))
    guard status == .success else { return (status, []) }
    // The result is one dictionary for one item, and an array of dictionaries for several.
    let results = (result as? [[String: Any]]) ?? (result as? [String: Any]).map { [$0] } ?? []
    return (status, results.map(Self.item))
  }

  func update(
    _ query: KeychainQuery, to item: KeychainItem, accessibility: KeychainAccessibility
  ) -> KeychainStatus {
    let changes = changes(item, accessibility, query.keychain)
    return KeychainStatus(rawValue: SecItemUpdate(dictionary(query) as CFDictionary, changes as CFDictionary))
  }

  func delete(_ query: KeychainQuery) -> KeychainStatus {
    KeychainStatus(rawValue: SecItemDelete(dictionary(query) as CFDictionary))
  }

  func words(for status: KeychainStatus) -> String? {
    SecCopyErrorMessageString(status.rawValue, nil) as String?
  }

  /// Returns the attributes that select the items and the keychain. An authentication context isn't
  /// needed: no item has access control, so none of this prompts in the data-protection keychain.
  private func dictionary(_ query: KeychainQuery) -> [String: Any] {
    var attributes: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    switch query.scope {
    case .item(let service, let account):
      attributes[kSecAttrService as String] = service
      attributes[kSecAttrAccount as String] = account
    case .marked(let mark):
      attributes[kSecAttrGeneric as String] = Data(mark.utf8)
    }
    // Any attribute of the data-protection keychain makes macOS search that one, so queries to the
    // file keychain have none of them.
    if query.keychain == .dataProtection {
      attributes[kSecUseDataProtectionKeychain as String] = true
      attributes[kSecAttrSynchronizable as String] = false
      if let group = query.accessGroup { attributes[kSecAttrAccessGroup as String] = group }
    }
    return attributes
  }

  /// Returns the attributes that a save writes.
  private func changes(
    _ item: KeychainItem, _ accessibility: KeychainAccessibility, _ keychain: KeychainKind
  ) -> [String: Any] {
    var attributes: [String: Any] = [
      kSecAttrLabel as String: item.label,
      kSecAttrComment as String: item.comment,
    ]
    if let secret = item.secret { attributes[kSecValueData as String] = Data(secret.reveal().utf8) }
    if keychain == .dataProtection {
      attributes[kSecAttrAccessible as String] =
        switch accessibility {
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        }
    }
    return attributes
  }

  private static func item(_ attributes: [String: Any]) -> KeychainItem {
    func text(_ name: CFString) -> String { attributes[name as String] as? String ?? "" }
    return KeychainItem(
      service: text(kSecAttrService), account: text(kSecAttrAccount), label: text(kSecAttrLabel),
      comment: text(kSecAttrComment),
      secret: (attributes[kSecValueData as String] as? Data).map { Secret(String(decoding: $0, as: UTF8.self)) })
  }
}
#endif
