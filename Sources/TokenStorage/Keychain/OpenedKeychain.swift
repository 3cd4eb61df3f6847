internal import Synchronization

/// The keychain that a program may use, found by asking, and what is done with single items of it.
///
/// The data-protection keychain comes first. A program without entitlements (a tool built with `swift build`) has none; on
/// macOS it gets the file keychain then. What was found is remembered. All calls block.
final class OpenedKeychain: Sendable {
  /// What doesn't change while a store lives.
  struct Settings: Sendable {
    /// Marks all items of the store.
    let mark: String
    let accessGroup: String?
    let accessibility: KeychainAccessibility
    let reason: String?
    let hasFileKeychain: Bool
  }

  /// How often a save begins anew because another process added or deleted the item in between.
  private static let attempts = 8

  private let calls: any KeychainCalls
  private let settings: Settings
  private let found = Mutex<KeychainKind?>(nil)

  init(_ calls: any KeychainCalls, _ settings: Settings) {
    self.calls = calls
    self.settings = settings
  }

  /// The keychain in use; nil until a call has told.
  var kind: KeychainKind? { found.withLock { $0 } }

  /// For people.
  var place: String {
    switch kind {
    case nil: "the keychain"
    case .dataProtection: "the data-protection keychain" + (settings.accessGroup.map { ", access group \($0)" } ?? "")
    case .file: "the login keychain"
    }
  }

  /// The same, with what protects it.
  var location: StorageLocation {
    let protection =
      switch kind {
      case nil: "The system encrypts it, and decides who may read it."
      case .dataProtection:
        "The system encrypts it and gives it to programs of the same developer alone, from the first unlock after a start."
      case .file: "The system encrypts it with the login password, and asks the person before another program reads it."
      }
    return StorageLocation(.keychain, place: place, protection: protection)
  }

  /// One item, or nil if it isn't there.
  func item(
    service: String, account: String, _ part: KeychainQuery.Part
  ) throws(TokenStoreError) -> KeychainItem? {
    let (status, items) = ask(.item(service: service, account: account)) { calls.copyMatching($0, part) }
    switch status {
    case .success: return items.first
    case .itemNotFound: return nil
    default: throw error(status)
    }
  }

  /// The attributes of all items of the store.
  func items() throws(TokenStoreError) -> [KeychainItem] {
    let (status, items) = ask(.marked(settings.mark)) { calls.copyMatching($0, .attributes) }
    guard status == .success || status == .itemNotFound else { throw error(status) }
    return items
  }

  /// Puts an item in the place of the one with the same service and account.
  ///
  /// In place if there is one: to delete and add it would forget whom the person had granted access to, and a process that
  /// dies in between would leave nothing.
  func put(_ item: KeychainItem) throws(TokenStoreError) {
    let scope = KeychainQuery.Scope.item(service: item.service, account: item.account)
    var last = KeychainStatus.itemNotFound
    for _ in 0..<Self.attempts {
      last = ask(scope) { (calls.update($0, to: item, accessibility: settings.accessibility), ()) }.0
      if last == .itemNotFound { last = add(item, scope) }
      switch last {
      case .success: return
      // Another process was quicker: now there is something to update.
      case .duplicateItem: continue
      default: throw error(last)
      }
    }
    throw error(last)
  }

  /// Adds an item, unless there is one with the same service and account, which stays.
  func addUnlessThere(_ item: KeychainItem) throws(TokenStoreError) {
    let status = add(item, .item(service: item.service, account: item.account))
    guard status == .success || status == .duplicateItem else { throw error(status) }
  }

  /// Removes an item if it is there.
  func remove(service: String, account: String) throws(TokenStoreError) {
    let status = ask(.item(service: service, account: account)) { (calls.delete($0), ()) }.0
    guard status == .success || status == .itemNotFound else { throw error(status) }
  }

  private func add(_ item: KeychainItem, _ scope: KeychainQuery.Scope) -> KeychainStatus {
    ask(scope) {
      (calls.add(item, mark: settings.mark, accessibility: settings.accessibility, to: $0), ())
    }.0
  }

  /// Makes a call on the keychain in use, and finds out which that is.
  private func ask<Answer>(
    _ scope: KeychainQuery.Scope, _ call: (KeychainQuery) -> (KeychainStatus, Answer)
  ) -> (KeychainStatus, Answer) {
    let known = kind
    let answer = call(query(scope, known ?? .dataProtection))
    guard known == nil else { return answer }
    switch answer.0 {
    case .success, .itemNotFound, .duplicateItem:
      found.withLock { $0 = .dataProtection }
      return answer
    // Who asked for an access group shares it with another program; the file keychain has none to share.
    case .missingEntitlement where settings.hasFileKeychain && settings.accessGroup == nil:
      found.withLock { $0 = .file }
      return call(query(scope, .file))
    default:
      return answer
    }
  }

  private func query(_ scope: KeychainQuery.Scope, _ keychain: KeychainKind) -> KeychainQuery {
    KeychainQuery(keychain: keychain, scope: scope, accessGroup: settings.accessGroup, reason: settings.reason)
  }

  private func error(_ status: KeychainStatus) -> TokenStoreError {
    let words = calls.words(for: status).map { ", \($0)" } ?? ""
    return TokenStoreError(status.kind, place: place, cause: "OSStatus \(status.rawValue)\(words)")
  }
}
