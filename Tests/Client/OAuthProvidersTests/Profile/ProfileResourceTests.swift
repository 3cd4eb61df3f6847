import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuthProviders

/// Requests for profiles.
@Suite struct ProfileResourceTests {
  private func known(_ name: String) throws -> KnownProvider {
    try #require(KnownProvider.all.first { $0.testDescription == name })
  }

  private func profile(
    _ name: String, _ path: String, _ answer: HTTPAnswer
  ) async throws -> (Result<Profile, any Error>, [PlayedProvider.Exchange]) {
    let known = try known(name)
    let played = PlayedProvider(known)
    played.answer(path, with: answer)
    let client = known.client(played)
    let session = try await played.session(client, refreshToken: nil)
    do {
      return (.success(try await client.profile(through: session)), played.exchanges)
    } catch {
      return (.failure(error), played.exchanges)
    }
  }

  @Test(.covers("GitHub: the API requires a User-Agent"))
  func `GitHub's request has the media type, the version and a User-Agent`() async throws {
    let (result, exchanges) = try await profile("github", "/user", .json(["id": 1, "login": "ada"]))
    #expect(try result.get().login == "ada")
    let request = try #require(exchanges.first).request
    #expect(request.headerFields[.accept] == "application/vnd.github+json")
    #expect(request.headerFields[try #require(HTTPField.Name("X-GitHub-Api-Version"))] == "2022-11-28")
    #expect(request.headerFields[.userAgent]?.isEmpty == false)
    #expect(request.headerFields[.authorization] == "Bearer at-1")
    #expect(exchanges.map(\.address) == ["https://api.github.com/user"])
  }

  @Test(.covers("Google: the People API")) func `Google's request names the fields`() async throws {
    let (result, exchanges) = try await profile("google", "/v1/people/me", .json(["resourceName": "people/107"]))
    #expect(try result.get().id == "107")
    #expect(
      exchanges.last?.address
        == "https://people.googleapis.com/v1/people/me?personFields=names,photos,emailAddresses")
  }

  @Test(
    .covers("Entra: UserInfo is at Microsoft Graph", "GitLab: most claims are only at UserInfo"),
    arguments: [
      ("discord", "https://discord.com/api/v10/users/@me"), ("spotify", "https://api.spotify.com/v1/me"),
      ("slack", "https://slack.com/api/auth.test"), ("gitlab", "https://gitlab.com/oauth/userinfo"),
      ("entra", "https://graph.microsoft.com/oidc/userinfo"), ("auth0", "https://ada.eu.auth0.com/userinfo"),
    ])
  func `The other providers have one profile address each`(_ name: String, _ address: String) async throws {
    let (result, exchanges) = try await profile(
      name, Endpoint(address).parts.path,
      .json(["ok": true, "id": "1", "sub": "1", "team_id": "T1", "user_id": "U1"]))
    #expect(throws: Never.self) { try result.get() }
    #expect(exchanges.last?.address == address)
    #expect(exchanges.last?.request.method == .get)
  }

  @Test(arguments: [403, 404, 429, 500, 204, 302])
  func `A rejection reports the status and a remedy`(_ status: Int) async throws {
    let answer = HTTPAnswer.text(#"{"message":"Bad credentials"}"#, status: .init(code: status))
    let (result, _) = try await profile("github", "/user", answer)
    let error = ProviderError.profileRefused(provider: "GitHub", status: status)
    #expect(throws: error) { try result.get() }
    #expect(!error.remedy.isEmpty && error.step == .resource)
    #expect(!"\(error) \(error.explanation)".contains("Bad credentials"))
  }

  @Test func `A 401 is no reason to sign out at once, unless the token can't be replaced`() async throws {
    let (result, _) = try await profile("github", "/user", .text("", status: .unauthorized))
    let error = #expect(throws: TokenSessionError.self) { try result.get() }
    #expect(error?.code == "no_refresh_token")
    #expect(ProviderError.profileRefused(provider: "Google", status: 401).remedy.hasPrefix("Try again"))
  }

  @Test(arguments: ["", "null", "[]", "{}", "[{\"id\":1}]", "{\"id\":", "<html>", "{\"id\":1,\"id\":2}", "{\"id\":{}}"])
  func `An unreadable profile is reported as malformed`(_ body: String) async throws {
    let (result, _) = try await profile("github", "/user", .text(body))
    #expect(throws: ProviderError.profileMalformed(provider: "GitHub")) { try result.get() }
  }

  @Test func `JSON that is too deep or has a million names doesn't crash`() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let (result, _) = try await profile("github", "/user", .text(deep))
    #expect(throws: ProviderError.profileMalformed(provider: "GitHub")) { try result.get() }
    let name = String(repeating: "a", count: 200_000)
    let (huge, _) = try await profile("github", "/user", .json(["id": 1, "name": .string(name)]))
    #expect(try huge.get().id == "1")
  }

  @Test(.covers("every provider: pictures")) func `A provider can't choose an address on this machine to fetch`()
    async throws
  {
    for picture in ["http://127.0.0.1:631/admin", "http://localhost/x", "https://localhost/x", "http://[::1]/x"] {
      let (result, _) = try await profile("github", "/user", .json(["id": 1, "avatar_url": .string(picture)]))
      #expect(try result.get() == Profile(id: "1"))
    }
  }

  @Test func `A stand-in on this machine may use its own picture`() async throws {
    let moved = try Provider.gitHub.relocated(to: Endpoint("http://127.0.0.1:8414"))
    let known = try known("github")
    let played = PlayedProvider(known)
    played.answer("/user", with: .json(["id": 1, "avatar_url": "http://127.0.0.1:8414/ada.svg"]))
    let client = ProviderClient(moved, id: known.clientID, through: played, clock: played.clock.wallClock)
    let profile = try await client.profile(through: played.session(client))
    #expect(profile.picture?.text == "http://127.0.0.1:8414/ada.svg")
  }

  @Test(.covers("Spotify: expired access tokens")) func `A token that the provider rejects is refreshed once`()
    async throws
  {
    let known = try known("spotify")
    let played = PlayedProvider(known)
    played.answer("/v1/me") { request, _ in
      request.headerFields[.authorization] == "Bearer at-2"
        ? .json(["id": "ada"]) : .json(["error": ["status": 401, "message": "expired"]], status: .unauthorized)
    }
    played.answer(
      "/api/token",
      with: .json(["access_token": "at-2", "token_type": "Bearer", "expires_in": 3_600, "refresh_token": "rt-2"]))
    let client = known.client(played)
    let session = try await played.session(client)
    #expect(try await client.profile(through: session).id == "ada")
    #expect(played.exchanges.map { $0.request.path ?? "" } == ["/v1/me", "/api/token", "/v1/me"])
    #expect(try await session.store.tokens(for: session.account)?.refreshToken == Secret("rt-2"))
  }
}
