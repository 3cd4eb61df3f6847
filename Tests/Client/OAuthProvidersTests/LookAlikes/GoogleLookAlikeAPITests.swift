import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Testing

@testable import OAuthProviders

struct GoogleLookAlikeAPITests {
  private static let people = GoogleLookAlikeTests.people

  @Test(.covers("Google: the People API", "look-alike Google: the People API"))
  func `the People API wants personFields`() async throws {
    let fixture = try GoogleLookAlikeTests.fixture()
    let token = try await fixture.client.signIn(with: fixture.userAgent).tokens.accessToken
    for query in ["", "?personFields=", "?personFields=shoeSize"] {
      let answer = try await fixture.get(Self.people + query, token: token)
      #expect(answer.response.status == .badRequest)
      #expect(answer.members["error"]?.object?["status"] == "INVALID_ARGUMENT")
    }
    let answer = try await fixture.get(Self.people + "?personFields=names", token: token)
    #expect(answer.members["names"] != nil)
    #expect(answer.members["photos"] == nil)
  }

  @Test(.covers("Google: errors of APIs", "look-alike Google: the People API"))
  func `401 and 403 have Google's error body`() async throws {
    let fixture = try GoogleLookAlikeTests.fixture()
    let unknown = try await fixture.get(Self.people + "?personFields=names", token: Secret("ya29.unknown"))
    #expect(unknown.response.status == .unauthorized)
    #expect(unknown.members["error"]?.object?["status"] == "UNAUTHENTICATED")
    let narrow = try await fixture.client.signIn(scope: Scope(["openid"]), with: fixture.userAgent)
    let forbidden = try await fixture.get(Self.people + "?personFields=names", token: narrow.tokens.accessToken)
    #expect(forbidden.response.status == .forbidden)
    #expect(forbidden.members["error"]?.object?["code"] == 403)
    await #expect(throws: ProviderError.profileRefused(provider: "Google", status: 403)) {
      try await fixture.client.profile(narrow)
    }
  }

  @Test func `UserInfo returns the claims of the scope`() async throws {
    let fixture = try GoogleLookAlikeTests.fixture()
    let token = try await fixture.client.signIn(scope: Scope(["openid", "email"]), with: fixture.userAgent)
      .tokens.accessToken
    let answer = try await fixture.get("https://openidconnect.googleapis.com/v1/userinfo", token: token)
    #expect(answer.members == ["sub": "1815", "email": "ada@lovelace.example", "email_verified": true])
    let refused = try await fixture.get("https://openidconnect.googleapis.com/v1/userinfo")
    #expect(refused.response.status == .unauthorized)
  }

  @Test func `a user without name and picture is shown by the remaining members`() async throws {
    let fixture = try GoogleLookAlikeTests.fixture(person: LookAlikeUser(name: nil, hasPicture: false))
    let profile = try await fixture.client.profile(try await fixture.client.signIn(with: fixture.userAgent))
    #expect(profile.name == nil)
    #expect(profile.picture == nil)
    #expect(profile.email == "ada@lovelace.example")
  }

  @Test func `unknown scopes are an error page`() async throws {
    let fixture = try GoogleLookAlikeTests.fixture()
    let answer = try await fixture.get(
      GoogleLookAlikeTests.authorize + "?response_type=code&client_id=\(LookAlikeClient.googleDesktop.id)"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F&scope=everything")
    #expect(answer.response.status == .badRequest)
    #expect(answer.response.headerFields[.location] == nil)
  }
}
