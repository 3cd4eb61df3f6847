/// The four calls of the Keychain Services, and their words for a status. `SecurityKeychainCalls` makes them where there is
/// a keychain; tests play one.
///
/// All may block, for as long as a person is asked.
package protocol KeychainCalls: Sendable {
  /// `SecItemAdd`: `query` says where to, `mark` how the item is found again by ``KeychainQuery/Scope/marked(_:)``.
  func add(
    _ item: KeychainItem, mark: String, accessibility: KeychainAccessibility, to query: KeychainQuery
  ) -> KeychainStatus

  /// `SecItemCopyMatching`. The secret can be had of one item only.
  func copyMatching(_ query: KeychainQuery, _ part: KeychainQuery.Part) -> (KeychainStatus, [KeychainItem])

  /// `SecItemUpdate`: changes label, comment, secret and accessibility, and leaves everything else about the item as it is.
  func update(
    _ query: KeychainQuery, to item: KeychainItem, accessibility: KeychainAccessibility
  ) -> KeychainStatus

  /// `SecItemDelete`.
  func delete(_ query: KeychainQuery) -> KeychainStatus

  /// `SecCopyErrorMessageString`.
  func words(for status: KeychainStatus) -> String?
}
