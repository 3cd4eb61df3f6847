/// One promise of a store of the authorization server, checked on a store that is empty.
///
/// Tests of a store run every check of its kind:
///
/// ```swift
/// @Test(arguments: AuthorizationCodeStoreCompatibility.checks)
/// func `The store keeps its promises`(_ check: ServerStoreCheck<any AuthorizationCodeStore>) async throws {
///   let folder = temporaryFolder()
///   try await check.run { try await MyStore(folder) }
/// }
/// ```
public struct ServerStoreCheck<Store: Sendable>: Sendable, CustomStringConvertible {
  /// Opens the store: each call gives the same one, as another server process would have it.
  public typealias Open = @Sendable () async throws -> Store

  /// The promise as a sentence.
  public let description: String
  private let body: @Sendable (@escaping Open) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (@escaping Open) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Checks the promise on a store that is empty.
  /// - Parameter open: opens the store; called again to see what another process sees.
  /// - Throws: ``ServerStoreViolation`` if it isn't kept; what the store throws.
  public func run(_ open: @escaping Open) async throws {
    try await body(open)
  }
}

/// A promise of a store that isn't kept.
public struct ServerStoreViolation: Error, CustomStringConvertible {
  /// What was seen instead.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  static func expect(_ condition: Bool, _ otherwise: String) throws {
    guard condition else { throw ServerStoreViolation(otherwise) }
  }

  /// Does something many times at once.
  /// - Returns: the results, in any order.
  static func simultaneously<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
