internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

extension AccountBook {
  /// Finds the account for a URL.
  ///
  /// Without a choice, it is the account whose resource (RFC 8707) contains the URL, of several the
  /// one with the longest path. If no account names such a resource, it is an account without
  /// resources there whose tokens may go to the URL's origin.
  ///
  /// - Parameters:
  ///   - target: The URL.
  ///   - choice: A name, a server, or both; `nil` if the user named no account.
  /// - Returns: `nil` if no account is for the URL.
  /// - Throws: ``AccountChoiceError`` if several are; the errors of ``account(_:)`` and of
  ///   ``HostAccounts``.
  func account(for target: Endpoint, named choice: String?) async throws -> StoredAccount? {
    if let choice { return try await account(choice) }
    if let found = try await account(ofResource: target) { return found }
    let hosts = HostAccounts(book: self, choice: nil, further: [])
    guard let found = try await hosts.account(for: [target.origin]) else { return nil }
    let resources = found.record.resources.compactMap { try? Endpoint($0) }
    return resources.contains { $0.origin == target.origin } ? nil : found
  }

  /// Finds the account for a request: the named one, otherwise that of the URL's resource, otherwise
  /// the default account.
  ///
  /// - Parameters:
  ///   - choice: A name, a server, or both; `nil` if the user named no account.
  ///   - target: The URL of the request; `nil` if it isn't known.
  /// - Throws: The errors of ``account(_:)``.
  func account(_ choice: String?, requesting target: Endpoint?) async throws -> StoredAccount {
    if choice == nil, let target, let found = try await account(ofResource: target) { return found }
    return try await account(choice)
  }

  /// Finds the account whose resource contains a URL.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: ``AccountChoiceError`` if several have the same resource and none of them is the default
  ///   account.
  func account(ofResource target: Endpoint) async throws -> StoredAccount? {
    var found: [StoredAccount] = []
    var longest = -1
    for account in try await accounts() {
      guard let kept = try await keptUnlessDamaged(account) else { continue }
      let lengths = kept.record.resources.compactMap { try? Endpoint($0) }.filter { $0.contains(target) }
        .map(\.text.utf8.count)
      guard let length = lengths.max(), length >= longest else { continue }
      if length > longest { found = [] }
      longest = length
      found.append(kept)
    }
    if found.count > 1, let usual = current.account(), let kept = found.first(where: { $0.account == usual }) {
      return kept
    }
    guard found.count <= 1 else { throw AccountChoiceError.several(found.map(\.account)) }
    return found.first
  }
}
