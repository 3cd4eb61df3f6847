internal import OAuthLookAlikes
internal import OAuthServer

/// An operation in a situation in which it changes something: the suite loses its answer, repeats
/// it, and lets 64 requests race for it.
struct RepeatableOperation: Sendable {
  typealias Database = any ServerDatabase
  typealias Check = StoreCheck<Database>

  /// The operation as a gerund: "redeeming a code".
  let name: String
  let operation: ServerDatabaseOperation
  /// The first result, in words.
  let result: String
  /// The result of each other of 64 requests at once; `nil` if all of them succeed.
  var others: String?
  /// Creates the situation.
  var prepare: @Sendable (Database) async throws -> Void = { _ in }
  /// Calls the operation for the request of this name, with fresh secrets of that request. Returns
  /// the result in words.
  let call: @Sendable (Database, _ request: String) async throws -> String
  /// Everything that the operation may change, in words, for the request of this name. Default:
  /// nothing can be read.
  var state: (@Sendable (Database, _ request: String) async throws -> [String])?

  /// The checks of the operation.
  var checks: [Check] {
    [
      Check("\(name): can be repeated after its answer was lost, and changes nothing twice") { open in
        try await prepare(try await open())
        try await fail(.after, try await open())
        let state = try await state?(open(), "first")
        for _ in 0..<2 {
          try expect(await call(open(), "first"), result, "the repetition returned")
          try StoreViolation.expect(
            await self.state?(open(), "first") == state, "the repetition changed something")
        }
      },
      Check("\(name): can be repeated after a failure that changed nothing") { open in
        try await prepare(try await open())
        let state = try await state?(open(), "first")
        try await fail(.before, try await open())
        try StoreViolation.expect(await self.state?(open(), "first") == state, "something was changed")
        try expect(await call(open(), "first"), result, "the repetition returned")
        if let state {
          try StoreViolation.expect(
            await self.state?(open(), "first") != state, "the suite sees no change")
        }
      },
      Check("\(name): counts as one request when 64 calls have one key") { open in
        let databases = [try await open(), try await open()]
        try await prepare(databases[0])
        for outcome in try await ServerDatabaseCompatibility.race({ try await call(databases[$0 % 2], "first") }) {
          try expect(outcome, result, "a repetition returned")
        }
        let state = try await state?(open(), "first")
        try expect(await call(open(), "first"), result, "a later repetition returned")
        try StoreViolation.expect(
          await self.state?(open(), "first") == state, "a later repetition changed something")
      },
      Check("\(name): succeeds for \(others == nil ? "each" : "one") of 64 concurrent requests") { open in
        let databases = [try await open(), try await open()]
        try await prepare(databases[0])
        let results = try await ServerDatabaseCompatibility.race { try await call(databases[$0 % 2], "request \($0)") }
        let successes = results.count { $0 == result }
        try StoreViolation.expect(successes == (others == nil ? 64 : 1), "\(successes) of 64 requests succeeded")
        if let others {
          try StoreViolation.expect(
            results.count { $0 == others } == 63, "the others returned \(Set(results)), not \(others)")
        }
      },
      Check("\(name): is done in whole or not at all when its task is cancelled, and can be repeated") { open in
        let database = try await open()
        try await prepare(database)
        let task = Task { try await call(database, "first") }
        task.cancel()
        _ = try? await task.value
        try expect(await call(open(), "first"), result, "the repetition returned")
      },
    ]
  }

  /// Calls the operation on a database that fails.
  private func fail(_ moment: FaultyServerDatabase.Moment, _ database: Database) async throws {
    let faulty = FaultyServerDatabase(database)
    faulty.fail([operation], moment)
    do {
      _ = try await call(faulty, "first")
    } catch is FaultyServerDatabase.Failure {
      return
    }
    throw StoreViolation("the suite doesn't call \(operation)")
  }

  private func expect(_ outcome: String, _ expectedResult: String, _ words: String) throws {
    try StoreViolation.expect(outcome == expectedResult, "\(words) \(outcome), not \(expectedResult)")
  }
}
