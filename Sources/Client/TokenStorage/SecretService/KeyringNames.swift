#if os(Linux)
/// The attributes that identify Pixy's items in a keyring. They are not secret.
struct KeyringNames: Sendable {
  /// The application that owns the items.
  let application: String

  /// The attributes of all items with tokens.
  var tokens: [String: String] { attributes("pixy.Tokens") }

  /// Returns the attributes of the item with an account's tokens.
  func tokens(of account: Account) -> [String: String] {
    attributes("pixy.Tokens", ["provider": account.provider, "name": account.name])
  }

  /// Returns the attributes of the item with the name of the current account.
  func choice(at provider: String) -> [String: String] {
    attributes("pixy.CurrentAccount", ["provider": provider])
  }

  /// Returns the attributes of the item with a key.
  func key(_ purpose: String) -> [String: String] {
    attributes("pixy.Key", ["purpose": purpose])
  }

  /// The attributes of the item that ``Keyring/testSave(_:)`` writes.
  var test: [String: String] { attributes("pixy.Test") }

  /// Returns the attributes of an item. libsecret and the keyring programs read its kind from
  /// `xdg:schema`.
  private func attributes(_ schema: String, _ more: [String: String] = [:]) -> [String: String] {
    var attributes = ["xdg:schema": schema, "application": application]
    attributes.merge(more) { first, _ in first }
    return attributes
  }
}

extension Keyring {
  /// Returns the secret of the item that has these attributes.
  ///
  /// - Returns: `nil` if there is no such item, or if it was removed meanwhile.
  func secret(_ attributes: [String: String]) throws(TokenStoreError) -> String? {
    guard let item = try items(attributes).first else {
      // Some services hide the items of a locked keyring. An empty result then proves nothing.
      _ = try openCollection()
      return nil
    }
    do {
      return try secret(of: item)
    } catch {
      guard error.kind == .unknownAccount else { throw error }
      return nil
    }
  }

  /// Removes all items that have these attributes.
  func remove(_ attributes: [String: String]) throws(TokenStoreError) {
    for item in try items(attributes) { try remove(item) }
  }

  /// Saves an item and reads it back. The caller removes the item.
  ///
  /// - Throws: ``TokenStoreError/Kind/damaged`` if the service returns another secret than the saved
  ///   one; the errors of ``keep(_:label:attributes:)``.
  func testSave(_ names: KeyringNames) throws(TokenStoreError) {
    let text = "Pixy wrote this to see whether tokens can be saved."
    try keep(text, label: "Pixy's test, which may be deleted", attributes: names.test)
    guard let item = try items(names.test).first else {
      throw TokenStoreError(.damaged, place: BusConnection.place, cause: "it has not saved a test item")
    }
    guard try secret(of: item) == text else {
      throw TokenStoreError(.damaged, place: BusConnection.place, cause: "it has changed a test item")
    }
  }

  /// Returns the accounts that have tokens, read from the items' attributes only, and an error for
  /// each item without an account.
  func listing(
    _ names: KeyringNames
  ) throws(TokenStoreError) -> (accounts: [Account], problems: [TokenStoreError]) {
    let items = try items(names.tokens)
    if items.isEmpty { _ = try openCollection() }
    var accounts: Set<Account> = []
    var problems: [TokenStoreError] = []
    for item in items {
      let attributes: [String: String]
      do {
        attributes = try self.attributes(of: item)
      } catch {
        // The item was removed after it was found.
        guard error.kind == .unknownAccount else { throw error }
        continue
      }
      guard let provider = attributes["provider"], let name = attributes["name"],
        let account = try? Account(provider: provider, name: name)
      else {
        guard item.isLocked else {
          problems.append(TokenStoreError(.damaged, place: item.path, cause: "it names no account"))
          continue
        }
        // If a keyring wasn't unlocked since it was started, GNOME Keyring stores only hashes of
        // the names.
        throw TokenStoreError(.locked, place: BusConnection.place, cause: "names can be read only after unlocking")
      }
      accounts.insert(account)
    }
    return (accounts.sorted(), problems)
  }
}
#endif
