import Evidence
import Foundation
import JOSE
import OAuth
import OAuthCore
import OpenIDConnect
import Testing

@Suite(.covers("RP-Initiated Logout §2")) struct LogoutAttemptTests {
  private static let back = "https://app.example/signed-out"

  private func attempt(_ parameters: FormParameters = FormParameters()) throws -> LogoutAttempt {
    try TestIssuer().client().beginLogout(
      of: Fixture.check(Fixture.claims()), postLogoutRedirectURI: RedirectURI(Self.back), parameters: parameters)
  }

  @Test(.covers("RP logout: oidcc-client-test-rp-init-logout"))
  func `The address has the ID token, the client, the redirect URI and a new state`() throws {
    var more = FormParameters()
    more.append("ui_locales", "fr en")
    let attempt = try attempt(more)
    // The endpoint's own query is kept.
    #expect(attempt.url.hasPrefix("https://as.example/logout?tenant=1&"))
    let query = try FormParameters(decoding: Array(attempt.url.drop { $0 != "?" }.dropFirst().utf8))
    let token = try #require(try query.single("id_token_hint"))
    _ = try JSONWebSignature(compact: token)
    #expect(try query.single("client_id") == "app")
    #expect(try query.single("post_logout_redirect_uri") == Self.back)
    #expect(try query.single("ui_locales") == "fr en")
    let state = try #require(try query.single("state"))
    #expect(state.utf8.count == 43)
    try attempt.receive(Self.back + "?state=" + state)
    #expect(attempt.pageURL.absoluteString == attempt.url)
    try attempt.receive(try #require(URL(string: Self.back + "?state=" + state)))
  }

  @Test(
    .covers(
      "RP logout: oidcc-client-test-rp-init-logout-no-state", "RP logout: oidcc-client-test-rp-init-logout-other-state")
  ) func `An answer without this sign-out's state is rejected`() throws {
    let attempt = try attempt()
    let state = try #require(attempt.state).reveal()
    for (url, error): (String, LogoutError) in [
      (Self.back, .missingState), (Self.back + "?state=", .missingState), (Self.back + "?state=other", .foreignState),
      (Self.back + "?state=\(state)x", .foreignState), (Self.back + "?state=\(state)&state=\(state)", .malformed),
      ("https://evil.example/signed-out?state=\(state)", .anotherRedirectURI),
      ("http://app.example/signed-out?state=\(state)", .anotherRedirectURI),
      (Self.back + "/x?state=\(state)", .anotherRedirectURI), (Self.back + "?state=%zz", .malformed),
      ("", .malformed), ("not an address", .malformed),
    ] {
      #expect(throws: error, "\(url)") { try attempt.receive(url) }
    }
  }

  @Test func `Without a redirect URI there is no state, and no answer is accepted`() throws {
    let attempt = try TestIssuer().client().beginLogout(of: nil)
    #expect(attempt.url == "https://as.example/logout?tenant=1&client_id=app")
    #expect(throws: LogoutError.anotherRedirectURI) { try attempt.receive(Self.back) }
  }

  @Test func `Two sign-outs have two states`() throws {
    let client = try TestIssuer().client()
    let states = try (0..<2).map { _ in
      try client.beginLogout(of: nil, postLogoutRedirectURI: RedirectURI(Self.back)).state
    }
    #expect(states[0] != states[1])
  }

  @Test(arguments: ["state", "id_token_hint", "client_id", "post_logout_redirect_uri", "client_secret"])
  func `Parameters that Pixy sets can't be given`(name: String) {
    var more = FormParameters()
    more.append(name, "x")
    #expect(throws: AuthorizationRequestError.reservedParameter(name)) { try attempt(more) }
  }

  @Test func `A server without the endpoint is an error`() throws {
    let client = try TestIssuer().client(members: ["end_session_endpoint": .null])
    #expect(throws: OpenIDError.noLogoutEndpoint) { try client.beginLogout(of: nil) }
  }

  @Test func `A sign-out's description shows neither token nor state`() throws {
    let attempt = try attempt()
    var shown = "\(attempt) \(String(reflecting: attempt))"
    dump(attempt, to: &shown)
    #expect(!shown.contains(try #require(attempt.state).reveal()) && !shown.contains("eyJ"))
  }
}
