/// Where authorization codes wait to be redeemed.
///
/// Nothing here supposes one process or one connection: ``spend(_:)`` is a single conditional
/// update, and everything else is plain reading and writing.
public protocol AuthorizationCodeStore: Sendable {
  /// Keeps a new code. Its answer is sent only after this returned.
  ///
  /// - Parameter record: the new code, by its hash.
  /// - Throws: whatever keeps the store from keeping it; no code is given then.
  func save(_ record: AuthorizationCodeRecord) async throws

  /// What is known about a code, whether it was spent or not; `nil` if it is unknown or forgotten.
  ///
  /// Reading spends nothing: the server first checks client, redirect URI and verifier, so that
  /// somebody who merely saw a code can't spoil the sign-in it belongs to.
  ///
  /// - Parameter hash: the hash of the code.
  /// - Throws: whatever keeps the store from answering; the client is told `server_error`.
  func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord?

  /// Marks a code as spent, in one atomic step.
  /// - Parameter hash: the hash of the code.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the code is unknown.
  /// - Throws: whatever keeps the store from it; no tokens are given then, and whether the code is
  ///   spent isn't known.
  func spend(_ hash: SecretHash) async throws -> Bool

  /// Keeps a new code, and with the session that it comes of that its person signed in at the
  /// client: ``SessionStore/add(_:to:)`` and ``save(_:)`` in this order.
  ///
  /// A store whose sessions lie beside its codes does both in one step, so that a sign-in costs one
  /// wait for the disk. The others need not implement it.
  /// - Parameters:
  ///   - record: the code.
  ///   - grant: the sign-in at the client.
  ///   - session: the session.
  ///   - sessions: where the session is.
  /// - Returns: `false` if the session has ended: the code must not be given.
  /// - Throws: what the two throw; no code is given then.
  func save(
    _ record: AuthorizationCodeRecord, adding grant: SessionGrant, to session: SessionID, in sessions: any SessionStore
  ) async throws -> Bool

  /// Keeps the tokens that a code is redeemed for, and marks the code as spent:
  /// ``IssuedTokenStore/save(_:)`` and ``spend(_:)`` in this order, the second whatever the first
  /// says.
  ///
  /// A store whose tokens lie beside its codes does both in one step, so that a redemption costs
  /// one wait for the disk. The others need not implement it.
  /// - Parameters:
  ///   - hash: the hash of the code.
  ///   - records: the tokens, all of one grant.
  ///   - tokens: where they are kept.
  /// - Throws: what the two throw; no tokens are given then.
  func spend(
    _ hash: SecretHash, keeping records: [IssuedToken], in tokens: any IssuedTokenStore
  ) async throws -> CodeRedemption
}

/// What became of a code and of the tokens that it was redeemed for.
public struct CodeRedemption: Sendable, Hashable {
  /// Whether the tokens were kept; `false` if their grant was revoked.
  public let isKept: Bool
  /// Whether this call spent the code; `true` to exactly one of all callers.
  public let isFirst: Bool

  /// Says what became of them: a store that does both in one step.
  /// - Parameters:
  ///   - isKept: whether the tokens were kept.
  ///   - isFirst: whether this call spent the code.
  public init(isKept: Bool, isFirst: Bool) {
    self.isKept = isKept
    self.isFirst = isFirst
  }
}

extension AuthorizationCodeStore {
  /// Adds the sign-in to the session, then keeps the code.
  /// - Parameters:
  ///   - record: the code.
  ///   - grant: the sign-in at the client.
  ///   - session: the session.
  ///   - sessions: where the session is.
  /// - Throws: what the two stores throw.
  public func save(
    _ record: AuthorizationCodeRecord, adding grant: SessionGrant, to session: SessionID, in sessions: any SessionStore
  ) async throws -> Bool {
    guard try await sessions.add(grant, to: session) else { return false }
    try await save(record)
    return true
  }

  /// Keeps the tokens, then spends the code.
  /// - Parameters:
  ///   - hash: the hash of the code.
  ///   - records: the tokens.
  ///   - tokens: where they are kept.
  /// - Throws: what the two stores throw.
  public func spend(
    _ hash: SecretHash, keeping records: [IssuedToken], in tokens: any IssuedTokenStore
  ) async throws -> CodeRedemption {
    let isKept = try await tokens.save(records)
    return CodeRedemption(isKept: isKept, isFirst: try await spend(hash))
  }
}
