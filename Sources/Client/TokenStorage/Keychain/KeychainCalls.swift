/// The four calls of the Keychain Services, and their text for a status. `SecurityKeychainCalls`
/// implements them where there is a keychain. Tests simulate them.
///
/// Every call may block for as long as the system prompts the user.
package protocol KeychainCalls: Sendable {
  /// Calls `SecItemAdd`. `query` selects the keychain, and ``KeychainQuery/Scope/marked(_:)`` finds
  /// the item by its `mark`.
  func add(
    _ item: KeychainItem, mark: String, accessibility: KeychainAccessibility, to query: KeychainQuery
  ) -> KeychainStatus

  /// Calls `SecItemCopyMatching`. The secret can be read for one item only.
  func copyMatching(_ query: KeychainQuery, _ part: KeychainQuery.Part) -> (KeychainStatus, [KeychainItem])

  /// Calls `SecItemUpdate`. It changes the label, comment, secret and accessibility, and no other
  /// attribute.
  func update(
    _ query: KeychainQuery, to item: KeychainItem, accessibility: KeychainAccessibility
  ) -> KeychainStatus

  /// Calls `SecItemDelete`.
  func delete(_ query: KeychainQuery) -> KeychainStatus

  /// Calls `SecCopyErrorMessageString`.
  func words(for status: KeychainStatus) -> String?
}
