#if os(Linux)
/// The Secret Service's objects, as values, over one connection. Nothing here lets the keyring ask the person for anything,
/// but ``unlock()``.
///
/// The names are those of the Secret Service API, version 0.2 (freedesktop.org).
struct Keyring {
  /// Where the service is.
  static let root = "/org/freedesktop/secrets"
  static let service = "org.freedesktop.Secret.Service"
  static let collection = "org.freedesktop.Secret.Collection"
  static let item = "org.freedesktop.Secret.Item"

  /// What is kept in a keyring, without its secret.
  struct Item: Sendable, Hashable {
    /// The object's path.
    let path: String
    /// Whether its secret can't be had now.
    let isLocked: Bool

    /// The path of the collection that it is in.
    var collection: String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }
  }

  let connection: BusConnection

  /// The items that have all these attributes, in the order of their paths.
  func items(_ attributes: [String: String]) throws(TokenStoreError) -> [Item] {
    let answer = try connection.call("SearchItems", of: Self.service, at: Self.root, [.texts(attributes)])
    guard answer.count == 2, case .paths(let unlocked) = answer[0], case .paths(let locked) = answer[1] else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "SearchItems has an answer of an unknown form")
    }
    let items = unlocked.map { Item(path: $0, isLocked: false) } + locked.map { Item(path: $0, isLocked: true) }
    return items.sorted { $0.path < $1.path }
  }

  /// The collection that new items go to.
  ///
  /// - Throws: ``TokenStoreError/Kind/absent`` if nobody has made one: making one asks the person for a password.
  func defaultCollection() throws(TokenStoreError) -> String {
    let answer = try connection.call("ReadAlias", of: Self.service, at: Self.root, [.string("default")])
    guard let path = answer.first?.path, path != "/" else {
      throw TokenStoreError(
        .absent, place: BusConnection.place, cause: "it has no default keyring yet; sign in to the desktop, or make one"
      )
    }
    return path
  }

  /// As ``defaultCollection()``, if it is unlocked.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked``.
  func openCollection() throws(TokenStoreError) -> String {
    let path = try defaultCollection()
    guard try connection.property("Locked", of: Self.collection, at: path) == .boolean(false) else {
      throw TokenStoreError(.locked, place: BusConnection.place)
    }
    return path
  }

  /// The attributes of an item, which may be fewer than it has while it is locked.
  func attributes(of item: Item) throws(TokenStoreError) -> [String: String] {
    guard case .texts(let attributes) = try connection.property("Attributes", of: Self.item, at: item.path) else {
      return [:]
    }
    return attributes
  }

  /// The secret of an item.
  func secret(of item: Item) throws(TokenStoreError) -> String {
    guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
    return try SecretSession(connection).secret(ofItem: item.path)
  }

  /// Keeps a secret in the item that has these attributes, or in a new one: one step of the service, whose old secret stays
  /// if it fails.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked``, ``TokenStoreError/Kind/absent``.
  func keep(_ secret: String, label: String, attributes: [String: String]) throws(TokenStoreError) {
    let place: String
    if let item = try items(attributes).first {
      guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
      // It may be in another collection than the default, which can change.
      place = item.collection
    } else {
      place = try openCollection()
    }
    let properties: [String: Variant] = [
      Self.item + ".Label": .string(label),
      Self.item + ".Attributes": .texts(attributes),
    ]
    let sealed = try SecretSession(connection).seal(secret)
    let answer = try connection.call(
      "CreateItem", of: Self.collection, at: place, [.properties(properties), sealed, .boolean(true)])
    try refusePrompt(answer.last)
  }

  /// Removes an item; one that is gone already is no error.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked``.
  func remove(_ item: Item) throws(TokenStoreError) {
    guard !item.isLocked else { throw TokenStoreError(.locked, place: BusConnection.place) }
    do {
      let answer = try connection.call("Delete", of: Self.item, at: item.path, [], isItem: true)
      try refusePrompt(answer.first)
    } catch {
      guard error.kind == .unknownAccount else { throw error }
    }
  }

  /// Unlocks the default collection. The keyring may ask the person, and does nothing if it is unlocked already.
  ///
  /// - Throws: ``TokenStoreError/Kind/denied`` if the person declined.
  func unlock() throws(TokenStoreError) {
    let path = try defaultCollection()
    try SecretSession(connection).unlock(path)
  }

  /// A service that first wants to ask the person gives the path of a prompt, and waits for somebody to show it. Nobody does.
  private func refusePrompt(_ prompt: Variant?) throws(TokenStoreError) {
    guard let path = prompt?.path, path != "/" else { return }
    throw TokenStoreError(.locked, place: BusConnection.place, cause: "it wants to ask the person first")
  }
}
#endif
