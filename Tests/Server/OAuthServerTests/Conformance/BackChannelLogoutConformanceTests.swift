import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// The conformance suite's plan for back-channel logout (oidcc-backchannel-rp-initiated-logout).
@Suite(.covers("OpenID Core §11, server", "Back-Channel Logout §2, server")) struct BackChannelLogoutConformanceTests {
  static func signOut(_ browser: Browser) async throws {
    _ = await browser.get("/logout")
    _ = try await browser.press("approve")
  }

  @Test(.covers("OP logout: oidcc-backchannel-logout-discovery-endpoint-verification"))
  func `Support is announced if the server has a transport`() async throws {
    let members = try await SessionServer().browser().get("/.well-known/openid-configuration").members
    #expect(members["backchannel_logout_supported"] == true && members["backchannel_logout_session_supported"] == true)
    #expect(members["end_session_endpoint"] == "https://login.example/logout")
    let without = try await SessionServer(hasDelivery: false).browser().get("/.well-known/openid-configuration").members
    #expect(without["backchannel_logout_supported"] == false)
  }

  @Test(.covers("OP logout: oidcc-backchannel-rp-initiated-logout"))
  func `A logout token has the claims of the specification, and Pixy's own client accepts it`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let claims = try await browser.claims()
    test.clock.advance(by: .seconds(60))
    try await Self.signOut(browser)
    let arrived = test.clients.arrived
    #expect(arrived.map(\.address) == ["https://app.example/backchannel?tenant=1"])
    #expect(test.clients.requests[0].method == .post)
    #expect(test.clients.requests[0].headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(test.clients.limits[0].timeout <= .seconds(5))
    let key = try JSONWebKeySet([OpenIDKeys.es256.get().verificationKey])
    let signature = try JSONWebSignature(compact: arrived[0].token)
    let verified = try signature.verified(by: key, allowing: [.es256])
    #expect(signature.header.members == ["alg": "ES256", "kid": "es-1", "typ": "logout+jwt"])
    var told = try verified.claims()
    #expect(told.removeValue(forKey: "jti")?.string?.isEmpty == false)
    #expect(
      told == [
        "iss": "https://login.example", "aud": "web", "sub": "248289761001", "sid": try #require(claims["sid"]),
        "iat": 1_800_000_060, "exp": 1_800_000_180,
        "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
      ])
    let seen = SeenTokens()
    let client = try await test.relyingParty()
    let token = try await client.logoutToken(requestBody: arrived[0].body, seen: seen)
    #expect(token.sessionID == claims["sid"]?.string && token.subject == claims["sub"]?.string)
    await #expect(throws: LogoutTokenError.replayed) {
      try await client.logoutToken(requestBody: arrived[0].body, seen: seen)
    }
    await #expect(throws: (any Error).self) {
      try await test.relyingParty("other").logoutToken(requestBody: arrived[0].body, seen: SeenTokens())
    }
  }

  // oidcc-backchannel-rp-initiated-logout: the steps of the suite.
  @Test(.covers("OP logout: oidcc-backchannel-rp-initiated-logout"))
  func `A user who signs out at a client is redirected with the state, and the client is notified`() async throws {
    let test = try SessionServer()
    let (browser, hint) = try await RPInitiatedLogoutConformanceTests.signedIn(test)
    let answer = await browser.get("/logout", RPInitiatedLogoutConformanceTests.wish(hint))
    #expect(answer.field("Location") == "https://app.example/signed-out?state=l%C3%B6g%20out%20%26%20in")
    #expect(test.clients.arrived.map(\.address) == ["https://app.example/backchannel?tenant=1"])
    #expect(await !RPInitiatedLogoutConformanceTests.isSignedIn(browser))
  }

  @Test(.covers("OP logout: oidcc-backchannel-rp-initiated-logout"))
  func `Every client of the session is notified once, and no other`() async throws {
    let test = try SessionServer()
    let (browser, other) = (test.browser(), test.browser())
    for client in ["web", "other", "silent", "web", "own"] { _ = try await browser.signIn(["client_id": client]) }
    _ = try await other.signIn(["client_id": "web"])
    // A grant without `openid` is no sign-in, so its client isn't notified.
    _ = try await browser.signIn(["client_id": "other", "scope": "email"])
    try await Self.signOut(browser)
    #expect(
      Set(test.clients.arrived.map(\.address))
        == ["https://app.example/backchannel?tenant=1", "https://other.example/backchannel"])
    #expect(test.clients.arrived.count == 2 && test.database.counts.sessions == 1)
  }

  // §2.7.
  @Test(.covers("RFC 9700 §4.14"))
  func `Refresh tokens end with the session, except those with offline_access and those without openid`()
    async throws
  {
    let test = try SessionServer()
    let browser = test.browser()
    var tokens: [String: HTTPAnswer] = [:]
    for scope in ["openid email", "openid offline_access", "email"] {
      tokens[scope] = try await browser.tokens("web", ["scope": scope])
    }
    try await Self.signOut(browser)
    for (scope, answer) in tokens {
      let survives = scope != "openid email"
      let access = Secret(try #require(try answer.members["access_token"]?.string))
      #expect(try await (test.database.token(SecretHash(ofToken: access)) != nil) == survives, "\(scope)")
      let refreshed = await test.refresh(try #require(try answer.members["refresh_token"]?.string))
      #expect((refreshed.status == 200) == survives, "\(scope)")
    }
  }

  @Test func `A code that wasn't redeemed before the sign-out is invalid`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let code = try await browser.signIn().callback("code")
    try await Self.signOut(browser)
    #expect(await test.redeem(code).error == "invalid_grant")
  }

  @Test(
    arguments: [
      (500, 200, 2), (503, 503, 2), (429, 204, 2), (400, 200, 1), (204, 200, 1), (302, 200, 1), (307, 200, 1),
      (404, 200, 1),
    ])
  func `A notification is repeated once after a temporary error, and redirects aren't followed`(
    first: Int, second: Int, count: Int
  )
    async throws
  {
    let test = try SessionServer()
    test.clients.answer { _, number in
      HTTPAnswer(
        HTTPResponse(
          status: .init(code: number == 1 ? first : second), headerFields: [.location: "https://inside.example/admin"]))
    }
    let browser = test.browser()
    _ = try await browser.signIn()
    try await Self.signOut(browser)
    #expect(
      test.clients.arrived.map(\.address) == Array(repeating: "https://app.example/backchannel?tenant=1", count: count))
    #expect(Set(test.clients.arrived.map(\.token)).count == 1 && test.database.counts.sessions == 0)
  }

  // Other programs print tokens, codes, verifiers and request URLs.
  @Test func `A client that can't be reached doesn't stop the sign-out, and the log has its name without the token`()
    async throws
  {
    let test = try SessionServer()
    test.clients.answer { address, _ in
      guard address == "other.example" else { throw HTTPTransportError(.connectionFailed, origin: address) }
      return HTTPAnswer(HTTPResponse(status: .ok))
    }
    let browser = test.browser()
    for client in ["web", "other"] { _ = try await browser.signIn(["client_id": client]) }
    try await Self.signOut(browser)
    #expect(test.database.counts.sessions == 0 && test.clients.arrived.count == 3)
    let log = test.log.records.joined(separator: "\n")
    #expect(log.contains("A client could not be notified that a session ended") && log.contains("web"))
    for arrived in test.clients.arrived { #expect(!log.contains(arrived.token)) }
  }

  @Test func `An http address isn't notified, unless the server itself uses http`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn(["client_id": "local"])
    try await Self.signOut(browser)
    #expect(test.clients.arrived.isEmpty && test.database.counts.sessions == 0)
    #expect(test.log.records.joined().contains("its address is not https"))
  }

  @Test func `One of many simultaneous sign-outs notifies the clients`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    let hint = try #require(try await browser.tokens().members["id_token"]?.string)
    let cookie = browser.cookie
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let tab = test.browser()
          tab.cookie = cookie
          _ = await tab.get("/logout", RPInitiatedLogoutConformanceTests.wish(hint))
        }
      }
    }
    #expect(test.clients.arrived.count == 1 && test.database.counts.sessions == 0)
  }
}
