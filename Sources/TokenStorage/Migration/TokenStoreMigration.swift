/// Moves tokens from one store to another.
///
/// Each account is moved under its locks in both stores, so that nobody refreshes tokens while they are on their way: copied,
/// read back and compared, made the current one if it was, and only then deleted at the source. Whenever it is interrupted,
/// each account's tokens are in one store or in both, and running it again ends it. Of two that differ the newer ones by
/// `receivedAt` stay, which are the ones that a refresh gave last.
///
/// ``StorageLadder/move(to:)`` calls it; others do where they keep tokens without a ladder.
public struct TokenStoreMigration: Sendable {
  /// Where tokens are taken from.
  public let source: any TokenStore
  /// Where they go.
  public let destination: any TokenStore

  /// Prepares to move tokens.
  ///
  /// - Parameters:
  ///   - source: where tokens are taken from; what was moved is deleted there.
  ///   - destination: where they go; may hold accounts already.
  /// - Throws: ``TokenStoreError/Kind/failed`` if both are the same place: what were copied would be deleted.
  public init(from source: any TokenStore, to destination: any TokenStore) throws(TokenStoreError) {
    let (here, there) = (source.location, destination.location)
    // Memory is called the same in each store of this kind.
    let isSamePlace = here.kind == there.kind && here.place == there.place && here.kind != .memory
    guard !isSamePlace, source as AnyObject !== destination as AnyObject else {
      throw TokenStoreError(.failed, place: there.place, cause: "the tokens are in this place already")
    }
    self.source = source
    self.destination = destination
  }

  /// Moves every account.
  ///
  /// - Throws: ``TokenStoreError`` if a store can't be used, or `CancellationError`: accounts before that are moved, the others
  ///   aren't; run it again. What is damaged, or written by a newer version, is no error: it is left, and the others are moved.
  public func run() async throws -> MigrationReport {
    var moved: [Account] = []
    var left: [MigrationReport.Remainder] = []
    let (accounts, problems) = try await source.listing()
    for account in accounts {
      do {
        if try await move(account) { moved.append(account) }
      } catch let error as TokenStoreError where error.kind == .damaged || error.kind == .newerFormat {
        left.append(MigrationReport.Remainder(account: account, error: error))
      }
    }
    return MigrationReport(moved: moved, left: left, problems: problems)
  }

  /// - Returns: whether there was anything to move.
  private func move(_ account: Account) async throws -> Bool {
    // Always in the same order, or two migrations in opposite directions would wait for each other.
    let isSourceFirst = Self.order(source.location).lexicographicallyPrecedes(Self.order(destination.location))
    let (first, second) = isSourceFirst ? (source, destination) : (destination, source)
    return try await first.withLock(on: account) {
      try await second.withLock(on: account) { try await moveLocked(account) }
    }
  }

  private func moveLocked(_ account: Account) async throws -> Bool {
    // Gone since it was listed: somebody signed out, or moved it.
    guard let tokens = try await source.tokens(for: account) else { return false }
    let present = try await destination.tokens(for: account)
    // A migration that was interrupted left a copy; if that one was refreshed since, it is the one that is good.
    let isNewerThere = present.map { $0.receivedAt > tokens.receivedAt } ?? false
    if present != tokens, !isNewerThere {
      try await destination.save(tokens, for: account)
      guard try await destination.tokens(for: account) == tokens else {
        throw TokenStoreError(
          .damaged, place: destination.location.place, cause: "a copy reads otherwise than it was written")
      }
    }
    if try await source.currentAccount(of: account.provider) == account {
      try await destination.setCurrentAccount(account)
    }
    try await source.delete(account)
    return true
  }

  private static func order(_ location: StorageLocation) -> [UInt8] {
    Array(location.kind.rawValue.utf8) + [0] + Array(location.place.utf8)
  }
}
