import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

@Suite("Refreshing", .covers("RFC 6749 §4.1.3, server"))
struct RefreshTests {
  @Test(.covers("Refresh Token Expiration §6, server"))
  func `Every answer with a refresh token says how long it may be held`() async throws {
    let test = try TestServer(lifetimes: TokenLifetimes(refreshToken: .seconds(604_800)))
    let first = try await test.tokens()
    #expect(first.members["refresh_token_timeout"] == 604_800)
    test.clock.advance(by: .seconds(86_400))
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    #expect(second.members["refresh_token_timeout"] == 604_800 && second.members["authorization_expires_in"] == nil)
    let metadata = try await test.get("/.well-known/oauth-authorization-server").members
    #expect(metadata["refresh_token_expiration_types_supported"] == ["authorization", "token_timeout"])
  }

  // A permission that an operator removes ends at the next refresh, not when the refresh token
  // expires.
  @Test func `A refresh grants only the scope that the client is still allowed`() async throws {
    let test = try TestServer.withServices()
    func refresh(_ scope: String) async throws -> HTTPAnswer {
      let token = Secret("refresh-\(scope)")
      _ = try await test.database.save([
        IssuedToken(
          hash: SecretHash(ofToken: token), kind: .refresh, grant: GrantID(rawValue: scope), clientID: "app",
          subject: TestServer.ada.user.subject, scope: try Scope(parameter: scope),
          expires: test.clock.now.addingTimeInterval(3_600))
      ])
      return await test.post("/token", TestServer.refreshment(token.reveal()))
    }
    #expect(try await refresh("profile gone").members["scope"] == "profile")
    #expect(try await refresh("profile email").members["scope"] == "profile email")
    #expect(try await refresh("gone").error == "invalid_scope")
  }

  // RFC 8707 §2.2, RFC 9396 §6, OpenID Connect Core §5.5.
  @Test(.covers("attack: rights that an operator removed"), arguments: [false, true])
  func `Resources, details and claims that were removed from a client end with the next refresh`(
    isTaken: Bool
  ) async throws {
    let settings = try TestServer.asking {
      $0.resources = isTaken ? [TestServer.issuer] : nil
      $0.authorizationDetailsTypes = isTaken ? [] : ["payment"]
    }.settings
    let test = try Self.server(settings, scope: isTaken ? "openid" : "openid email")
    let token = try await Self.refreshToken(test, resources: ["https://a.example", TestServer.issuer])
    let answer = try TokenAnswer(await Self.refresh(test, token))
    let record = try #require(try await test.database.token(SecretHash(ofToken: Secret(answer.access))))
    #expect(record.details.resources == (isTaken ? [] : ["https://a.example"]) + [TestServer.issuer])
    let payment: JSONValue = ["type": "payment", "euros": 7]
    #expect(record.details.authorizationDetails == (isTaken ? [] : [payment]))
    #expect(answer.members["authorization_details"] == (isTaken ? nil : [payment]))
    let email: JSONValue? = isTaken ? nil : "ada@example.com"
    let idToken = try #require(answer.members["id_token"]?.string).split(separator: ".")[1]
    #expect(try JSONValue(bytes: Base64URL.decode(String(idToken))).object?["email"] == email)
    #expect(try await test.userInfo(answer.access).members["email"] == email)
    // The approval stays: the operator may allow it again.
    let refresh = try #require(answer.refresh)
    let next = try #require(try await test.database.token(SecretHash(ofToken: Secret(refresh))))
    #expect(next.details.resources.count == 2 && next.details.authorizationDetails == [payment])
  }

  // A token without a resource would be valid for every resource.
  @Test(.covers("attack: rights that an operator removed"))
  func `A client for which none of its resources is still allowed gets no token`() async throws {
    let settings = try TestServer.asking { $0.resources = ["https://c.example"] }.settings
    let test = try Self.server(settings, scope: "openid")
    for resources in [["https://a.example"], ["https://a.example", "https://b.example"]] {
      let token = try await Self.refreshToken(test, resources: resources)
      #expect(await Self.refresh(test, token).error == "invalid_target")
    }
    let open = try await Self.refreshToken(test, resources: [])
    #expect(await Self.refresh(test, open).status == 200)
  }

  // RFC 9396 §6.
  @Test func `Details of a type that the server no longer knows end with the next refresh`() async throws {
    let settings = try TestServer.asking { $0.authorizationDetailsTypes = ["payment"] }.settings
    let test = try Self.server(settings, scope: "openid", types: [])
    let token = try await Self.refreshToken(test, resources: [])
    #expect(try TokenAnswer(await Self.refresh(test, token)).members["authorization_details"] == nil)
  }

  private static func server(
    _ settings: ClientSettings, scope: String, types: [any AuthorizationDetailType] = [Payment()]
  ) throws -> TestServer {
    let web = try TestServer.asking()
    let client = RegisteredClient(
      id: web.id, name: web.name, kind: web.kind, redirectURIs: web.redirectURIs, scope: try Scope(parameter: scope),
      settings: settings)
    return try TestServer(asking: [client]) { $0.requests.detailTypes = types }
  }

  /// Saves a refresh token of `web` with everything approved.
  private static func refreshToken(_ test: TestServer, resources: [String]) async throws -> String {
    var details = ApprovalDetails(authenticationTime: test.clock.now)
    details.resources = resources
    details.authorizationDetails = [["type": "payment", "euros": 7]]
    details.claims = ["id_token": ["email": .null], "userinfo": ["email": .null]]
    let token = UUID().uuidString
    _ = try await test.database.save([
      IssuedToken(
        hash: SecretHash(ofToken: Secret(token)), kind: .refresh, grant: GrantID(rawValue: token), clientID: "web",
        subject: TestServer.ada.user.subject, scope: try Scope(["openid"]),
        expires: test.clock.now.addingTimeInterval(3_600), details: details)
    ])
    return token
  }

  private static func refresh(_ test: TestServer, _ token: String) async -> HTTPAnswer {
    await test.post(
      "/token", TestServer.refreshment(token, ["client_id": "web", "client_secret": TestServer.clientSecret]))
  }

  @Test(
    "returns new tokens with a new refresh token, and leaves the old access token valid",
    .covers(
      "RFC 10017 §6.3.2.3, server", "MCP: Refresh tokens of public clients are rotated",
      "question: Is refresh token rotation used"))
  func rotation() async throws {
    let test = try TestServer()
    let first = try await test.tokens()
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    #expect(second.members["scope"] == "profile email")
    #expect(second.refresh != nil && second.refresh != first.refresh)
    #expect(await test.userInfo(first.access).status == 200)
    #expect(await test.userInfo(second.access).status == 200)
  }

  @Test(
    "with a spent token revokes the whole family (RFC 9700 section 4.14.2)",
    .covers(
      "RFC 10017 §6.3.2.3, server",
      "RFC 9700 §4.14", "question: Is the active refresh token revoked after a second exchange",
      "question: Is the refresh token revoked after use"))
  func reuse() async throws {
    let test = try TestServer()
    var chain = [try await test.tokens()]
    for _ in 0..<5 {
      let refresh = try #require(chain.last?.refresh)
      chain.append(try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh))))
    }
    let stolen = try #require(chain[2].refresh)
    #expect(await test.post("/token", TestServer.refreshment(stolen)).error == "invalid_grant")
    for tokens in chain {
      #expect(await test.userInfo(tokens.access).status == 401)
      let refresh = try #require(tokens.refresh)
      #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    }
  }

  @Test("may narrow the scope of the access token, not of the next refresh token, and never widen (RFC 6749 section 6)")
  func scope() async throws {
    let test = try TestServer()
    let first = try await test.tokens()
    let refresh = try #require(first.refresh)
    for wider in ["profile email notes", "openid", "\"", "profile\u{7F}"] {
      let answer = await test.post("/token", TestServer.refreshment(refresh, ["scope": wider]))
      #expect(answer.error == "invalid_scope")
    }
    let narrow = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh, ["scope": "email"])))
    #expect(narrow.members["scope"] == "email")
    #expect(try await test.userInfo(narrow.access).members["name"] == nil)
    let again = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(narrow.refresh))))
    #expect(again.members["scope"] == "profile email")
  }

  @Test(
    "works only for the client of the token, and another's attempt revokes nothing",
    .covers("RFC 9700 §4.14", "question: Is the refresh token bound to a client", "CVE-2026-55672"))
  func otherClient() async throws {
    let test = try TestServer()
    let refresh = try #require(try await test.tokens().refresh)
    let secret: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret]
    #expect(await test.post("/token", TestServer.refreshment(refresh, secret)).error == "invalid_grant")
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
  }

  @Test(
    "of a confidential client needs its secret (RFC 6749 section 6)",
    .covers("question: Is refresh authentication required", "CVE-2026-53512"))
  func confidential() async throws {
    let test = try TestServer()
    let secret: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret]
    let code = try await test.code(["client_id": "web"])
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code, secret)))
    let refresh = try #require(tokens.refresh)
    let without = await test.post("/token", TestServer.refreshment(refresh, ["client_id": "web"]))
    #expect(without.status == 401)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh, secret)))
  }

  @Test("works for 30 days since the last refresh", .covers("RFC 10017 §6.3.2.3, server", "RFC 9700 §4.14"))
  func expiry() async throws {
    let test = try TestServer()
    var refresh = try #require(try await test.tokens().refresh)
    for _ in 0..<3 {
      test.clock.advance(by: .seconds(30 * 86_400 - 1))
      refresh = try #require(TokenAnswer(await test.post("/token", TestServer.refreshment(refresh))).refresh)
    }
    test.clock.advance(by: .seconds(30 * 86_400))
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
  }

  @Test(
    "doesn't accept an access token or a code, and UserInfo doesn't accept a refresh token",
    .covers("GHSA-965c-763c-88jm"))
  func kinds() async throws {
    let test = try TestServer()
    let code = try await test.code()
    #expect(await test.post("/token", TestServer.refreshment(code)).error == "invalid_grant")
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    #expect(await test.post("/token", TestServer.refreshment(tokens.access)).error == "invalid_grant")
    #expect(await test.userInfo(try #require(tokens.refresh)).error == "invalid_token")
    #expect(await test.post("/token", TestServer.refreshment("", ["refresh_token": nil])).error == "invalid_request")
  }
}
