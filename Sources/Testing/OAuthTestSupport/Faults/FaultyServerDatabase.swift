public import OAuthLookAlikes
public import OAuthServer
internal import Synchronization

/// A server's database around another one that fails when a test asks for it.
///
/// ```swift
/// let database = FaultyServerDatabase(InMemoryServerDatabase())
/// database.fail([.redeemAuthorizationCode], .after)
/// ```
///
/// From then on every redemption is done and its answer is lost, as if the connection broke during
/// the commit.
public final class FaultyServerDatabase: ServerDatabaseWrapper {
  /// The moment of a failure.
  public enum Moment: Sendable, Hashable {
    /// The operation isn't done.
    case before
    /// The operation is done, and its answer is lost.
    case after
  }

  /// The error of a planned failure, as a database of another package throws it. Its text looks
  /// like a secret that a server must not log.
  public struct Failure: Error, CustomStringConvertible {
    /// A statement, as careless databases quote it.
    public let description = "SELECT secret FROM database"
  }

  private struct Plan: Sendable {
    var failures: [ServerDatabaseOperation: Moment] = [:]
    var actions: [ServerDatabaseOperation: @Sendable () async throws -> Void] = [:]
  }

  /// The database that does the work.
  public let base: any ServerDatabase
  private let plan = Mutex(Plan())

  /// Passes everything on until a failure is planned.
  ///
  /// - Parameter database: The database that does the work.
  public init(_ database: any ServerDatabase) {
    base = database
  }

  /// Plans failures in place of those that were planned before.
  ///
  /// - Parameters:
  ///   - operations: The operations that fail until the next call; none to let all succeed.
  ///   - moment: The moment of the failure.
  public func fail(_ operations: Set<ServerDatabaseOperation>, _ moment: Moment = .before) {
    plan.withLock { plan in
      plan.failures = Dictionary(operations.map { ($0, moment) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Has something happen before each call of an operation, as another process might do it.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - action: The action; an error that it throws is the operation's.
  public func before(_ operation: ServerDatabaseOperation, do action: @escaping @Sendable () async throws -> Void) {
    plan.withLock { $0.actions[operation] = action }
  }

  /// Does an operation, with the failure and the action that are planned for it.
  public func call<Result>(
    _ operation: ServerDatabaseOperation, _ body: () async throws -> Result
  ) async throws -> Result {
    let (failure, action) = plan.withLock { ($0.failures[operation], $0.actions[operation]) }
    try await action?()
    guard failure != .before else { throw Failure() }
    let result = try await body()
    guard failure == nil else { throw Failure() }
    return result
  }
}
