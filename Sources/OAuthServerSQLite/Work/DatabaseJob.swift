internal import GRDB

/// Something to do in a transaction, and whom to tell.
///
/// What it found is told only after the transaction it was part of has ended well.
struct DatabaseJob: Sendable {
  /// Tells who waits.
  typealias Answer = @Sendable () -> Void

  /// Does the work and says how to tell of it. It is done again if anything in its transaction failed.
  let work: @Sendable (Database) throws -> Answer
  /// Tells who waits that it failed.
  let fail: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - body: the work.
  ///   - continuation: who waits; resumed once, by the answer or by ``fail``.
  init<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result, _ continuation: CheckedContinuation<Result, any Error>
  ) {
    work = { database in
      let result = try body(database)
      return { continuation.resume(returning: result) }
    }
    fail = { continuation.resume(throwing: ServerDatabaseError(during: $0)) }
  }
}
