import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// Mistakes that other servers made, repeated at this one.
@Suite struct PeerMistakeTests {
  private static let paths = ["/authorize", "/token", "/userinfo", "/introspect", "/revoke", "/par", "/jwks"]

  // A gateway or a filter in front reads such a path as another one than the server behind it.
  @Test(.covers("CVE-2026-44427", "CVE-2026-15573", "GHSA-x732-6j76-qmhm", "CVE-2026-33494"), arguments: paths)
  func `A path that only resembles an endpoint's is no endpoint`(path: String) async throws {
    let test = try TestServer.withServices()
    func statuses(_ target: String) async -> [Int] {
      let answers = [await test.get(target), await test.post(target, FormParameters())]
      #expect(answers.allSatisfy { $0.field("Location") == nil }, "\(target)")
      return answers.map(\.status)
    }
    #expect(await !statuses(path).contains(404))
    let letter = path.utf8.dropFirst().first.map { "%" + String($0, radix: 16) } ?? ""
    for other in [
      path + "/", path + "//", "/" + path, "//login.example" + path, path + ";a=b", path + "/.", "/." + path,
      "/a/.." + path, path + "/..;" + path, path + "%2F", path + "%00", path + "%20", path + "#", path + ".json",
      "/" + letter + path.dropFirst(2), path.uppercased(), "\\" + path.dropFirst(), path + "\\", path + "/a",
    ] {
      #expect(await statuses(other) == [404, 404], "\(other)")
    }
  }

  private static func altered(_ token: String) -> [String] {
    (1..<token.count).map { String(token.prefix($0)) }
      + [token + "A", token + token, "A" + token, String(token.dropFirst()), token.uppercased(), token.lowercased()]
  }

  @Test(.covers("CVE-2026-16089", "CVE-2026-27840")) func `A code or token that was cut or lengthened opens nothing`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: "app")
    for wrong in Self.altered(code) {
      #expect(await test.post("/token", TestServer.redemption(wrong)).error == "invalid_grant")
    }
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let refresh = try #require(tokens.refresh)
    for wrong in Self.altered(tokens.access) {
      #expect(await test.userInfo(wrong).status == 401)
      #expect(try await IntrospectionTests.ask(test, wrong).members == ["active": false])
    }
    for wrong in Self.altered(refresh) {
      #expect(await test.post("/token", TestServer.refreshment(wrong)).error == "invalid_grant")
    }
    #expect(try await IntrospectionTests.ask(test, tokens.access).members["active"] == true)
    #expect(await test.post("/token", TestServer.refreshment(refresh)).status == 200)
  }

  @Test(
    .covers("ts-oauth2-server pull request 249", "CVE-2025-4144"),
    arguments: [("app", false), ("web", false), ("old", true)])
  func `A code whose challenge was lost is worth nothing for a client that must use PKCE`(
    client: String, isOptional: Bool
  ) async throws {
    let test = try TestServer()
    let later = test.clock.now.addingTimeInterval(60)
    _ = try await test.database.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: Secret("code")), grant: GrantID(rawValue: "1"), clientID: client,
        redirectURI: TestServer.redirect, challenge: nil, subject: TestServer.ada.user.subject,
        scope: try Scope(parameter: "profile"), expires: later, rememberedUntil: later),
      signIn: nil, consuming: nil, request: RequestKey(drawnFrom: SystemRandomSource()))
    let secret = client == "app" ? nil : TestServer.clientSecret
    let form = TestServer.redemption("code", ["client_id": client, "client_secret": secret, "code_verifier": nil])
    let answer = await test.post("/token", form)
    #expect(answer.status == (isOptional ? 200 : 400) && answer.error == (isOptional ? nil : "invalid_grant"))
  }

  @Test(.covers("CVE-2026-9802")) func `A restart doesn't forget that a refresh token was used`() async throws {
    let test = try TestServer()
    let spent = try #require(try await test.tokens().refresh)
    let valid = try #require(try TokenAnswer(await test.post("/token", TestServer.refreshment(spent))).refresh)
    let restarted = try TestServer(random: SeededRandomSource(seed: 2), database: test.database)
    for token in [spent, valid] {
      #expect(await restarted.post("/token", TestServer.refreshment(token)).error == "invalid_grant")
    }
  }

  @Test(
    .covers("CVE-2026-9803"),
    arguments: [
      "", " ", "Bearer", "Bearer ", "bearer\t", "Bearer a b", "Bearer a, Bearer b", "Bearer =", "Basic", "Basic =", ":",
      "Basic OjpiOg==", "DPoP", "DPoP a",
    ])
  func `A malformed Authorization field at the registration is no server error, and registers nothing`(
    field: String
  ) async throws {
    let token = SecretHash(of: Secret("initial-access-token-of-256-bits"))
    let test = try RegistrationServer(RegistrationPolicy(.initialAccessTokens([token])))
    let body = JSONValue.object(["redirect_uris": [.string(RegistrationServer.redirect)]]).bytes()
    let requests: [(HTTPRequest.Method, String)] = [
      (.post, "/register"), (.get, "/register/a"), (.put, "/register/a"), (.delete, "/register/a"),
    ]
    for (method, path) in requests {
      let fields: HTTPFields = [.contentType: "application/json", .authorization: field]
      let status = await test.send(method, path, body, fields: fields).status
      #expect([400, 401].contains(status), "\(method) \(status)")
    }
  }
}
