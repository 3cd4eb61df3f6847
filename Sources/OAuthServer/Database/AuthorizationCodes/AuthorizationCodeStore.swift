/// The store of authorization codes.
///
/// Several processes and connections may share a store: ``spend(_:)`` is one conditional update,
/// and all other methods only read or write.
public protocol AuthorizationCodeStore: Sendable {
  /// Saves a new code. The client gets the code only after this method has returned.
  ///
  /// - Parameter record: The new code, with its hash.
  /// - Throws: The store's error. No code is issued then.
  func save(_ record: AuthorizationCodeRecord) async throws

  /// Returns the record of a code, spent or not; `nil` if it is unknown or deleted.
  ///
  /// Reading spends nothing. The server first checks client, redirect URI and verifier, so that an
  /// attacker who only saw a code can't disturb its sign-in.
  ///
  /// - Parameter hash: The hash of the code.
  /// - Throws: The store's error. The client gets `server_error`.
  func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord?

  /// Marks a code as spent, in one atomic step.
  /// - Parameter hash: The hash of the code.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false`
  ///   to all others, and if the code is unknown.
  /// - Throws: The store's error. No tokens are issued then; the code may be spent or not.
  func spend(_ hash: SecretHash) async throws -> Bool

  /// Saves a new code, and adds its sign-in to the session: ``SessionStore/add(_:to:)`` and
  /// ``save(_:)``, in this order.
  ///
  /// A store whose sessions are in the same database does both in one step, so that a sign-in waits
  /// for the disk only once. Other stores need not implement this method.
  /// - Parameters:
  ///   - record: The code.
  ///   - grant: The sign-in at the client.
  ///   - session: The session.
  ///   - sessions: The store of the session.
  /// - Returns: `false` if the session has ended: the code must not be issued.
  /// - Throws: The errors of both methods. No code is issued then.
  func save(
    _ record: AuthorizationCodeRecord, adding grant: SessionGrant, to session: SessionID, in sessions: any SessionStore
  ) async throws -> Bool

  /// Saves the tokens that a code is redeemed for, and marks the code as spent:
  /// ``IssuedTokenStore/save(_:)`` and ``spend(_:)``, in this order. The code is spent even if the
  /// tokens are not saved.
  ///
  /// A store whose tokens are in the same database does both in one step, so that a redemption
  /// waits for the disk only once. Other stores need not implement this method.
  /// - Parameters:
  ///   - hash: The hash of the code.
  ///   - records: The tokens, all of one grant.
  ///   - tokens: The store of the tokens.
  /// - Returns: Whether the tokens were saved, and whether this call spent the code.
  /// - Throws: The errors of both methods. No tokens are issued then.
  func spend(
    _ hash: SecretHash, keeping records: [IssuedToken], in tokens: any IssuedTokenStore
  ) async throws -> CodeRedemption
}

/// The result of redeeming a code for tokens.
public struct CodeRedemption: Sendable, Hashable {
  /// Whether the tokens were saved; `false` if their grant was revoked.
  public let isKept: Bool
  /// Whether this call spent the code; `true` to exactly one of all callers.
  public let isFirst: Bool

  /// Creates a result. A store that does both in one step calls it.
  /// - Parameters:
  ///   - isKept: Whether the tokens were saved.
  ///   - isFirst: Whether this call spent the code.
  public init(isKept: Bool, isFirst: Bool) {
    self.isKept = isKept
    self.isFirst = isFirst
  }
}

extension AuthorizationCodeStore {
  /// Adds the sign-in to the session, then saves the code.
  /// - Parameters:
  ///   - record: The code.
  ///   - grant: The sign-in at the client.
  ///   - session: The session.
  ///   - sessions: The store of the session.
  /// - Throws: The errors of the two stores.
  public func save(
    _ record: AuthorizationCodeRecord, adding grant: SessionGrant, to session: SessionID, in sessions: any SessionStore
  ) async throws -> Bool {
    guard try await sessions.add(grant, to: session) else { return false }
    try await save(record)
    return true
  }

  /// Saves the tokens, then spends the code.
  /// - Parameters:
  ///   - hash: The hash of the code.
  ///   - records: The tokens.
  ///   - tokens: The store of the tokens.
  /// - Throws: The errors of the two stores.
  public func spend(
    _ hash: SecretHash, keeping records: [IssuedToken], in tokens: any IssuedTokenStore
  ) async throws -> CodeRedemption {
    let isKept = try await tokens.save(records)
    return CodeRedemption(isKept: isKept, isFirst: try await spend(hash))
  }
}
