internal import OAuthCore

/// The current account of each provider.
struct CurrentAccounts: Sendable, Equatable {
  /// The current accounts, at most one for each provider, sorted.
  private(set) var accounts: [Account] = []

  /// Creates an empty list.
  init() {}

  /// Parses the file.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat`` if a newer Pixy wrote the file;
  ///   ``TokenStoreError/Kind/damaged`` if the content isn't such a list.
  init(bytes: [UInt8], place: String) throws(TokenStoreError) {
    // A list and not an object: member names that are canonically equivalent in Unicode would
    // collide, although they name different providers.
    let members = try FileFormat.current.members(bytes, named: ["accounts"], place: place)
    guard let list = members["accounts"]?.array else { throw TokenStoreError(.damaged, place: place) }
    for element in list {
      guard let pair = element.strings, pair.count == 2,
        let account = try? Account(provider: pair[0], name: pair[1]), self.account(of: account.provider) == nil
      else { throw TokenStoreError(.damaged, place: place) }
      accounts.append(account)
    }
  }

  /// Returns the file's bytes.
  func bytes() -> [UInt8] {
    FileFormat.current.bytes(["accounts": .array(accounts.map { [.string($0.provider), .string($0.name)] })])
  }

  /// Returns the current account at a provider.
  func account(of provider: String) -> Account? {
    accounts.first { $0.provider.utf8.elementsEqual(provider.utf8) }
  }

  /// Makes an account the current one of its provider.
  mutating func choose(_ account: Account) {
    accounts.removeAll { $0.provider.utf8.elementsEqual(account.provider.utf8) }
    accounts = (accounts + [account]).sorted()
  }

  /// Removes an account from the list.
  mutating func forget(_ account: Account) {
    accounts.removeAll { $0 == account }
  }
}
