import OAuthCore
import Synchronization
import Testing

@testable import OAuthServer

@Suite struct LookupFreshnessTests {
  /// Users that note how fresh their look-ups have to be.
  private final class NotingUsers: UserDirectory {
    private let users = InMemoryUserDirectory([TestServer.ada])
    private let notes = Mutex<Set<Bool>>([])

    func authenticate(username: String, password: Secret) async throws -> Subject? {
      try await users.authenticate(username: username, password: password)
    }

    func user(_ subject: Subject) async throws -> User? {
      notes.withLock { _ = $0.insert(LookupFreshness.mayBeBehind) }
      return try await users.user(subject)
    }

    /// Returns the notes since the last call.
    func taken() -> Set<Bool> {
      notes.withLock { notes in
        defer { notes = [] }
        return notes
      }
    }
  }

  @Test func `Only answers of introspection and UserInfo may come from a copy that is behind`() async throws {
    let users = NotingUsers()
    let test = try TestServer.withServices(users: users)
    let tokens = try await test.tokens(["scope": "openid profile"])
    #expect(users.taken() == [false])
    #expect(await test.userInfo(tokens.access).status == 200)
    #expect(users.taken() == [true])
    #expect(try await IntrospectionTests.ask(test, tokens.access).members["active"] == true)
    #expect(users.taken() == [true])
    let refresh = try #require(tokens.refresh)
    #expect(await test.post("/token", TestServer.refreshment(refresh)).status == 200)
    #expect(users.taken() == [false])
  }
}
