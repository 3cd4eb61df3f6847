import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The Basic modules of the OpenID Foundation's suite that concern the token and UserInfo
/// endpoints.
@Suite struct BasicTokenTests {
  @Test(.covers("OP basic: oidcc-server-client-secret-post")) func `A client may send its secret in the form`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: "web", scope: "openid")
    let form = TestServer.redemption(code, ["client_id": "web", "client_secret": TestServer.clientSecret])
    let tokens = try TokenAnswer(await test.post("/token", form))
    #expect(try await test.idToken(tokens).claims["sub"] == "248289761001")
  }

  @Test(.covers("OP basic: oidcc-codereuse", "question: Can codes be exchanged multiple times"))
  func `A code's immediate second use is invalid_grant`() async throws {
    let test = try TestServer.withServices()
    let form = TestServer.redemption(try await test.savedCode(for: "app"))
    #expect(await test.post("/token", form).status == 200)
    #expect(await test.post("/token", form).error == "invalid_grant")
  }

  @Test(.covers("OP basic: oidcc-codereuse-30seconds"))
  func `A code's second use after 30 seconds is invalid_grant and revokes the access token of the first`()
    async throws
  {
    let test = try TestServer.withServices()
    let form = TestServer.redemption(try await test.savedCode(for: "app"))
    let tokens = try TokenAnswer(await test.post("/token", form))
    test.clock.advance(by: .seconds(30))
    #expect(await test.userInfo(tokens.access).status == 200)
    #expect(await test.post("/token", form).error == "invalid_grant")
    #expect(await test.userInfo(tokens.access).status == 401)
  }

  @Test(.covers("OP basic: oidcc-refresh-token", "OP dynamic: oidcc-refresh-token"))
  func `A refreshed ID token keeps iss, sub, aud and auth_time, and only its client can refresh`()
    async throws
  {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(
      for: "app", scope: "openid profile", details: ApprovalDetails(authenticationTime: test.clock.now), nonce: "n")
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let refresh = try #require(tokens.refresh)
    // RFC 6749 appendix A.17.
    #expect(refresh.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    let foreign = TestServer.refreshment(refresh, ["client_id": "web", "client_secret": TestServer.clientSecret])
    #expect(await test.post("/token", foreign).error == "invalid_grant")
    test.clock.advance(by: .seconds(100))
    let next = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    let before = try await test.idToken(tokens).claims
    let after = try await test.idToken(next).claims
    for name in ["iss", "sub", "aud", "auth_time"] { #expect(before[name] == after[name] && after[name] != nil) }
    #expect(after["nonce"] == nil && after["iat"] == test.seconds(fromNow: 0))
    #expect(next.access != tokens.access && next.refresh != refresh)
  }

  @Test(
    .covers(
      "OP basic: oidcc-userinfo-get", "OP basic: oidcc-userinfo-post-header", "OP basic: oidcc-userinfo-post-body",
      "question: Is the authorization header supported"))
  func `UserInfo answers GET, POST with the field, and POST with the form`() async throws {
    let test = try TestServer.withServices()
    let tokens = try TokenAnswer(
      await test.post("/token", TestServer.redemption(try await test.savedCode(for: "app", scope: "openid"))))
    let subject = try await test.idToken(tokens).claims["sub"]
    let field: HTTPFields = [.authorization: "Bearer \(tokens.access)"]
    for answer in [
      await test.get("/userinfo", fields: field), await test.post("/userinfo", FormParameters(), fields: field),
      await test.post("/userinfo", TestServer.form([("access_token", tokens.access)])),
    ] {
      #expect(answer.status == 200)
      #expect(try answer.members["sub"] == subject)
    }
  }

  @Test(.covers("OP dynamic: oidcc-ensure-client-assertion-with-iss-aud-succeeds"))
  func `An assertion for the issuer is accepted`() async throws {
    let test = try TestServer.withServices()
    let code = try await test.savedCode(for: TestServer.service)
    let form = TestServer.redemption(code, try DPoPTokenTests.authenticated(test))
    #expect(await test.post("/token", form).status == 200)
  }
}
