internal import OAuthCore
internal import Synchronization

/// The keychain that a program may use, and operations on single items of it.
///
/// It tries the data-protection keychain first. A program without entitlements (a tool built with
/// `swift build`) has none, and gets the file keychain on macOS. The result is remembered. All
/// calls block.
final class OpenedKeychain: Sendable {
  /// The settings of a store, constant during its lifetime.
  struct Settings: Sendable {
    /// The mark of all items of the store.
    let mark: String
    /// The service attribute of the item that tests whether the keychain is unlocked.
    let test: String
    let accessGroup: String?
    let accessibility: KeychainAccessibility
    let hasFileKeychain: Bool
  }

  /// The number of attempts of a save. A save starts again if another process added or deleted the
  /// item meanwhile.
  private static let attempts = 8

  private let calls: any KeychainCalls
  private let settings: Settings
  private let kindInUse = Mutex<KeychainKind?>(nil)
  private let wasUnlocked = Mutex(false)

  init(_ calls: any KeychainCalls, _ settings: Settings) {
    self.calls = calls
    self.settings = settings
  }

  /// The keychain in use; `nil` before the first successful call.
  var kind: KeychainKind? { kindInUse.withLock { $0 } }

  /// The keychain's name, for users.
  var place: String {
    switch kind {
    case nil: "the keychain"
    case .dataProtection: "the data-protection keychain" + (settings.accessGroup.map { ", access group \($0)" } ?? "")
    case .file: "the login keychain"
    }
  }

  /// The keychain's name and what protects it.
  var location: StorageLocation {
    let protection =
      switch kind {
      case nil: "The system encrypts it and decides which programs may read it."
      case .dataProtection:
        "The system encrypts it and opens it only to programs of the same developer, after the first unlock."
      case .file: "The system encrypts it with the login password, and asks you before another program reads it."
      }
    return StorageLocation(.keychain, place: place, protection: protection)
  }

  /// Returns one item; `nil` if it doesn't exist.
  func item(
    service: String, account: String, _ part: KeychainQuery.Part
  ) throws(TokenStoreError) -> KeychainItem? {
    let (status, items) = ask(.item(service: service, account: account)) { calls.copyMatching($0, part) }
    switch status {
    case .success: return items.first
    case .itemNotFound:
      try checkUnlocked()
      return nil
    default: throw error(status)
    }
  }

  /// Returns the attributes of all items of the store.
  func items() throws(TokenStoreError) -> [KeychainItem] {
    let (status, items) = ask(.marked(settings.mark)) { calls.copyMatching($0, .attributes) }
    if status == .itemNotFound { try checkUnlocked() }
    guard status == .success || status == .itemNotFound else { throw error(status) }
    return items
  }

  /// Checks that an item that wasn't found doesn't exist.
  ///
  /// Before the first unlock after a restart, iOS sometimes says that no item was found, in place of
  /// `errSecInteractionNotAllowed`, and users seem signed out (firebase/firebase-ios-sdk#16505,
  /// kylebshr/luka-ios#134). An item can't be added then. After the first unlock this can't happen
  /// any more, so one check is enough. macOS has no such state while programs of its user run.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked``.
  private func checkUnlocked() throws(TokenStoreError) {
    guard !settings.hasFileKeychain, !wasUnlocked.withLock(\.self) else { return }
    let item = KeychainItem(service: settings.test, account: "unlocked", label: "test", secret: Secret(""))
    let scope = KeychainQuery.Scope.item(service: item.service, account: item.account)
    let status = add(item, scope)
    if status.kind == .locked { throw error(status) }
    wasUnlocked.withLock { $0 = true }
    if status == .success || status == .duplicateItem { _ = ask(scope) { (calls.delete($0), ()) } }
  }

  /// Adds an item, or replaces the one with the same service and account.
  ///
  /// An existing item is updated in place. Deleting and adding it would lose the access that the
  /// user granted, and a crash in between would lose the item.
  func put(_ item: KeychainItem) throws(TokenStoreError) {
    let scope = KeychainQuery.Scope.item(service: item.service, account: item.account)
    var last = KeychainStatus.itemNotFound
    for _ in 0..<Self.attempts {
      last = ask(scope) { (calls.update($0, to: item, accessibility: settings.accessibility), ()) }.0
      if last == .itemNotFound { last = add(item, scope) }
      switch last {
      case .success: return
      // Another process added the item first, so the next attempt updates it.
      case .duplicateItem: continue
      default: throw error(last)
      }
    }
    throw error(last)
  }

  /// Adds an item. An existing item with the same service and account stays as it is.
  func addUnlessThere(_ item: KeychainItem) throws(TokenStoreError) {
    let status = add(item, .item(service: item.service, account: item.account))
    guard status == .success || status == .duplicateItem else { throw error(status) }
  }

  /// Removes an item, if it exists.
  func remove(service: String, account: String) throws(TokenStoreError) {
    let status = ask(.item(service: service, account: account)) { (calls.delete($0), ()) }.0
    guard status == .success || status == .itemNotFound else { throw error(status) }
  }

  private func add(_ item: KeychainItem, _ scope: KeychainQuery.Scope) -> KeychainStatus {
    ask(scope) {
      (calls.add(item, mark: settings.mark, accessibility: settings.accessibility, to: $0), ())
    }.0
  }

  /// Makes a call on the keychain in use, and determines the keychain on the first call.
  private func ask<Answer>(
    _ scope: KeychainQuery.Scope, _ call: (KeychainQuery) -> (KeychainStatus, Answer)
  ) -> (KeychainStatus, Answer) {
    let knownKind = kind
    let answer = call(query(scope, knownKind ?? .dataProtection))
    guard knownKind == nil else { return answer }
    switch answer.0 {
    case .success, .itemNotFound, .duplicateItem:
      kindInUse.withLock { $0 = .dataProtection }
      return answer
    // An access group shares items with other programs. The file keychain has no groups, so it is
    // no substitute.
    case .missingEntitlement where settings.hasFileKeychain && settings.accessGroup == nil:
      kindInUse.withLock { $0 = .file }
      return call(query(scope, .file))
    default:
      return answer
    }
  }

  private func query(_ scope: KeychainQuery.Scope, _ keychain: KeychainKind) -> KeychainQuery {
    KeychainQuery(keychain: keychain, scope: scope, accessGroup: settings.accessGroup)
  }

  private func error(_ status: KeychainStatus) -> TokenStoreError {
    let words = calls.words(for: status).map { ", \($0)" } ?? ""
    return TokenStoreError(status.kind, place: place, cause: "OSStatus \(status.rawValue)\(words)")
  }
}
