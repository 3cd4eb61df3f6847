import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthSessions
import OAuthTestSupport
import PKCE
import Testing
import TokenStorage

@testable import OAuthProviders

struct GitHubLookAlikeTests {
  private static let authorize = "https://github.com/login/oauth/authorize"
  private static let token = "https://github.com/login/oauth/access_token"

  private func fixture(
    _ provider: Provider = .gitHub, as client: LookAlikeClient = .gitHubOAuthApp, withSecret: Bool = false,
    at redirectURI: String = "http://127.0.0.1:49152/callback", quirks: Set<LookAlikeQuirk> = [], agrees: Bool = true
  ) throws -> LookAlikeFixture {
    let clock = ManualClock()
    return try LookAlikeFixture(
      provider,
      .gitHub(quirks: quirks, clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: .silent),
      as: client, withSecret: withSecret, at: redirectURI, clock: clock, agrees: agrees)
  }

  private func code(_ fixture: LookAlikeFixture) async throws -> String {
    let answer = try await fixture.callback(
      Self.authorize,
      [
        "client_id": LookAlikeClient.gitHubOAuthApp.id, "redirect_uri": "http://127.0.0.1:49152/callback",
        "scope": "repo",
      ])
    return try #require(answer.value("code"))
  }

  @Test(.covers("GitHub: tokens of OAuth Apps don't expire", "look-alike GitHub: tokens of OAuth Apps"))
  func `a user signs in to an OAuth App, is shown, and signs out`() async throws {
    let fixture = try fixture(withSecret: true)
    let (signedIn, session) = try await fixture.session()
    #expect(signedIn.tokens.accessToken.reveal().hasPrefix("gho_"))
    #expect(signedIn.tokens.refreshToken == nil)
    #expect(signedIn.tokens.expiresIn == nil)
    #expect(signedIn.tokens.scope == (try Scope(["read:user"])))
    let profile = try await fixture.client.profile(through: session)
    #expect(profile.id == "1815")
    #expect(profile.login == "ada")
    #expect(profile.name == "Ada Lovelace")
    let picture = try await fixture.get(try #require(profile.picture).text)
    #expect(picture.response.headerFields[.contentType] == "image/svg+xml")
    fixture.clock.advance(by: .seconds(86_400 * 3_000))
    #expect(try await fixture.client.profile(through: session).login == "ada")
    guard case .revoked = try await fixture.client.signOut(session) else {
      Issue.record("GitHub received no revocation request")
      return
    }
    let gone = try await fixture.get("https://api.github.com/user", token: signedIn.tokens.accessToken)
    #expect(gone.response.status == .unauthorized)
    #expect(gone.members["message"] == "Bad credentials")
  }

  @Test func `the app's own scheme is accepted as redirect URI`() async throws {
    let fixture = try fixture(at: "relay://oauth/callback")
    let signedIn = try await fixture.client.signIn(scope: Scope(["repo"]), with: fixture.userAgent)
    #expect(try await fixture.client.profile(signedIn).login == "ada")
  }

  @Test(.covers("GitHub: tokens of GitHub Apps live 8 hours", "look-alike GitHub: tokens of GitHub Apps"))
  func `tokens of a GitHub App expire after eight hours, are refreshed, and each refresh token is valid once`()
    async throws
  {
    let fixture = try fixture(.gitHubApp, as: .gitHubApp)
    let (signedIn, session) = try await fixture.session()
    #expect(signedIn.tokens.accessToken.reveal().hasPrefix("ghu_"))
    #expect(signedIn.tokens.expiresIn == .seconds(28_800))
    #expect(signedIn.tokens.additionalMembers["refresh_token_expires_in"] == 15_897_600)
    #expect(signedIn.tokens.scope == Scope.none)
    fixture.clock.advance(by: .seconds(28_801))
    let old = try await fixture.get("https://api.github.com/user", token: signedIn.tokens.accessToken)
    #expect(old.response.status == .unauthorized)
    #expect(try await fixture.client.profile(through: session).login == "ada")
    let refreshed = try #require(try await session.store.tokens(for: session.account))
    #expect(refreshed.refreshToken != signedIn.tokens.refreshToken)
    let again = try await fixture.post(
      [
        "client_id": LookAlikeClient.gitHubApp.id, "grant_type": "refresh_token",
        "refresh_token": try #require(signedIn.tokens.refreshToken).reveal(),
      ], to: Self.token, fields: [.accept: "application/json"])
    #expect(again.response.status == .ok)
    #expect(again.members["error"] == "bad_refresh_token")
  }

  @Test(.covers("GitHub: bad_refresh_token", "look-alike GitHub: bad_refresh_token"))
  func `bad_refresh_token ends the session`() async throws {
    let fixture = try fixture(.gitHubApp, as: .gitHubApp)
    let (_, session) = try await fixture.session()
    fixture.clock.advance(by: .seconds(15_897_601))
    await #expect(throws: TokenSessionError.self) { try await fixture.client.profile(through: session) }
    #expect(try await session.store.tokens(for: session.account) == nil)
  }

  @Test(.covers("GitHub: errors have status 200", "look-alike GitHub: errors have status 200"))
  func `errors have status 200, and a form for a body unless JSON is asked for`() async throws {
    let fixture = try fixture()
    let wrong: KeyValuePairs = ["client_id": LookAlikeClient.gitHubOAuthApp.id, "code": "wrong"]
    let form = try await fixture.post(wrong, to: Self.token)
    #expect(form.response.status == .ok)
    #expect(try FormParameters(decoding: form.body).value("error") == "bad_verification_code")
    let json = try await fixture.post(wrong, to: Self.token, fields: [.accept: "application/json"])
    #expect(json.response.status == .ok)
    #expect(json.members["error"] == "bad_verification_code")
  }

  @Test(.covers("GitHub: scopes are separated by commas", "look-alike GitHub: scopes are separated by commas"))
  func `scopes come back between commas, without those that are part of others`() async throws {
    let fixture = try fixture()
    let signedIn = try await fixture.client.signIn(
      scope: Scope(["user", "gist", "user:email"]), with: fixture.userAgent)
    #expect(signedIn.tokens.scope == (try Scope(["user", "gist"])))
    let answer = try await fixture.callback(
      Self.authorize, ["client_id": LookAlikeClient.gitHubOAuthApp.id, "scope": "user gist user:email"])
    let tokens = try await fixture.post(
      ["client_id": LookAlikeClient.gitHubOAuthApp.id, "code": try #require(answer.value("code"))], to: Self.token,
      fields: [.accept: "application/json"])
    #expect(tokens.members["scope"] == "user,gist")
  }

  @Test(.covers("GitHub: iss in callbacks", "look-alike GitHub: iss in callbacks"))
  func `a callback without iss is accepted`() async throws {
    let fixture = try fixture(quirks: [.noIssuerInCallback])
    #expect(try await fixture.client.signIn(with: fixture.userAgent).tokens.refreshToken == nil)
  }

  @Test(.covers("GitHub: iss in callbacks", "look-alike GitHub: iss in callbacks"))
  func `a callback with another iss is rejected`() async throws {
    let fixture = try fixture(quirks: [.wrongIssuerInCallback])
    await #expect(throws: CallbackError.self) { try await fixture.client.signIn(with: fixture.userAgent) }
  }

  @Test(.covers("look-alike GitHub: iss in callbacks")) func `the callback's iss is the one that is documented`()
    async throws
  {
    let answer = try await fixture().callback(
      Self.authorize, ["client_id": LookAlikeClient.gitHubOAuthApp.id, "state": "s"])
    #expect(answer.value("iss") == "https://github.com/login/oauth")
    #expect(answer.value("state") == "s")
  }

  @Test(.covers("GitHub: incorrect_client_credentials", "look-alike GitHub: the client secret is required"))
  func `incorrect_client_credentials: a secret that is wanted, or wrong`() async throws {
    let wanted = try fixture(quirks: [.secretWanted])
    await #expect(throws: EndpointError.self) { try await wanted.client.signIn(with: wanted.userAgent) }
    let right = try fixture(withSecret: true, quirks: [.secretWanted])
    _ = try await right.client.signIn(with: right.userAgent)
    let wrong = try await right.post(
      ["client_id": LookAlikeClient.gitHubOAuthApp.id, "client_secret": "wrong", "code": try await code(right)],
      to: Self.token, fields: [.accept: "application/json"])
    #expect(wrong.members["error"] == "incorrect_client_credentials")
    let unknown = try await right.post(["client_id": "nobody"], to: Self.token, fields: [.accept: "application/json"])
    #expect(unknown.members["error"] == "incorrect_client_credentials")
  }

  @Test(.covers("GitHub: loopback: any port; the path has to match", "look-alike GitHub: redirect_uri_mismatch"))
  func `redirect_uri_mismatch at the token endpoint and, at the registered address, in the browser`() async throws {
    let fixture = try fixture()
    let answer = try await fixture.post(
      [
        "client_id": LookAlikeClient.gitHubOAuthApp.id, "code": try await code(fixture),
        "redirect_uri": "http://127.0.0.1:1/callback",
      ], to: Self.token, fields: [.accept: "application/json"])
    #expect(answer.members["error"] == "redirect_uri_mismatch")
    let elsewhere = try await fixture.get(
      Self.authorize + "?client_id=\(LookAlikeClient.gitHubOAuthApp.id)&redirect_uri=https%3A%2F%2Fevil.example%2F")
    let location = try #require(elsewhere.response.headerFields[.location])
    #expect(location.hasPrefix("http://127.0.0.1/callback?error=redirect_uri_mismatch"))
  }

  @Test(
    .covers("GitHub: challenges: only S256, with 43 characters", "look-alike GitHub: challenges"),
    arguments: [("S256", 42), ("S256", 44), ("plain", 43)])
  func `challenges other than S256 with 43 characters are refused`(method: String, length: Int) async throws {
    let fixture = try fixture()
    let answer = try await fixture.callback(
      Self.authorize,
      [
        "client_id": LookAlikeClient.gitHubOAuthApp.id, "code_challenge_method": method,
        "code_challenge": String(repeating: "a", count: length),
      ])
    #expect(answer.value("error") == "invalid_request")
  }

  @Test(.covers("GitHub: bad_verification_code", "look-alike GitHub: bad_verification_code"))
  func `a wrong verifier is a bad_verification_code`() async throws {
    let fixture = try fixture()
    let verifier = try CodeVerifier(String(repeating: "v", count: 64))
    let answer = try await fixture.callback(
      Self.authorize,
      [
        "client_id": LookAlikeClient.gitHubOAuthApp.id, "code_challenge_method": "S256",
        "code_challenge": CodeChallenge(s256: verifier).value,
      ])
    let tokens = try await fixture.post(
      [
        "client_id": LookAlikeClient.gitHubOAuthApp.id, "code": try #require(answer.value("code")),
        "code_verifier": String(repeating: "w", count: 64),
      ], to: Self.token, fields: [.accept: "application/json"])
    #expect(tokens.members["error"] == "bad_verification_code")
  }

  @Test(.covers("look-alike GitHub: the API requires a User-Agent"))
  func `a request without User-Agent is refused by the API`() async throws {
    let fixture = try fixture()
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    let answer = try await fixture.get(
      "https://api.github.com/user", token: signedIn.tokens.accessToken, userAgent: nil)
    #expect(answer.response.status == .forbidden)
  }

  @Test(.covers("GitHub: tokens of OAuth Apps don't expire", "look-alike GitHub: tokens of OAuth Apps"))
  func `tokens of an OAuth App that end have refresh tokens`() async throws {
    let fixture = try fixture(quirks: [.expiringTokens])
    let (signedIn, session) = try await fixture.session()
    #expect(signedIn.tokens.expiresIn == .seconds(28_800))
    fixture.clock.advance(by: .seconds(28_801))
    #expect(try await fixture.client.profile(through: session).login == "ada")
  }

  @Test(.covers("look-alike GitHub: tokens of GitHub Apps")) func `tokens of a GitHub App that don't end have none`()
    async throws
  {
    let fixture = try fixture(.gitHubApp, as: .gitHubApp, quirks: [.endlessTokens])
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    #expect(signedIn.tokens.expiresIn == nil)
    #expect(signedIn.tokens.refreshToken == nil)
  }

  @Test(.covers("GitHub: numbers may be texts", "look-alike GitHub: numbers are sent as texts"))
  func `numbers that are texts are read`() async throws {
    let fixture = try fixture(.gitHubApp, as: .gitHubApp, quirks: [.numbersAsText])
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    #expect(signedIn.tokens.expiresIn == .seconds(28_800))
    #expect(signedIn.tokens.additionalMembers["refresh_token_expires_in"] == "15897600")
  }

  @Test func `a denial is access_denied`() async throws {
    let fixture = try fixture(agrees: false)
    await #expect(throws: CallbackError.self) { try await fixture.client.signIn(with: fixture.userAgent) }
  }
}
