/// Where authorization codes wait to be redeemed.
///
/// Nothing here supposes one process or one connection: ``spend(_:)`` is a single conditional update, and everything
/// else is plain reading and writing.
public protocol AuthorizationCodeStore: Sendable {
  /// Keeps a new code. Its answer is sent only after this returned.
  func save(_ record: AuthorizationCodeRecord) async throws

  /// What is known about a code, whether it was spent or not; `nil` if it is unknown or forgotten.
  ///
  /// Reading spends nothing: the server first checks client, redirect URI and verifier, so that somebody who merely
  /// saw a code can't spoil the sign-in it belongs to.
  func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord?

  /// Marks a code as spent, in one atomic step.
  /// - Returns: `true` to exactly one of all callers, in any number of tasks and processes; `false` to all others, and
  ///   if the code is unknown.
  func spend(_ hash: SecretHash) async throws -> Bool
}
