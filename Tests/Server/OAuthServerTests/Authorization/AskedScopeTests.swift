import Evidence
import OAuthCore
import OAuthServer
import Testing

@Suite(.covers("RFC 6749 §3.3, server")) struct AskedScopeTests {
  // OpenID Connect Core §3.1.2.1: the server ignores unknown scope values. RFC 6749 §3.3: the
  // answer names the granted scope.
  @Test(
    .covers("question: Are invalid scopes automatically redirected back"),
    arguments: [
      ("openid profile unheard-of", "openid profile"), ("notes openid", "openid"), ("openid openid", "openid"),
      ("email   openid", "email openid"), ("openid address phone profile email", "openid address phone profile email"),
    ])
  func `Scopes that are unknown or not allowed for the client are left out, and the answer names the rest`(
    asked: String, given: String
  ) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let code = try await test.decide(TestServer.webRequest(["scope": asked])).callback("code")
    #expect(try await test.redeemed(code).members["scope"] == .string(given))
  }

  @Test(arguments: ["notes", "unheard-of", "a\"b", "OPENID"])
  func `A scope parameter without any allowed scope is rejected`(asked: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    #expect(
      try await test.get("/authorize", TestServer.webRequest(["scope": asked])).callbackError() == "invalid_scope")
  }

  @Test func `The page shows exactly the scopes that will be granted`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    _ = await test.get("/authorize", TestServer.webRequest(["scope": "openid notes profile"]))
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.permissions == [.recognize, .profile])
  }
}
