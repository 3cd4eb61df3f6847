import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuthProviders

struct SpotifyLookAlikeTests {
  private static let authorize = "https://accounts.spotify.com/authorize"
  private static let token = "https://accounts.spotify.com/api/token"
  private static let profile = "https://api.spotify.com/v1/me"
  private static let halfYear = Duration.seconds(15_724_800)

  private func fixture(
    withSecret: Bool = false, at redirectURI: String = "http://127.0.0.1:49152/callback",
    registered: [String] = ["http://127.0.0.1/callback"], quirks: Set<LookAlikeQuirk> = [], agrees: Bool = true
  ) throws -> LookAlikeFixture {
    let clock = ManualClock()
    let client = LookAlikeClient(
      id: LookAlikeClient.spotify.id, kind: .spotify, secret: LookAlikeClient.spotify.secret,
      redirectURIs: try registered.map { try RedirectURI($0) })
    return try LookAlikeFixture(
      .spotify,
      .spotify(
        clients: [client], quirks: quirks, clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: .silent),
      as: client, withSecret: withSecret, at: redirectURI, clock: clock, agrees: agrees)
  }

  @Test func `a user signs in, is shown, is refreshed, and signs out`() async throws {
    let fixture = try fixture()
    let (signedIn, session) = try await fixture.session()
    #expect(signedIn.tokens.expiresIn == .seconds(3_600))
    #expect(signedIn.tokens.scope == (try Scope(["user-read-private", "user-read-email"])))
    let profile = try await fixture.client.profile(through: session)
    #expect(profile.id == "1815")
    #expect(profile.name == "Ada Lovelace")
    #expect(profile.email == "ada@lovelace.example")
    let picture = try await fixture.get(try #require(profile.picture).text)
    #expect(picture.response.headerFields[.contentType] == "image/svg+xml")
    fixture.clock.advance(by: .seconds(3_601))
    #expect(try await fixture.client.profile(through: session).id == "1815")
    let refreshed = try #require(try await session.store.tokens(for: session.account))
    #expect(refreshed.refreshToken != signedIn.tokens.refreshToken)
    // Spotify documents no revocation.
    guard case .deletedOnly = try await fixture.client.signOut(session) else {
      Issue.record("Spotify has no endpoint that could have revoked the tokens")
      return
    }
  }

  @Test(.covers("Spotify: refresh tokens may rotate", "look-alike Spotify: refresh tokens are valid once"))
  func `a refresh token is valid once`() async throws {
    let fixture = try fixture()
    let (signedIn, session) = try await fixture.session()
    let old = try #require(signedIn.tokens.refreshToken)
    fixture.clock.advance(by: .seconds(3_601))
    _ = try await fixture.client.profile(through: session)
    let again = try await fixture.post(
      ["client_id": LookAlikeClient.spotify.id, "grant_type": "refresh_token", "refresh_token": old.reveal()],
      to: Self.token)
    #expect(again.response.status == .badRequest)
    #expect(again.members["error"] == "invalid_grant")
  }

  @Test(
    .covers(
      "Spotify: refresh tokens end after six months",
      "look-alike Spotify: refresh tokens expire six months after consent"))
  func `refresh tokens expire six months after the consent, even if they are refreshed`() async throws {
    let fixture = try fixture()
    let (_, session) = try await fixture.session()
    for _ in 0..<4 {
      fixture.clock.advance(by: .seconds(15_724_800 / 4 - 10))
      #expect(try await fixture.client.profile(through: session).id == "1815")
    }
    let last = try #require(try await session.store.tokens(for: session.account)?.refreshToken)
    fixture.clock.advance(by: .seconds(3_601))
    let refused = try await fixture.post(
      ["client_id": LookAlikeClient.spotify.id, "grant_type": "refresh_token", "refresh_token": last.reveal()],
      to: Self.token)
    #expect(refused.members["error"] == "invalid_grant")
    await #expect(throws: TokenSessionError.self) { try await fixture.client.profile(through: session) }
    #expect(try await session.store.tokens(for: session.account) == nil)
  }

  @Test(.covers("Spotify: refresh tokens may rotate", "look-alike Spotify: refresh tokens are valid once"))
  func `a refresh answer without a refresh token leaves the old one valid`() async throws {
    let fixture = try fixture(quirks: [.refreshTokenStays])
    let (signedIn, session) = try await fixture.session()
    for _ in 0..<3 {
      fixture.clock.advance(by: .seconds(3_601))
      #expect(try await fixture.client.profile(through: session).id == "1815")
      let stored = try await session.store.tokens(for: session.account)
      #expect(stored?.refreshToken == signedIn.tokens.refreshToken)
    }
  }

  @Test(.covers("Spotify: expired access tokens", "look-alike Spotify: expired access tokens"))
  func `401 invalid_token says that the access token expired`() async throws {
    let fixture = try fixture()
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    fixture.clock.advance(by: .seconds(3_601))
    let answer = try await fixture.get(Self.profile, token: signedIn.tokens.accessToken)
    #expect(answer.response.status == .unauthorized)
    #expect(answer.members["error"] == ["status": 401, "message": "The access token expired"])
    #expect(answer.response.headerFields[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
    let unknown = try await fixture.get(Self.profile, token: Secret("unknown"))
    #expect(unknown.members["error"] == ["status": 401, "message": "Invalid access token"])
  }

  @Test(.covers("Spotify: localhost isn't accepted", "look-alike Spotify: loopback addresses"))
  func `localhost is refused at the authorization endpoint, even if it is registered`() async throws {
    let fixture = try fixture(registered: ["http://localhost:8080/callback", "http://127.0.0.1/callback"])
    let query = "?response_type=code&client_id=\(LookAlikeClient.spotify.id)&redirect_uri="
    let answer = try await fixture.get(Self.authorize + query + "http%3A%2F%2Flocalhost%3A8080%2Fcallback")
    #expect(answer.response.status == .badRequest)
    #expect(answer.response.headerFields[.location] == nil)
  }

  @Test(
    .covers("Spotify: loopback ports", "look-alike Spotify: loopback addresses"),
    arguments: [("http://127.0.0.1/callback", true), ("http://127.0.0.1:8080/callback", false)])
  func `only a loopback address registered without a port accepts any port`(registered: String, isTaken: Bool)
    async throws
  {
    let fixture = try fixture(registered: [registered])
    let query = "?response_type=code&client_id=\(LookAlikeClient.spotify.id)&redirect_uri="
    let answer = try await fixture.get(Self.authorize + query + "http%3A%2F%2F127.0.0.1%3A49152%2Fcallback")
    #expect(answer.response.status == (isTaken ? .ok : .badRequest))
  }

  @Test(.covers("Spotify: no metadata, no iss, no revocation"))
  func `the callback has no iss, and another server's iss is rejected`() async throws {
    let answer = try await fixture().callback(
      Self.authorize,
      [
        "response_type": "code", "client_id": LookAlikeClient.spotify.id, "state": "s",
        "redirect_uri": "http://127.0.0.1:1/callback",
      ])
    #expect(answer.value("state") == "s")
    #expect(answer.value("iss") == nil)
  }

  @Test(
    .covers(
      "Spotify: clients with a secret use basic authentication",
      "look-alike Spotify: confidential clients use basic authentication"))
  func `a confidential client authenticates by HTTP Basic, with and without PKCE`() async throws {
    let fixture = try fixture(withSecret: true)
    _ = try await fixture.client.signIn(with: fixture.userAgent)
    let redirectURI = "http://127.0.0.1:1/callback"
    func code() async throws -> String {
      let answer = try await fixture.callback(
        Self.authorize,
        ["response_type": "code", "client_id": LookAlikeClient.spotify.id, "redirect_uri": redirectURI])
      return try #require(answer.value("code"))
    }
    let pair = LookAlikeClient.spotify.id + ":" + (LookAlikeClient.spotify.secret?.reveal() ?? "")
    let basic = "Basic " + Data(pair.utf8).base64EncodedString()
    let given = try await fixture.post(
      ["grant_type": "authorization_code", "code": try await code(), "redirect_uri": redirectURI], to: Self.token,
      fields: [.authorization: basic])
    let refreshToken = try #require(given.members["refresh_token"]?.string)
    for fields: HTTPFields in [[:], [.authorization: "Basic d3Jvbmc6d3Jvbmc="]] {
      let refused = try await fixture.post(
        [
          "grant_type": "authorization_code", "code": try await code(), "redirect_uri": redirectURI,
          "client_id": LookAlikeClient.spotify.id,
        ], to: Self.token, fields: fields)
      #expect(refused.members["error"] == "invalid_client")
      let refresh = try await fixture.post(
        ["grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": LookAlikeClient.spotify.id],
        to: Self.token, fields: fields)
      #expect(refresh.members["error"] == "invalid_client")
    }
    let refreshed = try await fixture.post(
      ["grant_type": "refresh_token", "refresh_token": refreshToken], to: Self.token, fields: [.authorization: basic])
    #expect(refreshed.members["access_token"] != nil)
  }

  @Test func `a user without name and picture is shown by the remaining members`() async throws {
    let clock = ManualClock()
    let fixture = try LookAlikeFixture(
      .spotify,
      .spotify(user: LookAlikeUser(name: nil, hasPicture: false), clock: clock.wallClock, logger: .silent),
      as: .spotify, clock: clock)
    let profile = try await fixture.client.profile(try await fixture.client.signIn(with: fixture.userAgent))
    #expect(profile.name == nil)
    #expect(profile.picture == nil)
    #expect(profile.displayName == "ada@lovelace.example")
  }
}
