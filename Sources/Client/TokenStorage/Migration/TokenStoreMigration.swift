internal import Synchronization

/// Moves tokens from one store to another.
///
/// Each account is moved under its locks in both stores, so no token session refreshes its tokens
/// meanwhile. The tokens are copied, read back and compared; the account becomes current in the
/// destination if it was current before; only then is the source's copy deleted. After an
/// interruption each account's tokens are in one store or in both, and another run finishes the
/// migration. If the two copies differ, the one with the later `receivedAt` stays: it is the result
/// of the last refresh.
///
/// ``StorageLadder/move(to:)`` calls it. Call it directly if your app uses stores without a ladder.
public struct TokenStoreMigration: Sendable {
  /// The store that tokens are moved from.
  public let source: any TokenStore
  /// The store that tokens are moved to.
  public let destination: any TokenStore

  /// Prepares a migration.
  ///
  /// - Parameters:
  ///   - source: The store that tokens are moved from. Moved tokens are deleted there.
  ///   - destination: The store that tokens are moved to. It may already contain accounts.
  /// - Throws: ``TokenStoreError/Kind/failed`` if both are the same place: the deletion would
  ///   remove the copies.
  public init(from source: any TokenStore, to destination: any TokenStore) throws(TokenStoreError) {
    let (here, there) = (source.location, destination.location)
    // All stores of the kind `memory` have the same place.
    let isSamePlace = here.kind == there.kind && here.place == there.place && here.kind != .memory
    guard !isSamePlace, source as AnyObject !== destination as AnyObject else {
      throw TokenStoreError(.failed, place: there.place, cause: "the tokens are already in this place")
    }
    self.source = source
    self.destination = destination
  }

  /// Moves every account.
  ///
  /// A damaged account, or one that a newer version wrote, is no error: it stays in the source and
  /// is reported, and the others are moved.
  ///
  /// - Throws: ``TokenStoreError`` if a store can't be used, or `CancellationError`. Some accounts
  ///   have been moved by then; run the migration again for the others.
  public func run() async throws -> MigrationReport {
    try await run(skippingFailures: false)
  }

  /// Moves every account, as ``run()`` does.
  ///
  /// - Parameters:
  ///   - skipsFailures: Whether an account that can't be moved for any reason is reported as a
  ///     remainder, and the others are moved.
  ///   - beforeRemoval: Called once, when the first account is in the destination and about to be
  ///     removed from the source. Its error ends the migration.
  func run(
    skippingFailures skipsFailures: Bool = false, beforeRemoval: @Sendable () async throws -> Void = {}
  ) async throws -> MigrationReport {
    var movedAccounts: [Account] = []
    var remainders: [MigrationReport.Remainder] = []
    let isAnnounced = Mutex(false)
    let (accounts, problems) = try await source.listing()
    for account in accounts {
      do {
        let isMoved = try await move(account) {
          guard !isAnnounced.withLock(\.self) else { return }
          try await beforeRemoval()
          isAnnounced.withLock { $0 = true }
        }
        if isMoved { movedAccounts.append(account) }
      } catch let error as TokenStoreError
        where skipsFailures || error.kind == .damaged || error.kind == .newerFormat
      {
        remainders.append(MigrationReport.Remainder(account: account, error: error))
      }
    }
    return MigrationReport(movedAccounts: movedAccounts, remainders: remainders, problems: problems)
  }

  /// Moves one account.
  ///
  /// - Returns: Whether there was anything to move.
  private func move(_ account: Account, beforeRemoval: @Sendable () async throws -> Void) async throws -> Bool {
    // Always lock in the same order. Otherwise two migrations in opposite directions would
    // deadlock.
    let isSourceFirst = Self.order(source.location).lexicographicallyPrecedes(Self.order(destination.location))
    let (first, second) = isSourceFirst ? (source, destination) : (destination, source)
    return try await first.withLock(on: account) {
      try await second.withLock(on: account) { try await moveLocked(account, beforeRemoval) }
    }
  }

  private func moveLocked(
    _ account: Account, _ beforeRemoval: @Sendable () async throws -> Void
  ) async throws -> Bool {
    // A sign-out or another migration removed the tokens after they were listed.
    guard let tokens = try await source.tokens(for: account) else { return false }
    let present = try await destination.tokens(for: account)
    // An interrupted migration left a copy. If that copy was refreshed since, it is the valid one.
    let isNewerThere = present.map { $0.receivedAt > tokens.receivedAt } ?? false
    if present != tokens, !isNewerThere {
      try await destination.save(tokens, for: account)
      guard try await destination.tokens(for: account) == tokens else {
        throw TokenStoreError(
          .damaged, place: destination.location.place, cause: "a copy differs from the tokens that were written")
      }
    }
    if try await source.currentAccount(of: account.provider) == account {
      try await destination.setCurrentAccount(account)
    }
    try await beforeRemoval()
    try await source.delete(account)
    return true
  }

  private static func order(_ location: StorageLocation) -> [UInt8] {
    Array(location.kind.rawValue.utf8) + [0] + Array(location.place.utf8)
  }
}
