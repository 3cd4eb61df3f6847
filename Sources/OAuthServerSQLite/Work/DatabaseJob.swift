internal import GRDB
internal import OAuthServer

/// A piece of work in a transaction, and the caller that waits for it, if one does.
///
/// The caller gets the result after the transaction was committed.
struct DatabaseJob: Sendable {
  /// Resumes the caller.
  typealias Answer = @Sendable () -> Void

  /// Does the work. It is done again if any other job of its transaction failed.
  let work: @Sendable (Database) throws -> Answer
  /// Resumes the caller with an error.
  let fail: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - body: The work.
  ///   - continuation: The caller, which is resumed once.
  init<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result, _ continuation: CheckedContinuation<Result, any Error>
  ) {
    work = { database in
      let result = try body(database)
      return { continuation.resume(returning: result) }
    }
    fail = { continuation.resume(throwing: ServerDatabaseError(during: $0)) }
  }

  /// Creates a job that no caller waits for.
  init(
    _ body: @escaping @Sendable (Database) throws -> Void, failed: @escaping @Sendable (ServerDatabaseError) -> Void
  ) {
    work = { database in
      try body(database)
      return {}
    }
    fail = { failed(ServerDatabaseError(during: $0)) }
  }
}
