#if os(Linux)
/// The operations of the Secret Service on Swift values, over one connection.
///
/// Only ``unlock()`` unlocks a keyring, except for an open wallet of KWallet. But a service may
/// answer any change with a prompt, and may lock single items of an unlocked keyring until the user
/// allows the access: KeePassXC does both. These prompts are answered by ``KeyringPrompt``.
///
/// The names are those of the Secret Service API, version 0.2 (freedesktop.org).
struct Keyring {
  /// The path of the service's object.
  static let root = "/org/freedesktop/secrets"
  static let service = "org.freedesktop.Secret.Service"
  static let collection = "org.freedesktop.Secret.Collection"
  static let item = "org.freedesktop.Secret.Item"

  /// An item of a keyring, without its secret.
  struct Item: Sendable, Hashable {
    /// The item's object path.
    let path: String
    /// Whether the secret is locked.
    let isLocked: Bool

    /// The path of the item's collection.
    var collection: String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }
  }

  let connection: BusConnection

  /// Returns the kind of the error if an object with this interface doesn't exist. An item may have
  /// been deleted. A daemon that is starting names the default collection before it exists.
  static func missing(_ interface: String) -> TokenStoreError.Kind {
    switch interface {
    case item: .unknownAccount
    case collection: .absent
    default: .failed
    }
  }

  /// Returns the items that have all of these attributes, sorted by path.
  ///
  /// - Throws: ``TokenStoreError/Kind/noKeyring`` if there is no keyring;
  ///   ``TokenStoreError/Kind/locked`` if all keyrings are locked.
  func items(_ attributes: [String: String]) throws(TokenStoreError) -> [Item] {
    try requireUnlockedKeyring()
    let answer = try connection.call("SearchItems", of: Self.service, at: Self.root, [.texts(attributes)])
    guard answer.count == 2, case .paths(let unlockedPaths) = answer[0], case .paths(let lockedPaths) = answer[1] else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "the reply to SearchItems has an unknown form")
    }
    let items =
      unlockedPaths.map { Item(path: $0, isLocked: false) } + lockedPaths.map { Item(path: $0, isLocked: true) }
    return items.sorted { $0.path < $1.path }
  }

  /// Throws unless a keyring is unlocked. KeePassXC answers a search of locked databases only after
  /// the user has closed its window, which it opens for any search.
  private func requireUnlockedKeyring() throws(TokenStoreError) {
    guard case .paths(let paths) = try connection.property("Collections", of: Self.service, at: Self.root) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "the reply to Collections has an unknown form")
    }
    guard !paths.isEmpty else { throw TokenStoreError(.noKeyring, place: BusConnection.place) }
    for path in paths where try !isLocked(collection: path) { return }
    throw TokenStoreError(.locked, place: BusConnection.place)
  }

  private func isLocked(collection path: String) throws(TokenStoreError) -> Bool {
    guard try connection.property("Locked", of: Self.collection, at: path) != .boolean(false) else { return false }
    guard isOpenWallet(path) else { return true }
    try unlock(path)
    return false
  }

  /// Whether a locked collection is an open wallet of KWallet, which calls a wallet locked until a
  /// program has unlocked it through the Secret Service (seen with 5.103). Unlocking it then needs no
  /// user.
  private func isOpenWallet(_ path: String) -> Bool {
    guard case .string(let name)? = try? connection.property("Label", of: Self.collection, at: path) else {
      return false
    }
    // Other keyrings have no such object.
    let answer = try? connection.call("isOpen", of: "org.kde.KWallet", at: "/modules/kwalletd5", [.string(name)])
    return answer?.first == .boolean(true)
  }

  /// Returns the collection of new items.
  ///
  /// - Throws: ``TokenStoreError/Kind/noKeyring`` if there is none. Pixy doesn't create one, because
  ///   that would prompt the user for a password.
  func defaultCollection() throws(TokenStoreError) -> String {
    let answer = try connection.call("ReadAlias", of: Self.service, at: Self.root, [.string("default")])
    guard let path = answer.first?.path, path != "/" else {
      throw TokenStoreError(.noKeyring, place: BusConnection.place)
    }
    return path
  }

  /// Returns ``defaultCollection()`` if it is unlocked.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if it is locked.
  func openCollection() throws(TokenStoreError) -> String {
    let path = try defaultCollection()
    try requireUnlocked(path)
    return path
  }

  /// Returns the attributes of an item. A locked item may return only some of them.
  func attributes(of item: Item) throws(TokenStoreError) -> [String: String] {
    guard case .texts(let attributes) = try connection.property("Attributes", of: Self.item, at: item.path) else {
      return [:]
    }
    return attributes
  }

  /// Throws ``TokenStoreError/Kind/locked`` if a collection is locked.
  private func requireUnlocked(_ collection: String) throws(TokenStoreError) {
    if try isLocked(collection: collection) { throw TokenStoreError(.locked, place: BusConnection.place) }
  }

  /// Returns the secret of an item.
  func secret(of item: Item) throws(TokenStoreError) -> String {
    try open(item)
    return try SecretSession(connection).secret(ofItem: item.path)
  }

  /// Lets the service ask the user for access to an item, if only the item is locked.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if its collection is locked.
  private func open(_ item: Item) throws(TokenStoreError) {
    guard item.isLocked else { return }
    try requireUnlocked(item.collection)
    try unlock(item.path)
  }

  /// Saves a secret in the item that has these attributes, or in a new item. The service does it in
  /// one step: if it fails, the old secret stays.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the keyring is locked;
  ///   ``TokenStoreError/Kind/noKeyring`` if there is no default keyring;
  ///   ``TokenStoreError/Kind/denied`` if the user or the service declined.
  func keep(_ secret: String, label: String, attributes: [String: String]) throws(TokenStoreError) {
    if let item = try items(attributes).first, try replaceSecret(of: item, with: secret) { return }
    let place = try openCollection()
    let properties: [String: Variant] = [
      Self.item + ".Label": .string(label),
      Self.item + ".Attributes": .texts(attributes),
    ]
    let sealedSecret = try SecretSession(connection).seal(secret)
    let answer = try connection.call(
      "CreateItem", of: Self.collection, at: place, [.properties(properties), sealedSecret, .boolean(true)])
    guard let prompt = prompt(answer.last) else { return }
    guard let path = try prompt.answer().path, path != "/" else {
      throw TokenStoreError(.denied, place: BusConnection.place, cause: "it created no item")
    }
  }

  /// Replaces an item's secret. `CreateItem` can replace an item too, but KeePassXC up to 2.7.5 then
  /// asks the user each time, whatever its settings are.
  ///
  /// - Returns: Whether the item is still there.
  private func replaceSecret(of item: Item, with secret: String) throws(TokenStoreError) -> Bool {
    do {
      try open(item)
      _ = try connection.call("SetSecret", of: Self.item, at: item.path, [try SecretSession(connection).seal(secret)])
      return true
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      return false
    }
  }

  /// Removes an item. An item that is already gone is no error.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the item is locked;
  ///   ``TokenStoreError/Kind/denied`` if the user declined.
  func remove(_ item: Item) throws(TokenStoreError) {
    if item.isLocked { try requireUnlocked(item.collection) }
    do {
      let answer = try connection.call("Delete", of: Self.item, at: item.path, [])
      if let prompt = prompt(answer.first) { _ = try prompt.answer() }
    } catch {
      guard error.kind == .unknownAccount else { throw error }
    }
  }

  /// Unlocks the default collection, for which the keyring may prompt the user. Does nothing if it
  /// is already unlocked.
  ///
  /// - Throws: ``TokenStoreError/Kind/denied`` if the user declined.
  func unlock() throws(TokenStoreError) {
    try unlock(try defaultCollection())
  }

  /// Unlocks a collection or an item, for which the keyring may prompt the user.
  private func unlock(_ path: String) throws(TokenStoreError) {
    let answer = try connection.call("Unlock", of: Self.service, at: Self.root, [.paths([path])])
    var unlockedPaths = answer.first
    if let prompt = prompt(answer.last) { unlockedPaths = try prompt.answer() }
    guard case .paths(let paths)? = unlockedPaths, !paths.isEmpty else {
      throw TokenStoreError(.denied, place: BusConnection.place, cause: "the keyring stayed locked")
    }
  }

  /// Returns the prompt that a reply asks the caller to open; `nil` if there is none.
  private func prompt(_ path: Variant?) -> KeyringPrompt? {
    guard let path = path?.path, path != "/" else { return nil }
    return KeyringPrompt(connection: connection, path: path)
  }
}
#endif
