import OAuthCore
import OAuthServer
import Testing

@Suite struct AskedScopeTests {
  // OpenID Connect Core §3.1.2.1: scope values that aren't understood should be ignored; RFC 6749 §3.3: the answer tells.
  @Test(
    arguments: [
      ("openid profile unheard-of", "openid profile"), ("notes openid", "openid"), ("openid openid", "openid"),
      ("email   openid", "email openid"), ("openid address phone profile email", "openid address phone profile email"),
    ])
  func `Tokens that are unknown, or not for this client, are left out, and the answer says what is left`(
    asked: String, given: String
  ) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let code = try await test.decide(TestServer.webRequest(["scope": asked])).callback("code")
    #expect(try await test.redeemed(code).members["scope"] == .string(given))
  }

  @Test(arguments: ["notes", "unheard-of", "a\"b", "OPENID"])
  func `A scope of which nothing is left is refused`(asked: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    #expect(
      try await test.get("/authorize", TestServer.webRequest(["scope": asked])).callbackError() == "invalid_scope")
  }

  @Test func `The page shows what will be given, and no more`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    _ = await test.get("/authorize", TestServer.webRequest(["scope": "openid notes profile"]))
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.permissions == Permission.list(try Scope(["openid", "profile"])))
  }
}
