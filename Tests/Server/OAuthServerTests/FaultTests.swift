import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

@Suite("When the database, a directory or a page fails")
struct FaultTests {
  struct Failure: Error, CustomStringConvertible {
    let description = "SELECT secret FROM tokens"
  }

  struct NoClients: ClientStore {
    func client(_ id: String) async throws -> RegisteredClient? { throw Failure() }
  }

  /// Clients in a database that is away for a while.
  final class ClientsInDatabase: ClientStore {
    let clients: Mutex<Result<[RegisteredClient], ServerDatabaseError>>

    init(_ clients: [RegisteredClient]) { self.clients = Mutex(.success(clients)) }

    func client(_ id: String) async throws -> RegisteredClient? {
      try clients.withLock { try $0.get() }.first { $0.id == id }
    }
  }

  struct NoUsers: UserDirectory {
    func authenticate(username: String, password: Secret) async throws -> Subject? { throw Failure() }
    func user(_ subject: Subject) async throws -> User? { throw Failure() }
  }

  @Test("the client gets server_error once its redirect URI is known (RFC 6749 section 4.1.2.1)")
  func redirect() async throws {
    let withoutCodes = try TestServer()
    withoutCodes.faults.fail([.saveAuthorizationCode])
    for test in [try TestServer(users: NoUsers()), withoutCodes] {
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

  @Test(
    "the sign-in page still appears for a client that was read before, and for no other one",
    arguments: [ServerDatabaseError.Kind.unreachable, .busy, .damaged])
  func awayForAMoment(_ kind: ServerDatabaseError.Kind) async throws {
    let all = try TestServer.clients(openID: false)
    let clients = ClientsInDatabase(all)
    let test = try TestServer(clients: clients)
    #expect(await test.get("/authorize", TestServer.authorization()).status == 200)
    clients.clients.withLock { $0 = .failure(ServerDatabaseError(kind, "it is away")) }
    let isTemporary = kind != .damaged
    #expect(await test.get("/authorize", TestServer.authorization()).status == (isTemporary ? 200 : 500))
    #expect(await test.get("/authorize", TestServer.authorization(["client_id": "unread"])).status == 500)
    // A client that was removed stays unknown.
    clients.clients.withLock { $0 = .success([]) }
    #expect(await test.get("/authorize", TestServer.authorization()).status == 400)
    clients.clients.withLock { $0 = .failure(ServerDatabaseError(kind, "it is away")) }
    #expect(await test.get("/authorize", TestServer.authorization()).status == 500)
  }

  @Test("strangers that register many clients don't displace the operator's clients")
  func awayAfterManyRegistrations() async throws {
    let clients = ClientsInDatabase(try TestServer.clients(openID: false))
    let test = try TestServer(clients: clients)
    #expect(await test.get("/authorize", TestServer.authorization()).status == 200)
    for number in 0...1_000 {
      let client = RegisteredClient(
        id: "stranger\(number)", name: "Stranger", redirectURIs: [try RedirectURI("https://stranger.example/")],
        scope: try Scope(["profile"]))
      let record = ClientRegistrationRecord(
        client: client, words: [:], tokenHash: SecretHash(of: Secret("t")), issuedAt: test.clock.now,
        isFromOpenRegistration: true)
      _ = try await test.database.register(
        record, within: RegistrationLimits(clients: 2_000, clientsPerMinute: 2_000), at: test.clock.now)
      _ = await test.get("/authorize", TestServer.authorization(["client_id": client.id]))
    }
    clients.clients.withLock { $0 = .failure(ServerDatabaseError(.unreachable, "it is away")) }
    #expect(await test.get("/authorize", TestServer.authorization()).status == 200)
  }

  @Test("the token and UserInfo endpoints answer 500 without detail", .covers("CVE-2024-32967"))
  func machines() async throws {
    let test = try TestServer(clients: NoClients())
    let token = await test.post("/token", TestServer.redemption("x"))
    #expect(token.status == 500)
    #expect(try token.members == ["error": "server_error"])
    #expect(token.field("Cache-Control") == "no-store")
    let issuing = try TestServer()
    let access = try await issuing.tokens().access
    let users = try TestServer(users: NoUsers(), database: issuing.database)
    #expect(await users.userInfo(access).status == 500)
    issuing.faults.fail([.token])
    #expect(await issuing.userInfo(access).status == 500)
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
    let test = try TestServer()
    let code = try await test.code()
    let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
    test.faults.before(.redeemAuthorizationCode) { [database = test.database] in
      try await database.revoke(record.grant, refusingUntil: .distantFuture)
    }
    #expect(await test.post("/token", TestServer.redemption(code)).error == "invalid_grant")
    #expect(test.database.counts.tokens == 0)
  }
}
