internal import OAuthServer
internal import OAuthServerSQL

/// A piece of work in a transaction, and the caller that waits for it, if one does.
///
/// The caller gets the result after the transaction was committed.
struct PostgreSQLJob: Sendable {
  /// Resumes the caller.
  typealias Answer = @Sendable () -> Void

  /// The names that are locked before the work begins.
  let locks: [SQLLock]
  /// The statement that the work executes first, if it is known.
  let first: SQLStatement?
  /// The moment after which the caller gets an error instead of another attempt.
  let end: ContinuousClock.Instant
  /// Does the work. It is done again if the transaction was undone, or if its commit is in doubt.
  let work: @Sendable (any SQLTransaction) throws -> Answer
  /// Resumes the caller with an error.
  let fail: @Sendable (any Error) -> Void

  /// Whether the job gets a transaction of its own, so that no short job waits for it.
  var isLongStep: Bool { locks.contains(.longStep) }

  /// - Parameters:
  ///   - body: The work.
  ///   - continuation: The caller, which is resumed once.
  init<Result: Sendable>(
    locking locks: [SQLLock] = [], first: SQLStatement? = nil, until end: ContinuousClock.Instant,
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result,
    _ continuation: CheckedContinuation<Result, any Error>
  ) {
    self.locks = locks
    self.first = first
    self.end = end
    work = { transaction in
      let result = try body(transaction)
      return { continuation.resume(returning: result) }
    }
    fail = { continuation.resume(throwing: ServerDatabaseError(during: $0)) }
  }

  /// Creates a job that no caller waits for.
  init(
    until end: ContinuousClock.Instant, _ body: @escaping @Sendable (any SQLTransaction) throws -> Void,
    failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    locks = []
    first = nil
    self.end = end
    work = { transaction in
      try body(transaction)
      return {}
    }
    fail = { failed(ServerDatabaseError(during: $0)) }
  }
}
