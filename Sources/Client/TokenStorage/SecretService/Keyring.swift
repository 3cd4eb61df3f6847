#if os(Linux)
/// The operations of the Secret Service on Swift values, over one connection. Only ``unlock()``
/// lets the keyring prompt the user.
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
  func items(_ attributes: [String: String]) throws(TokenStoreError) -> [Item] {
    let answer = try connection.call("SearchItems", of: Self.service, at: Self.root, [.texts(attributes)])
    guard answer.count == 2, case .paths(let unlockedPaths) = answer[0], case .paths(let lockedPaths) = answer[1] else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "the reply to SearchItems has an unknown form")
    }
    let items =
      unlockedPaths.map { Item(path: $0, isLocked: false) } + lockedPaths.map { Item(path: $0, isLocked: true) }
    return items.sorted { $0.path < $1.path }
  }

  /// Returns the collection of new items.
  ///
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is none. Pixy doesn't create one, because
  ///   that would prompt the user for a password.
  func defaultCollection() throws(TokenStoreError) -> String {
    let answer = try connection.call("ReadAlias", of: Self.service, at: Self.root, [.string("default")])
    guard let path = answer.first?.path, path != "/" else {
      throw TokenStoreError(
        .absent, place: BusConnection.place, cause: "there is no default keyring; sign in to the desktop, or create one"
      )
    }
    return path
  }

  /// Returns ``defaultCollection()`` if it is unlocked.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if it is locked.
  func openCollection() throws(TokenStoreError) -> String {
    let path = try defaultCollection()
    guard try connection.property("Locked", of: Self.collection, at: path) == .boolean(false) else {
      throw TokenStoreError(.locked, place: BusConnection.place)
    }
    return path
  }

  /// Returns the attributes of an item. A locked item may return only some of them.
  func attributes(of item: Item) throws(TokenStoreError) -> [String: String] {
    guard case .texts(let attributes) = try connection.property("Attributes", of: Self.item, at: item.path) else {
      return [:]
    }
    return attributes
  }

  /// Returns the secret of an item.
  func secret(of item: Item) throws(TokenStoreError) -> String {
    guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
    return try SecretSession(connection).secret(ofItem: item.path)
  }

  /// Saves a secret in the item that has these attributes, or in a new item. The service does it in
  /// one step: if it fails, the old secret stays.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the keyring is locked;
  ///   ``TokenStoreError/Kind/absent`` if there is no default keyring.
  func keep(_ secret: String, label: String, attributes: [String: String]) throws(TokenStoreError) {
    let place: String
    if let item = try items(attributes).first {
      guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
      // The item may be in another collection than the default one, which can change.
      place = item.collection
    } else {
      place = try openCollection()
    }
    let properties: [String: Variant] = [
      Self.item + ".Label": .string(label),
      Self.item + ".Attributes": .texts(attributes),
    ]
    let sealedSecret = try SecretSession(connection).seal(secret)
    let answer = try connection.call(
      "CreateItem", of: Self.collection, at: place, [.properties(properties), sealedSecret, .boolean(true)])
    try refusePrompt(answer.last)
  }

  /// Removes an item. An item that is already gone is no error.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the item is locked.
  func remove(_ item: Item) throws(TokenStoreError) {
    guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
    do {
      let answer = try connection.call("Delete", of: Self.item, at: item.path, [])
      try refusePrompt(answer.first)
    } catch {
      guard error.kind == .unknownAccount else { throw error }
    }
  }

  /// Unlocks the default collection, for which the keyring may prompt the user. Does nothing if it
  /// is already unlocked.
  ///
  /// - Throws: ``TokenStoreError/Kind/denied`` if the user declined.
  func unlock() throws(TokenStoreError) {
    let path = try defaultCollection()
    try SecretSession(connection).unlock(path)
  }

  /// Rejects a reply with the path of a prompt. The service would wait until the caller shows the
  /// prompt, and this code never shows one.
  private func refusePrompt(_ prompt: Variant?) throws(TokenStoreError) {
    guard let path = prompt?.path, path != "/" else { return }
    throw TokenStoreError(.locked, place: BusConnection.place, cause: "it needs to ask you first")
  }
}
#endif
