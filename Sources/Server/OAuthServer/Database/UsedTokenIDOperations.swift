public import FoundationBasics
public import OAuthCore

/// Tokens that may be used once: DPoP proofs (RFC 9449 §11.1) and assertions (RFC 7523 §3).
public protocol UsedTokenIDOperations: Sendable {
  /// Uses a token.
  ///
  /// - Parameters:
  ///   - id: The token's name.
  ///   - until: The end of the token's validity, until which it is remembered.
  ///   - moment: The present time.
  ///   - request: The key of the HTTP request.
  /// - Returns: `true` to exactly one request before `until`; `false` to others, and if `until`
  ///   isn't ahead.
  /// - Throws: Any error of the database. The token isn't accepted.
  func use(_ id: UsedTokenID, until: Date, at moment: Date, request: RequestKey) async throws -> Bool
}

/// The used token IDs in the server's database, for the DPoP proof of one request.
struct UsedTokenIDsInDatabase: UsedTokenIDs {
  let database: any UsedTokenIDOperations
  let clock: WallClock
  /// The key of the request.
  let request: RequestKey

  func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool {
    try await database.use(id, until: until, at: clock.now(), request: request)
  }
}
