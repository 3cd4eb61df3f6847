#if os(Linux)
/// The attributes by which Pixy's items are found in a keyring. They are not secret.
struct KeyringNames: Sendable {
  /// Whose items.
  let application: String

  /// All items with tokens.
  var tokens: [String: String] { attributes("pixy.Tokens") }

  /// The item with an account's tokens.
  func tokens(of account: Account) -> [String: String] {
    attributes("pixy.Tokens", ["provider": account.provider, "name": account.name])
  }

  /// The item with the name of the current account.
  func choice(at provider: String) -> [String: String] {
    attributes("pixy.CurrentAccount", ["provider": provider])
  }

  /// The item with a key.
  func key(_ purpose: String) -> [String: String] {
    attributes("pixy.Key", ["purpose": purpose])
  }

  /// `xdg:schema` is where libsecret and the keyrings' programs look for an item's kind.
  private func attributes(_ schema: String, _ more: [String: String] = [:]) -> [String: String] {
    var attributes = ["xdg:schema": schema, "application": application]
    attributes.merge(more) { first, _ in first }
    return attributes
  }
}

extension Keyring {
  /// The secret of the item that has these attributes.
  ///
  /// - Returns: `nil` if there is none, or it was removed a moment ago.
  func secret(_ attributes: [String: String]) throws(TokenStoreError) -> String? {
    guard let item = try items(attributes).first else {
      // Some services show nothing of a locked keyring: then nobody knows.
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

  /// The accounts that have tokens, by the items' attributes alone, and an error for each item that names none.
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
        // Removed since it was found.
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
        // GNOME Keyring keeps hashes of the names of a keyring that wasn't unlocked since it was started.
        throw TokenStoreError(.locked, place: BusConnection.place, cause: "names can't be read before it is unlocked")
      }
      accounts.insert(account)
    }
    return (accounts.sorted(), problems)
  }
}
#endif
