import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OAuthWebPostgreSQL
import OAuthWebSessions
import Testing

// The store of web applications is here because it needs the same server.
@Suite(.serialized, .enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct PostgreSQLSessionStoreTests {
  private static func open(_ schema: TemporarySchema, _ clock: WallClock? = nil) async throws -> PostgreSQLSessionStore
  {
    try await .open(schema.address, timeout: .seconds(120), clock: clock)
  }

  @Test(arguments: SessionStoreCompatibility.checks)
  func `The session store in PostgreSQL meets every requirement`(_ check: StoreCheck<any SessionStore>) async throws {
    let schema = try TemporarySchema()
    try await check.run { try await Self.open(schema) }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `The session store in PostgreSQL completes each sign-in once`(
    _ check: StoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    let schema = try TemporarySchema()
    let clock = ManualClock()
    try await check.run { (try await Self.open(schema, clock.wallClock), clock) }
  }

  @Test func `Processes that start together create its tables once, beside those of the application`() async throws {
    let schema = try TemporarySchema()
    try schema.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY)")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try await Self.open(schema) } }
      try await group.waitForAll()
    }
    #expect(try schema.number("SELECT version FROM pixy_sessions_schema") == 1)
    #expect(try schema.number("SELECT count(*) FROM notes") == 0)
  }

  @Test func `Tables that a newer version changed in a way that this one can't use are left alone`() async throws {
    let schema = try TemporarySchema()
    _ = try await Self.open(schema)
    try schema.execute("UPDATE pixy_sessions_schema SET version = 7, oldest_version = 6")
    let error = await #expect(throws: ServerDatabaseError.self) { try await Self.open(schema) }
    #expect(error?.kind == .newerVersion)
  }

  @Test func `Sign-ins and refreshes go on while their connections are broken again and again`() async throws {
    let schema = try TemporarySchema()
    let store = try await Self.open(schema)
    let session = SessionName(text: "session"), now = Date()
    try await store.insert(
      SessionRecord(
        name: session, user: SessionName(text: "user"), content: "content", tokens: "0", idleEnd: now + 600,
        end: now + 600))
    for number in 1...30 {
      async let broken: Void = schema.endOtherConnections()
      let id = UsedTokenID(.authorizationState, of: "app", "\(number)")
      #expect(try await store.lock(session, holder: "\(number)", until: now + 60, now: now))
      #expect(try await store.replaceTokens(of: session, with: "\(number)"))
      try await store.unlock(session, holder: "\(number)")
      // Once, even if the connection broke after the commit.
      #expect(try await store.useOnce(id, until: now + 600))
      #expect(try await !store.useOnce(id, until: now + 600))
      try await broken
    }
    #expect(try await store.session(session, now: now)?.tokens == "30")
  }

  @Test func `A server that is gone is an error that says so, and names no secret`() async throws {
    let error = await #expect(throws: ServerDatabaseError.self) {
      try await PostgreSQLSessionStore.open("postgresql://app:the-password@/app?host=/nowhere")
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.description.contains("the-password") == false)
  }
}
