public import OAuthCore

/// One requirement of a store: of an authorization server's database, clients, passwords or used
/// token IDs, or of a client's token store.
///
/// To test a store of your own, run every check of its kind, each on an empty store:
///
/// ```swift
/// @Test(arguments: PasswordStoreCompatibility.checks)
/// func `The store meets every requirement`(_ check: StoreCheck<any PasswordStore>) async throws {
///   let store = InMemoryPasswordStore(try PasswordStoreCompatibility.people())  // your own store
///   try await check.run { store }
/// }
/// ```
public struct StoreCheck<Store: Sendable>: Sendable, CustomStringConvertible {
  /// A function that opens the store. Each call opens the same store, as another process would.
  public typealias Open = @Sendable () async throws -> Store

  /// The requirement in a few words: what the store does.
  public let description: String
  private let body: @Sendable (@escaping Open) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (@escaping Open) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Checks the requirement on an empty store.
  /// - Parameter open: A function that opens the store, which is empty at first. The check calls
  ///   it several times, even while stores from earlier calls are in use.
  /// - Throws: ``StoreViolation`` if the store doesn't meet the requirement, and the store's
  ///   errors.
  public func run(_ open: @escaping Open) async throws {
    try await body(open)
  }
}

/// The error of a requirement that a store doesn't meet.
public struct StoreViolation: Error {
  /// The observed behavior.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  static func expect(_ condition: Bool, _ otherwise: String) throws {
    guard condition else { throw StoreViolation(otherwise) }
  }

  /// Runs a function in many concurrent tasks.
  /// - Returns: The results, in any order.
  static func simultaneously<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

extension StoreViolation: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "store_requirement_unmet", at: .configuration, .mistake, description,
      remedy: "Change the store so that it meets the requirement.")
  }
}
