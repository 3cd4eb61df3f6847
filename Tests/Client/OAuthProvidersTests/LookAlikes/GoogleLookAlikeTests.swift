import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthSessions
import OAuthTestSupport
import OpenIDConnect
import Testing
import TokenStorage

@testable import OAuthProviders

struct GoogleLookAlikeTests {
  static let authorize = "https://accounts.google.com/o/oauth2/v2/auth"
  static let token = "https://oauth2.googleapis.com/token"
  static let people = "https://people.googleapis.com/v1/people/me"
  static let schemeOfIOS = "com.googleusercontent.apps.100000000001-lookalikeios:/oauth"

  static func fixture(
    _ provider: Provider = .google, as client: LookAlikeClient = .googleDesktop,
    at redirectURI: String = "http://127.0.0.1:49152/callback", quirks: Set<LookAlikeQuirk> = [],
    person: LookAlikeUser = LookAlikeUser()
  ) throws -> LookAlikeFixture {
    let clock = ManualClock()
    return try LookAlikeFixture(
      provider,
      .google(
        user: person, quirks: quirks, clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: .silent),
      as: client, withSecret: true, at: redirectURI, clock: clock)
  }

  private static func parameters(_ pairs: KeyValuePairs<String, String>) -> FormParameters {
    var parameters = FormParameters()
    for (name, value) in pairs { parameters.append(name, value) }
    return parameters
  }

  @Test func `a user signs in with a desktop client, is shown, is refreshed, and signs out`() async throws {
    let fixture = try Self.fixture()
    let (signedIn, session) = try await fixture.session()
    #expect(signedIn.idToken?.subject == "1815")
    #expect(signedIn.idToken?.claims["email"] == "ada@lovelace.example")
    #expect(signedIn.tokens.scope?.contains("https://www.googleapis.com/auth/userinfo.profile") == true)
    #expect(try await fixture.client.profile(signedIn).name == "Ada Lovelace")
    fixture.clock.advance(by: .seconds(3_600))
    let profile = try await fixture.client.profile(through: session)
    #expect(profile.id == "1815")
    #expect(profile.email == "ada@lovelace.example")
    #expect(profile.isEmailVerified == true)
    let picture = try await fixture.get(try #require(profile.picture).text)
    #expect(picture.response.headerFields[.contentType] == "image/svg+xml")
    let last = try #require(try await session.store.tokens(for: session.account))
    // Google revokes the access token together with the refresh token, so its own revocation is
    // then answered with invalid_token.
    guard case .revoked = try await fixture.client.signOut(session) else {
      Issue.record("Google revoked the tokens, but the sign-out reported another outcome")
      return
    }
    let gone = try await fixture.get(Self.people + "?personFields=names", token: last.accessToken)
    #expect(gone.response.status == .unauthorized)
  }

  @Test(
    .covers("Google: redirect URIs of iOS clients", "look-alike Google: secrets of clients"),
    arguments: [schemeOfIOS, "com.example.app:/oauth2callback"])
  func `an iOS client has no secret and comes back by its client ID or its bundle ID`(
    _ redirectURI: String
  ) async throws {
    let fixture = try Self.fixture(.googleIOS, as: .googleIOS, at: redirectURI)
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    #expect(signedIn.tokens.refreshToken != nil)
    #expect(try await fixture.client.profile(signedIn).name == "Ada Lovelace")
  }

  @Test func `a web client accepts its registered redirect URI`() async throws {
    let fixture = try Self.fixture(.googleWeb, as: .googleWeb, at: "https://app.example/callback")
    #expect(try await fixture.client.signIn(with: fixture.userAgent).idToken?.subject == "1815")
  }

  @Test(
    .covers("Google: refresh answers have no refresh token", "look-alike Google: refresh answers have no refresh token")
  ) func `refresh answers have no refresh token, and the old one stays valid`() async throws {
    let fixture = try Self.fixture()
    let (signedIn, session) = try await fixture.session()
    let first = try #require(signedIn.tokens.refreshToken)
    for _ in 0..<3 {
      fixture.clock.advance(by: .seconds(3_600))
      _ = try await fixture.client.profile(through: session)
      #expect(try await session.store.tokens(for: session.account)?.refreshToken == first)
    }
    let answer = try await fixture.post(
      [
        "grant_type": "refresh_token", "refresh_token": first.reveal(), "client_id": LookAlikeClient.googleDesktop.id,
        "client_secret": try #require(LookAlikeClient.googleDesktop.secret).reveal(),
      ], to: Self.token)
    #expect(answer.response.status == .ok)
    #expect(answer.members["refresh_token"] == nil)
  }

  @Test(
    .covers(
      "Google: refresh tokens need access_type=offline", "look-alike Google: refresh tokens need access_type=offline"),
    arguments: [("online", "consent", false), ("offline", "select_account", false), ("offline", "consent", true)])
  func `after an earlier consent a refresh token requires access_type=offline and prompt=consent`(
    accessType: String, prompt: String, hasRefreshToken: Bool
  ) async throws {
    let fixture = try Self.fixture()
    _ = try await fixture.client.signIn(with: fixture.userAgent)
    let signedIn = try await fixture.client.signIn(
      parameters: Self.parameters(["access_type": accessType, "prompt": prompt]), with: fixture.userAgent)
    #expect((signedIn.tokens.refreshToken != nil) == hasRefreshToken)
  }

  @Test func `the first consent issues a refresh token without prompt=consent, but not without access_type=offline`()
    async throws
  {
    for (accessType, hasRefreshToken) in [("offline", true), ("online", false)] {
      let fixture = try Self.fixture()
      let signedIn = try await fixture.client.signIn(
        parameters: Self.parameters(["access_type": accessType, "prompt": "select_account"]), with: fixture.userAgent)
      #expect((signedIn.tokens.refreshToken != nil) == hasRefreshToken)
    }
  }

  @Test(.covers("Google: desktop clients have to send a secret", "look-alike Google: secrets of clients"))
  func `a desktop client's secret is required in spite of PKCE`() async throws {
    let fixture = try Self.fixture()
    for (secret, status, error) in [(nil, 400, "invalid_request"), ("wrong", 401, "invalid_client")] {
      var pairs = Self.parameters(["grant_type": "authorization_code", "code": "c"])
      pairs.append("client_id", LookAlikeClient.googleDesktop.id)
      pairs.append("client_secret", ifPresent: secret)
      var request = try Endpoint(Self.token).request(.post)
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
      let answer = try await fixture.transport.send(
        request, body: Array(pairs.formEncoded().utf8), limits: HTTPLimits())
      #expect(answer.response.status.code == status)
      #expect(answer.members["error"] == .string(error))
    }
  }

  @Test(.covers("Google: the issuer may lack https", "look-alike Google: the issuer may lack https"))
  func `the iss of ID tokens has https, or lacks it`() async throws {
    for (quirks, issuer) in [
      (Set<LookAlikeQuirk>(), "https://accounts.google.com"), ([.issuerWithoutScheme], "accounts.google.com"),
    ] {
      let fixture = try Self.fixture(quirks: quirks)
      let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
      #expect(signedIn.idToken?.claims["iss"] == .string(issuer))
    }
  }

  @Test(.covers("Google: invalid_grant with a description", "look-alike Google: invalid_grant and revocation"))
  func `a dead refresh token is invalid_grant with a description, and ends the session`() async throws {
    let fixture = try Self.fixture()
    let (signedIn, session) = try await fixture.session()
    let refreshToken = try #require(signedIn.tokens.refreshToken).reveal()
    let revoked = try await fixture.post(["token": refreshToken], to: "https://oauth2.googleapis.com/revoke")
    #expect(revoked.response.status == .ok)
    let answer = try await fixture.post(
      [
        "grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": LookAlikeClient.googleDesktop.id,
        "client_secret": try #require(LookAlikeClient.googleDesktop.secret).reveal(),
      ], to: Self.token)
    #expect(answer.response.status == .badRequest)
    #expect(answer.members["error"] == "invalid_grant")
    #expect(answer.members["error_description"] == "Token has been expired or revoked.")
    let again = try await fixture.post(["token": refreshToken], to: "https://oauth2.googleapis.com/revoke")
    #expect(again.response.status == .badRequest)
    fixture.clock.advance(by: .seconds(3_600))
    await #expect(throws: TokenSessionError.self) { try await fixture.client.profile(through: session) }
    #expect(try await session.store.tokens(for: session.account) == nil)
  }

  @Test(.covers("look-alike Google: revocation of a grant")) func `a revocation ends every sign-in with that client`()
    async throws
  {
    let fixture = try Self.fixture()
    let (first, _) = try await fixture.session(parameters: Self.parameters(["prompt": "consent"]))
    let (second, session) = try await fixture.session(parameters: Self.parameters(["prompt": "consent"]))
    #expect(first.tokens.refreshToken != second.tokens.refreshToken)
    #expect(try await fixture.client.profile(through: session).id == "1815")
    let revoked = try await fixture.post(
      ["token": try #require(first.tokens.refreshToken).reveal()], to: "https://oauth2.googleapis.com/revoke")
    #expect(revoked.response.status == .ok)
    for tokens in [first.tokens, second.tokens] {
      let gone = try await fixture.get(Self.people + "?personFields=names", token: tokens.accessToken)
      #expect(gone.response.status == .unauthorized)
    }
    await #expect(throws: TokenSessionError.self) { try await fixture.client.profile(through: session) }
    #expect(try await session.store.tokens(for: session.account) == nil)
    // A consent after the revocation is a new grant.
    let (_, third) = try await fixture.session()
    #expect(try await fixture.client.profile(through: third).id == "1815")
  }

  @Test(
    .covers("look-alike Google: redirect URIs"),
    arguments: [
      (LookAlikeClient.googleDesktop, "https://app.example/callback"),
      (.googleDesktop, "com.example.app:/oauth"), (.googleIOS, "http://127.0.0.1:1/callback"),
      (.googleIOS, "com.googleusercontent.apps.other:/oauth"), (.googleIOS, "com.example.other:/oauth"),
      (.googleWeb, "http://127.0.0.1:1/callback"),
      (.googleDevice, "http://127.0.0.1:1/callback"),
    ])
  func `redirect_uri_mismatch is an error page`(client: LookAlikeClient, redirectURI: String) async throws {
    let fixture = try Self.fixture()
    let query = Self.parameters([
      "response_type": "code", "client_id": client.id, "redirect_uri": redirectURI, "scope": "openid",
    ])
    let answer = try await fixture.get(Endpoint(Self.authorize).adding(query))
    #expect(answer.response.status == .badRequest)
    #expect(answer.response.headerFields[.location] == nil)
  }

  @Test(
    .covers("look-alike Google: redirect URIs"),
    arguments: ["http://127.0.0.1:1/", "http://[::1]:2/other/path", "http://localhost:3/callback"])
  func `a desktop client comes back to any loopback address`(redirectURI: String) async throws {
    let fixture = try Self.fixture(at: redirectURI)
    #expect(try await fixture.client.signIn(with: fixture.userAgent).idToken?.subject == "1815")
  }

  @Test func `a callback with another server's iss is rejected`() async throws {
    let fixture = try Self.fixture(quirks: [.wrongIssuerInCallback])
    await #expect(throws: CallbackError.self) { try await fixture.client.signIn(with: fixture.userAgent) }
  }
}
