import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("When a store or a page fails")
struct FaultTests {
  struct Failure: Error, CustomStringConvertible {
    let description = "SELECT secret FROM tokens"
  }

  struct NoClients: ClientStore {
    func client(_ id: String) async throws -> RegisteredClient? { throw Failure() }
  }

  struct NoUsers: UserDirectory {
    func authenticate(username: String, password: Secret) async throws -> Subject? { throw Failure() }
    func user(_ subject: Subject) async throws -> User? { throw Failure() }
  }

  struct NoCodes: AuthorizationCodeStore {
    func save(_ record: AuthorizationCodeRecord) async throws { throw Failure() }
    func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? { throw Failure() }
    func spend(_ hash: SecretHash) async throws -> Bool { throw Failure() }
  }

  /// A code store that revokes the grant between two steps of its redemption, as a replay in
  /// another process can.
  struct RevokedMeanwhile: AuthorizationCodeStore {
    let codes: InMemoryAuthorizationCodeStore
    let tokens: InMemoryIssuedTokenStore

    func save(_ record: AuthorizationCodeRecord) async throws { try await codes.save(record) }
    func find(_ hash: SecretHash) async throws -> AuthorizationCodeRecord? {
      let record = try await codes.find(hash)
      if let record { try await tokens.revoke(record.grant, refusingUntil: .distantFuture) }
      return record
    }
    func spend(_ hash: SecretHash) async throws -> Bool { try await codes.spend(hash) }
  }

  @Test("the client gets server_error once its redirect URI is known (RFC 6749 section 4.1.2.1)")
  func redirect() async throws {
    for test in [try TestServer(users: NoUsers()), try TestServer(codes: NoCodes())] {
      #expect(try await test.decide(TestServer.authorization()).callbackError() == "server_error")
      #expect(test.log.records.contains { $0.contains("Failure") })
      #expect(!test.log.records.contains { $0.contains("SELECT") })
    }
  }

  @Test("before the redirect URI is known, the user gets a page with status 500 and no detail")
  func page() async throws {
    let test = try TestServer(clients: NoClients())
    for answer in [
      await test.get("/authorize", TestServer.authorization()), await test.decide(TestServer.authorization()),
    ] {
      #expect(answer.status == 500)
      #expect(answer.text.hasPrefix("error:"))
      #expect(!answer.text.contains("SELECT"))
    }
  }

  @Test("the token and UserInfo endpoints answer 500 without detail")
  func machines() async throws {
    let test = try TestServer(clients: NoClients())
    let token = await test.post("/token", TestServer.redemption("x"))
    #expect(token.status == 500)
    #expect(try token.members == ["error": "server_error"])
    #expect(token.field("Cache-Control") == "no-store")
    let users = try TestServer(users: NoUsers(), tokens: AnyToken())
    #expect(await users.userInfo("x").status == 500)
  }

  struct AnyToken: IssuedTokenStore {
    func save(_ tokens: [IssuedToken]) async throws -> Bool { true }
    func find(_ hash: SecretHash) async throws -> IssuedToken? {
      IssuedToken(
        hash: hash, kind: .access, grant: GrantID(rawValue: "g"), clientID: "app", subject: Subject(rawValue: "1"),
        scope: .none, expires: .distantFuture)
    }
    func rotate(_ spent: SecretHash, to tokens: [IssuedToken], at moment: Date) async throws -> Rotation { .unknown }
    func delete(_ hash: SecretHash) async throws {}
    func revoke(_ grant: GrantID, refusingUntil until: Date) async throws {}
  }

  @Test("pages that can't be rendered become a line of text")
  func brokenPages() async throws {
    let test = try TestServer(pages: BrokenPages())
    #expect(await test.get("/authorize", TestServer.authorization()).status == 500)
    let answer = await test.get("/authorize", TestServer.authorization(["client_id": nil]))
    #expect(answer.status == 400)
    #expect(answer.field("Content-Type")?.hasPrefix("text/plain") == true)
  }

  @Test("a grant that is revoked while its code is redeemed returns no tokens")
  func revokedMeanwhile() async throws {
    let shared = try TestServer()
    let test = try TestServer(
      codes: RevokedMeanwhile(codes: shared.codes, tokens: shared.tokens), tokens: shared.tokens)
    let code = try await test.code()
    #expect(await test.post("/token", TestServer.redemption(code)).error == "invalid_grant")
    #expect(shared.tokens.count == 0)
  }
}
