import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("Redeeming a code", .covers("RFC 6749 §4.1.3, server", "RFC 7636 §4.3, server"))
struct CodeRedemptionTests {
  @Test(
    "returns the members of RFC 6749 section 5.1, and the answer isn't cached",
    .covers(
      "question: Are the access tokens bearer tokens",
      "question: Does the server support RFC6749 (OAuth authorization framework)",
      "question: Is cache control header present", "question: Is pragma header present",
      "question: Are the access tokens secure (128 bits)", "question: Are the access tokens secure (160 bits)",
      "question: Are the refresh tokens secure (128 bits)", "question: Are the refresh tokens secure (160 bits)",
      "question: Do access tokens have a very short timeout", "question: Do access tokens have a short timeout"))
  func answer() async throws {
    let test = try TestServer()
    let answer = await test.post("/token", TestServer.redemption(try await test.code()))
    let members = try answer.members
    #expect(answer.status == 200)
    #expect(answer.field("Content-Type") == "application/json")
    #expect(answer.field("Cache-Control") == "no-store")
    #expect(answer.field("Pragma") == "no-cache")
    #expect(members["token_type"] == "Bearer")
    #expect(members["expires_in"] == 3_600)
    #expect(members["scope"] == "profile email")
    let access = try #require(members["access_token"]?.string)
    let refresh = try #require(members["refresh_token"]?.string)
    #expect(access.utf8.count == 40 && refresh.utf8.count == 40 && access != refresh)
    #expect(await test.userInfo(access).status == 200)
  }

  @Test("returns no refresh token to a client that can't use one")
  func noRefresh() async throws {
    let test = try TestServer()
    let code = try await test.code(["client_id": "once"])
    let answer = try TokenAnswer(await test.post("/token", TestServer.redemption(code, ["client_id": "once"])))
    #expect(answer.refresh == nil)
    let refreshing = await test.post("/token", TestServer.refreshment(answer.access, ["client_id": "once"]))
    #expect(refreshing.error == "unauthorized_client")
  }

  // Other servers answer with status 403 and `invalid_code`, or with status 400 and an empty body.
  @Test(
    "with any wrong parameter is invalid_grant, and leaves the code unspent (RFC 7636 section 4.6)",
    .covers(
      "RFC 9700 §4.5.1", "question: Is the authorization code bound to the client",
      "question: Is the redirect URI checked when exchanging a code", "CVE-2026-28513", "CVE-2026-55672",
      "CVE-2026-16089", "CVE-2026-41213", "CVE-2025-4144"),
    arguments: [
      ["code_verifier": nil], ["code_verifier": "short"], ["code_verifier": String(Vector.verifier.reversed())],
      ["code_verifier": Vector.verifier + "A"], ["code_verifier": Vector.challenge], ["code_verifier": "ünïcode"],
      ["redirect_uri": nil], ["redirect_uri": TestServer.redirect + "/"], ["redirect_uri": TestServer.loopback],
      ["client_id": "once"], ["code": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"], ["code": "ü"],
    ] as [Changes])
  func wrong(changes: Changes) async throws {
    let test = try TestServer()
    let code = try await test.code()
    for _ in 0..<3 {
      let answer = await test.post("/token", TestServer.redemption(code, changes))
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_grant")
      #expect(answer.field("Cache-Control") == "no-store")
    }
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
  }

  @Test("a second time with a wrong parameter doesn't revoke the tokens of the first")
  func wrongReplay() async throws {
    let test = try TestServer()
    let code = try await test.code()
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let wrong: [Changes] = [
      ["code_verifier": nil], ["code_verifier": String(Vector.verifier.reversed())], ["client_id": "once"],
      ["redirect_uri": nil],
    ]
    for changes in wrong {
      #expect(await test.post("/token", TestServer.redemption(code, changes)).error == "invalid_grant")
    }
    #expect(await test.userInfo(tokens.access).status == 200)
  }

  @Test("needs the loopback port of the authorization request (RFC 6749 section 4.1.3)")
  func loopbackPort() async throws {
    let test = try TestServer()
    let uri = "http://127.0.0.1:49152/callback"
    let code = try await test.code(["redirect_uri": uri])
    for other in ["http://127.0.0.1:49153/callback", TestServer.loopback] {
      #expect(await test.post("/token", TestServer.redemption(code, ["redirect_uri": other])).error == "invalid_grant")
    }
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code, ["redirect_uri": uri])))
  }

  @Test(
    "works for 60 seconds",
    .covers("RFC 9700 §4.2.1", "question: Do authorization codes have a short timeout", "CVE-2026-28513"))
  func expiry() async throws {
    let test = try TestServer()
    let early = try await test.code()
    let late = try await test.code()
    test.clock.advance(by: .milliseconds(59_999))
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(early)))
    test.clock.advance(by: .milliseconds(1))
    #expect(await test.post("/token", TestServer.redemption(late)).error == "invalid_grant")
    // The failed attempt saved no usable token.
    #expect(test.database.counts.tokens == 2)
  }

  // Other servers leave the tokens of the first redemption active when a code is replayed.
  @Test(
    "a second time revokes all tokens of the first (RFC 6749 section 4.1.2)",
    .covers(
      "RFC 9700 §4.3.1", "question: Are refresh tokens invalidated after a code's second exchange",
      "question: Are access tokens invalidated after a code's second exchange"))
  func replay() async throws {
    let test = try TestServer()
    let code = try await test.code()
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let refreshed = try TokenAnswer(
      await test.post("/token", TestServer.refreshment(try #require(tokens.refresh))))
    #expect(await test.post("/token", TestServer.redemption(code)).error == "invalid_grant")
    for access in [tokens.access, refreshed.access] {
      #expect(await test.userInfo(access).error == "invalid_token")
    }
    for refresh in [try #require(tokens.refresh), try #require(refreshed.refresh)] {
      #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
    }
    #expect(test.database.counts.tokens == 0)
  }

  @Test("a second time after the code's lifetime still revokes them, and affects no other sign-in")
  func lateReplay() async throws {
    let test = try TestServer()
    let code = try await test.code()
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let other = try await test.tokens()
    test.clock.advance(by: .seconds(1_800))
    #expect(await test.post("/token", TestServer.redemption(code)).error == "invalid_grant")
    #expect(await test.userInfo(tokens.access).status == 401)
    #expect(await test.userInfo(other.access).status == 200)
  }

  @Test(
    "with a verifier, but without a challenge in the request, is rejected (RFC 9700 section 4.8.2)",
    .covers("RFC 9700 §4.8", "question: Is PKCE downgrade detected (authorization request)", "CVE-2024-22258"))
  func downgrade() async throws {
    let test = try TestServer()
    let request = TestServer.authorization([
      "client_id": "old", "code_challenge": nil, "code_challenge_method": nil,
    ])
    let code = try await test.decide(request).callback("code")
    let secret: Changes = ["client_id": "old", "client_secret": TestServer.clientSecret]
    #expect(await test.post("/token", TestServer.redemption(code, secret)).error == "invalid_grant")
    let without = secret.merging(["code_verifier": nil]) { $1 }
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code, without)))
  }

  @Test(
    "of a client that need not use PKCE, and did, needs the verifier",
    .covers("question: Is PKCE downgrade detected (token request)", "CVE-2024-22258"))
  func voluntary() async throws {
    let test = try TestServer()
    let code = try await test.code(["client_id": "old"])
    let secret: Changes = ["client_id": "old", "client_secret": TestServer.clientSecret]
    let without = secret.merging(["code_verifier": nil]) { $1 }
    #expect(await test.post("/token", TestServer.redemption(code, without)).error == "invalid_grant")
    _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code, secret)))
  }

  @Test(
    "returns values that never repeat",
    .covers(
      "question: Are the access tokens secure (128 bits)", "question: Are the authorization codes secure (128 bits)"))
  func distinct() async throws {
    let test = try TestServer()
    var seen = Set<String>()
    for _ in 0..<50 {
      let code = try await test.code()
      let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
      seen.formUnion([code, tokens.access, try #require(tokens.refresh)])
    }
    #expect(seen.count == 150)
  }
}
