import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

/// Look-alikes at one origin, as on a port.
struct RelocatedLookAlikeTests {
  private static let here = "http://127.0.0.1:8414"

  private func fixture(
    _ provider: Provider, as client: LookAlikeClient, withSecret: Bool = false,
    at redirectURI: String = "http://127.0.0.1:49152/callback", _ make: (Issuer, WallClock) throws -> LookAlike
  ) throws -> LookAlikeFixture {
    let clock = ManualClock()
    let lookAlike = try make(Issuer(Self.here), clock.wallClock)
    #expect(lookAlike.origins == [Self.here])
    return try LookAlikeFixture(
      provider.relocated(to: Endpoint(Self.here)), lookAlike, as: client, withSecret: withSecret, at: redirectURI,
      clock: clock)
  }

  @Test func `GitHub's look-alike names its own issuer and pictures`() async throws {
    let fixture = try fixture(.gitHub, as: .gitHubOAuthApp) { try .gitHub(at: $0, clock: $1, logger: .silent) }
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    let profile = try await fixture.client.profile(signedIn)
    #expect(profile.picture?.text == Self.here + "/u/1815")
    let answer = try await fixture.callback(
      Self.here + "/login/oauth/authorize", ["client_id": LookAlikeClient.gitHubOAuthApp.id])
    #expect(answer.value("iss") == Self.here + "/login/oauth")
    let metadata = try await fixture.get(Self.here + "/.well-known/oauth-authorization-server/login/oauth")
    #expect(metadata.members["token_endpoint"] == .string(Self.here + "/login/oauth/access_token"))
  }

  @Test func `Spotify's look-alike names its own pictures`() async throws {
    let fixture = try fixture(.spotify, as: .spotify) { try .spotify(at: $0, clock: $1, logger: .silent) }
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    #expect(try await fixture.client.profile(signedIn).picture?.text == Self.here + "/image/1815")
  }

  @Test func `Google's look-alike names its own endpoints, issuer and pictures`() async throws {
    let fixture = try fixture(.google, as: .googleDesktop, withSecret: true) {
      try .google(at: $0, clock: $1, logger: .silent)
    }
    let signedIn = try await fixture.client.signIn(with: fixture.userAgent)
    #expect(signedIn.idToken?.claims["iss"] == .string(Self.here))
    #expect(try await fixture.client.profile(signedIn).picture?.text == Self.here + "/a/1815")
    let metadata = try await fixture.get(Self.here + "/.well-known/openid-configuration")
    for name in ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint"] {
      #expect(metadata.members[name]?.string?.hasPrefix(Self.here + "/") == true)
    }
  }

  @Test func `a look-alike answers only for its own origin`() async throws {
    let fixture = try fixture(.gitHub, as: .gitHubOAuthApp) { try .gitHub(at: $0, clock: $1, logger: .silent) }
    await #expect(throws: HTTPTransportError.self) { try await fixture.get("https://github.com/login/oauth/authorize") }
  }
}
