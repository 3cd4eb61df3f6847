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

  private func test(_ adjust: (inout ClientSettings) -> Void) throws -> TestServer {
    var settings = ClientSettings()
    adjust(&settings)
    let scope = try Scope(["openid", "email", "groups"])
    let client = RegisteredClient(
      id: "web", name: "Web", kind: .confidential(secretHash: SecretHash(of: Secret(TestServer.clientSecret))),
      redirectURIs: [try RedirectURI(TestServer.redirect)], scope: scope, grants: [.authorizationCode, .refreshToken],
      settings: settings)
    return try TestServer(asking: [client], users: users, scopes: scope.tokens)
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
}
