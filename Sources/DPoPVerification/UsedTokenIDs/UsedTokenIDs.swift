#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Remembers which tokens were used that may be used once: DPoP proofs, client assertions, request objects.
///
/// All processes that answer for one server share what they remember, or a token works once in each of them.
/// ``InMemoryUsedTokenIDs`` is the kind for one process.
public protocol UsedTokenIDs: Sendable {
  /// Remembers a token in one atomic step, if it isn't remembered yet. Of any number of calls with one name, at the same time or one
  /// after another, exactly one is answered true before `until`.
  ///
  /// - Parameters:
  ///   - id: the token's name. A store keeps its hash alone.
  ///   - until: when the token is too old for everybody, so that it may be forgotten.
  /// - Returns: true if the token wasn't used before; false if it was, or `until` isn't ahead any more.
  /// - Throws: if it can't tell, and then the token isn't to be accepted.
  func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool
}
