import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7009 §2.1, server")) struct RevocationTests {
  private static let web: Changes = ["client_id": "web", "client_secret": TestServer.clientSecret]

  private func expectSuccess(_ answer: HTTPAnswer, at location: SourceLocation = #_sourceLocation) {
    #expect(answer.status == 200 && answer.body.isEmpty, sourceLocation: location)
    #expect(answer.field("Cache-Control") == "no-store", sourceLocation: location)
  }

  // RFC 7009 §2.1: the server should also end all access tokens of the same grant.
  @Test(
    .covers(
      "question: Does the server support RFC7009 (token revocation)", "question: Can refresh tokens be revoked",
      "question: Are access tokens revoked after refresh token revocation"))
  func `Revoking a refresh token revokes all tokens of its grant, and none of another`() async throws {
    let test = try TestServer()
    let other = try await test.tokens()
    let first = try await test.tokens()
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    expectSuccess(await test.post("/revoke", TestServer.revocation(try #require(second.refresh))))
    for access in [first.access, second.access] { #expect(await test.userInfo(access).status == 401) }
    let answer = await test.post("/token", TestServer.refreshment(try #require(second.refresh)))
    #expect(answer.error == "invalid_grant")
    #expect(await test.userInfo(other.access).status == 200)
    #expect(test.database.counts.tokens == 2)
  }

  @Test func `Revoking a spent refresh token revokes the grant, for a client that never received the successor`()
    async throws
  {
    let test = try TestServer()
    let refresh = try #require(try await test.tokens().refresh)
    let lost = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
    expectSuccess(await test.post("/revoke", TestServer.revocation(refresh)))
    #expect(await test.userInfo(lost.access).status == 401)
    #expect(test.database.counts.tokens == 0)
  }

  // RFC 7009 §2.1: the server may revoke the refresh token as well; here it doesn't.
  @Test(
    .covers(
      "question: Are refresh tokens revoked after access token revocation", "question: Can access tokens be revoked"))
  func `Revoking an access token revokes only that token`() async throws {
    let test = try TestServer()
    let first = try await test.tokens()
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    expectSuccess(await test.post("/revoke", TestServer.revocation(first.access)))
    #expect(await test.userInfo(first.access).status == 401)
    #expect(await test.userInfo(second.access).status == 200)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(second.refresh))))
  }

  // RFC 7009 §2.1: a wrong hint must not keep the server from finding the token.
  @Test(arguments: ["access_token", "refresh_token", "saml2", ""])
  func `A right, wrong or unknown hint changes nothing`(_ hint: String) async throws {
    let test = try TestServer()
    let tokens = try await test.tokens()
    expectSuccess(await test.post("/revoke", TestServer.revocation(tokens.access, ["token_type_hint": hint])))
    #expect(await test.userInfo(tokens.access).status == 401)
    let refresh = try #require(tokens.refresh)
    expectSuccess(await test.post("/revoke", TestServer.revocation(refresh, ["token_type_hint": hint])))
    #expect(await test.post("/token", TestServer.refreshment(refresh)).error == "invalid_grant")
  }

  // RFC 7009 §2.2: invalid tokens don't cause an error response.
  @Test func `Revoking an unknown, revoked or malformed token succeeds every time`() async throws {
    let test = try TestServer()
    let tokens = try await test.tokens()
    for token in ["x", "ü \u{0}", String(repeating: "a", count: 9_000), tokens.access, tokens.access] {
      expectSuccess(await test.post("/revoke", TestServer.revocation(token)))
    }
    let refresh = try #require(tokens.refresh)
    for _ in 0..<2 { expectSuccess(await test.post("/revoke", TestServer.revocation(refresh))) }
    #expect(test.database.counts.tokens == 0)
  }

  // RFC 7009 §2.1
  @Test(.covers("question: Is revocation bound to a specific client"))
  func `Another client's token is kept, and the request is rejected`() async throws {
    let test = try TestServer()
    let tokens = try await test.tokens()
    let refresh = try #require(tokens.refresh)
    for token in [tokens.access, refresh] {
      for changes in [Self.web, ["client_id": "once"]] {
        let answer = await test.post("/revoke", TestServer.revocation(token, changes))
        #expect(answer.status == 400 && answer.error == "invalid_grant")
      }
    }
    #expect(await test.userInfo(tokens.access).status == 200)
    _ = try TokenAnswer(await test.post("/token", TestServer.refreshment(refresh)))
  }

  @Test(.covers("question: Does revocation require client authentication"))
  func `A confidential client must authenticate, with Basic or in the form`() async throws {
    let test = try TestServer()
    let code = try await test.code(["client_id": "web"])
    let tokens = try TokenAnswer(await test.post("/token", TestServer.redemption(code, Self.web)))
    for changes in [["client_id": "web"], ["client_id": "web", "client_secret": "wrong"], ["client_id": nil]]
      as [Changes]
    {
      let answer = await test.post("/revoke", TestServer.revocation(tokens.access, changes))
      #expect(answer.status == 401 && answer.error == "invalid_client")
      #expect(answer.field("WWW-Authenticate")?.hasPrefix("Basic realm=") == true)
    }
    #expect(await test.userInfo(tokens.access).status == 200)
    let basic = ClientAuthenticationTests.basic("web", TestServer.clientSecret)
    expectSuccess(
      await test.post("/revoke", TestServer.revocation(tokens.access, ["client_id": nil]), fields: basic))
    #expect(await test.userInfo(tokens.access).status == 401)
    let refresh = try #require(tokens.refresh)
    expectSuccess(await test.post("/revoke", TestServer.revocation(refresh, Self.web)))
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `A malformed request gets an error of the token endpoint's form, and revokes nothing`() async throws {
    let test = try TestServer()
    let tokens = try await test.tokens()
    let form = TestServer.revocation(tokens.access)
    var twice = form
    twice.append("token", "x")
    for answer in [
      await test.post("/revoke", TestServer.revocation("", ["token": nil])),
      await test.post("/revoke", TestServer.revocation("")), await test.post("/revoke", twice),
      await test.post("/revoke", form, fields: [.contentType: "application/json"]),
      await test.post("/revoke?" + form.queryEncoded(), TestServer.form([("client_id", "app")])),
    ] {
      #expect(answer.status == 400 && answer.error == "invalid_request")
      #expect(answer.field("Cache-Control") == "no-store")
    }
    let large = await test.post("/revoke", TestServer.revocation(String(repeating: "a", count: 70_000)))
    #expect(large.status == 413 && large.error == "invalid_request")
    for method in [HTTPRequest.Method.get, .head, .put, .delete, .options] {
      let answer = await test.server.respond(
        to: HTTPRequest(method: method, scheme: nil, authority: nil, path: "/revoke?token=\(tokens.access)"), body: [])
      #expect(answer.status == 405 && answer.field("Allow") == "POST")
    }
    #expect(await test.userInfo(tokens.access).status == 200)
  }

  @Test func `A failing database is status 500, so that the client knows that the token is still valid`() async throws {
    let test = try TestServer(clients: FaultTests.NoClients())
    let answer = await test.post("/revoke", TestServer.revocation("x"))
    #expect(answer.status == 500)
    #expect(try answer.members == ["error": "server_error"])
  }

  @Test func `A refresh at the same time doesn't undo a revocation`() async throws {
    for _ in 0..<20 {
      let test = try TestServer()
      let refresh = try #require(try await test.tokens().refresh)
      async let refreshed = test.post("/token", TestServer.refreshment(refresh))
      async let revoked = test.post("/revoke", TestServer.revocation(refresh))
      let answers = await [refreshed, revoked]
      #expect(answers[1].status == 200)
      #expect(test.database.counts.tokens == 0)
    }
  }

  @Test func `Pixy's own client finds the endpoint and signs out`() async throws {
    let test = try TestServer()
    let tokens = try await test.tokens()
    let metadata = try AuthorizationServerMetadata(
      document: JSONValue(bytes: await test.get("/.well-known/oauth-authorization-server").body))
    let client = OAuthClient(
      id: "app", server: metadata, transport: InProcessTransport(test.server), logger: test.log.logger())
    try await client.revoke(Secret(try #require(tokens.refresh)), hint: .refreshToken)
    #expect(await test.userInfo(tokens.access).status == 401)
  }
}
