package import OAuthServer

/// A piece of work in a transaction, and the caller that waits for it, if one does.
///
/// The caller gets the result after the transaction was committed.
package struct DatabaseJob<Transaction>: Sendable {
  /// Resumes the caller.
  package typealias Answer = @Sendable () -> Void

  /// Does the work. It may be done again after everything was undone.
  package let work: @Sendable (Transaction) throws -> Answer
  /// Resumes the caller with an error.
  package let fail: @Sendable (ServerDatabaseError) -> Void

  /// - Parameters:
  ///   - body: The work.
  ///   - continuation: The caller, which is resumed once.
  package init<Result: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Result, _ continuation: CheckedContinuation<Result, any Error>
  ) {
    work = { transaction in
      let result = try body(transaction)
      return { continuation.resume(returning: result) }
    }
    fail = { continuation.resume(throwing: $0) }
  }

  /// Creates a job that no caller waits for.
  package init(
    _ body: @escaping @Sendable (Transaction) throws -> Void, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    work = { transaction in
      try body(transaction)
      return {}
    }
    fail = failed
  }
}
