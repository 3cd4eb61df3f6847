internal import OAuthCore

/// The account that was chosen at each provider.
struct CurrentAccounts: Sendable, Equatable {
  /// One for each provider, sorted.
  private(set) var accounts: [Account] = []

  /// Nobody is chosen.
  init() {}

  /// Reads the file.
  ///
  /// - Throws: ``TokenStoreError/Kind/newerFormat``, ``TokenStoreError/Kind/damaged``.
  init(octets: [UInt8], place: String) throws(TokenStoreError) {
    // A list, since Unicode calls names of members equal that are different providers.
    let members = try FileFormat.current.members(octets, named: ["accounts"], place: place)
    guard let list = members["accounts"]?.array else { throw TokenStoreError(.damaged, place: place) }
    for element in list {
      guard let pair = element.strings, pair.count == 2,
        let account = try? Account(provider: pair[0], name: pair[1]), self.account(of: account.provider) == nil
      else { throw TokenStoreError(.damaged, place: place) }
      accounts.append(account)
    }
  }

  /// The file's octets.
  func octets() -> [UInt8] {
    FileFormat.current.octets(["accounts": .array(accounts.map { [.string($0.provider), .string($0.name)] })])
  }

  /// The account that was chosen at a provider.
  func account(of provider: String) -> Account? {
    accounts.first { $0.provider.utf8.elementsEqual(provider.utf8) }
  }

  /// Chooses an account.
  mutating func choose(_ account: Account) {
    accounts.removeAll { $0.provider.utf8.elementsEqual(account.provider.utf8) }
    accounts = (accounts + [account]).sorted()
  }

  /// Forgets that an account was chosen.
  mutating func forget(_ account: Account) {
    accounts.removeAll { $0 == account }
  }
}
