import Evidence
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

/// Groups of users, and claims in ID tokens, for applications that read nothing else.
@Suite struct GroupTests {
  /// A directory of one user, who changes groups.
  private final class Directory: UserDirectory {
    private let groups = Mutex<[String]>(["staff", "admins"])

    func join(_ names: [String]) { groups.withLock { $0 = names } }

    private var ada: User {
      User(
        subject: Subject(rawValue: "ada-1"), username: "ada", name: "Ada", email: "ada@example.com",
        claims: ["groups": .array(groups.withLock { $0 }.map { .string($0) })])
    }

    func authenticate(username: String, password: Secret) async throws -> Subject? { ada.subject }
    func user(_ subject: Subject) async throws -> User? { subject == ada.subject ? ada : nil }
  }

  private let users = Directory()

  private func test(
    moreClients: [RegisteredClient] = [], configured: (inout AuthorizationServerConfiguration) -> Void = { _ in },
    _ adjust: (inout ClientSettings) -> Void
  ) throws -> TestServer {
    var settings = ClientSettings()
    adjust(&settings)
    let scope = try Scope(["openid", "email", "groups"])
    let client = RegisteredClient(
      id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: scope,
      grants: [.authorizationCode, .refreshToken, .tokenExchange, .jwtBearer], settings: settings)
    return try TestServer(asking: [client] + moreClients, users: users, scopes: scope.tokens, configure: configured)
  }

  private func tokens(_ test: TestServer, scope: String) async throws -> TokenAnswer {
    try await test.redeemed(try await test.decide(TestServer.webRequest(["scope": scope])).callback("code"))
  }

  private func idToken(_ test: TestServer, scope: String) async throws -> [String: JSONValue] {
    let token = try #require(try await tokens(test, scope: scope).members["id_token"]?.string)
    return try #require(try JSONValue(bytes: JSONWebSignature(compact: token).unverifiedPayload).object)
  }

  @Test func `ID tokens have the claims that the operator chose, as far as the scope grants them`() async throws {
    let test = try test { $0.claimsInIDToken = ["email", "groups", "name"] }
    let all = try await idToken(test, scope: "openid email groups")
    #expect(all["email"] == "ada@example.com" && all["groups"] == ["staff", "admins"] && all["name"] == nil)
    #expect(try await idToken(test, scope: "openid email")["groups"] == nil)
    let without = try self.test { _ in }
    #expect(try await idToken(without, scope: "openid email groups")["groups"] == nil)
  }

  @Test(.covers("CVE-2026-33132")) func `A client for a group admits its users only`() async throws {
    for (groups, isAllowed) in [(["staff"], true), (["guests", "admins"], true), (["guests"], false)] {
      let test = try test { $0.allowedGroups = groups }
      let answer = await test.decide(TestServer.webRequest(["scope": "openid"]))
      if isAllowed {
        #expect(try answer.callback("code").utf8.count == 40)
      } else {
        guard case .signIn(let page) = test.pages.last else { throw CancellationError() }
        #expect(answer.status == 403 && page.problem == .notPermitted)
        #expect(test.database.counts.codes == 0)
      }
    }
  }

  @Test(.covers("CVE-2026-43983"))
  func `A user who leaves the groups gets no more tokens, and the grant ends`() async throws {
    let test = try test { $0.allowedGroups = ["staff"] }
    let first = try await tokens(test, scope: "openid")
    let secret: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret]
    let second = try TokenAnswer(
      await test.post("/token", TestServer.refreshment(try #require(first.refresh), secret)))
    users.join(["guests"])
    let refused = await test.post("/token", TestServer.refreshment(try #require(second.refresh), secret))
    #expect(refused.error == "invalid_grant")
    users.join(["staff"])
    let again = await test.post("/token", TestServer.refreshment(try #require(second.refresh), secret))
    #expect(again.error == "invalid_grant")
  }

  /// Exchanges a token, and returns the status.
  private func exchange(
    _ test: TestServer, _ token: String, _ type: String = TokenExchangeTests.access, by client: String = "web"
  ) async -> Int {
    await test.post(
      "/token",
      TestServer.form([
        ("grant_type", TokenExchangeTests.grant), ("client_id", client), ("client_secret", TestServer.clientSecret),
        ("subject_token", token), ("subject_token_type", type),
      ])
    ).status
  }

  @Test func `A user who leaves the groups gets no token by an exchange of an earlier one`() async throws {
    var settings = ClientSettings()
    settings.mayIntrospectAll = true
    func resource(_ id: String) throws -> RegisteredClient {
      RegisteredClient(
        id: id, name: "Files", kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))),
        redirectURIs: [], scope: try Scope(["email"]), grants: [.tokenExchange], settings: settings)
    }
    let open = try resource("files")
    // The resource's own groups count too: it acts for the user.
    settings.allowedGroups = ["admins"]
    let test = try test(moreClients: [open, try resource("admin-files")]) {
      $0.allowedGroups = ["staff"]
      $0.needsNoConsent = true
    }
    let answer = try await tokens(test, scope: "openid email")
    let idToken = try #require(answer.members["id_token"]?.string)
    func statuses() async -> [Int] {
      [
        await exchange(test, answer.access), await exchange(test, idToken, TokenExchangeTests.id),
        await exchange(test, answer.access, by: "files"), await exchange(test, answer.access, by: "admin-files"),
      ]
    }
    #expect(await statuses() == [200, 200, 200, 200])
    users.join(["staff"])
    #expect(await statuses() == [200, 200, 200, 400])
    users.join(["admins"])
    #expect(await statuses() == [400, 400, 400, 400])
  }

  @Test func `An issuer's assertion gives no token for a user outside the client's groups`() async throws {
    let keys = JSONWebKeySet([try ClientKey.ps256.get().verificationKey])
    let issuer = TrustedIssuer(issuer: JWTBearerTests.company, keys: keys, scope: try Scope(["email"]))
    let test = try test(configured: { $0.tokenRules.trustedIssuers = [issuer] }) { $0.allowedGroups = ["staff"] }
    func redeem() async throws -> HTTPAnswer {
      await test.post(
        "/token",
        TestServer.form([
          ("grant_type", JWTBearerTests.grant), ("client_id", "web"), ("client_secret", TestServer.clientSecret),
          ("assertion", try JWTBearerTests.word(test, ["sub": "ada-1"])), ("scope", "email"),
        ]))
    }
    #expect(try await redeem().status == 200)
    users.join(["guests"])
    let answer = try await redeem()
    #expect(answer.error == "invalid_grant" && answer.text.contains("groups"))
  }
}
