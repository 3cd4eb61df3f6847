public import FoundationBasics

/// A store of used single-use tokens: DPoP proofs, client assertions, request objects.
///
/// All processes of a program must share one store; otherwise a token is accepted once by each
/// process. ``InMemoryUsedTokenIDs`` is for a single process.
public protocol UsedTokenIDs: Sendable {
  /// Stores a token's name in one atomic step, if it isn't stored yet. Among all calls with the
  /// same name before `until`, concurrent or not, exactly one returns true.
  ///
  /// - Parameters:
  ///   - id: The token's name. A store saves only its hash.
  ///   - until: The moment from which the token is too old everywhere, so that its name may be
  ///     discarded.
  /// - Returns: True if the token wasn't used before. False if it was, or if `until` has passed.
  /// - Throws: An error if the store fails. The token must then be rejected.
  func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool
}
