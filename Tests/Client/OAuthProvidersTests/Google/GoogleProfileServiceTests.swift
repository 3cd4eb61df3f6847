import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

struct GoogleProfileServiceTests {
  private static let path = "/v1/people/me"

  private static func signedIn(_ person: LookAlikeUser = LookAlikeUser()) async throws -> (
    SignInFixture, GoogleProfileService
  ) {
    let fixture = try SignInFixture(person: person)
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    return (fixture, GoogleProfileService(session: try #require(try await fixture.service.session())))
  }

  @Test func `The profile has the name and picture`() async throws {
    let (_, service) = try await Self.signedIn()
    let profile = try await service.profile()
    #expect(profile.id == "1815")
    #expect(profile.name == "Ada Lovelace")
    #expect(profile.picture?.text == "https://lh3.googleusercontent.com/a/1815")
    #expect(profile.email == "ada@lovelace.example")
  }

  @Test func `A user without name and picture has none`() async throws {
    let (_, service) = try await Self.signedIn(LookAlikeUser(name: nil, hasPicture: false))
    let profile = try await service.profile()
    #expect(profile.name == nil)
    #expect(profile.picture == nil)
    #expect(profile.displayName == "ada@lovelace.example")
  }

  // The example of Google's People API: several sources, one of them primary, and a picture that
  // Google generated.
  @Test func `The primary name and picture are used, even a picture that Google generated`() async throws {
    let (fixture, service) = try await Self.signedIn()
    fixture.transport.fail(
      next: .person([
        "resourceName": "people/1815", "etag": "%EgU=",
        "names": [
          ["displayName": "Countess", "metadata": ["source": ["type": "CONTACT"]]],
          ["displayName": "Ada", "metadata": ["primary": true]],
        ],
        "photos": [
          ["url": "https://lh3.example/contact", "metadata": ["primary": false]],
          ["url": "https://lh3.example/made", "default": true, "metadata": ["primary": true]],
        ],
      ]), at: Self.path)
    let profile = try await service.profile()
    #expect(profile.name == "Ada")
    #expect(profile.picture?.text == "https://lh3.example/made")
  }

  @Test(arguments: ["http://lh3.example/a", "javascript:alert(1)", "", "no address", "file:///etc/passwd"])
  func `A picture must have an https address`(_ address: String) async throws {
    let (fixture, service) = try await Self.signedIn()
    fixture.transport.fail(
      next: .person(["resourceName": "people/1815", "photos": [["url": .string(address)]]]), at: Self.path)
    #expect(try await service.profile().picture == nil)
  }

  @Test func `A 401 causes one refresh and one repetition`() async throws {
    let (fixture, service) = try await Self.signedIn()
    let before = try #require(try await fixture.tokens())
    let refreshes = fixture.transport.requests(to: "/token")
    fixture.transport.fail(next: .invalidToken, at: Self.path)
    #expect(try await service.profile().name == "Ada Lovelace")
    #expect(fixture.transport.requests(to: "/token") == refreshes + 1)
    #expect(try await fixture.tokens()?.accessToken != before.accessToken)
    #expect(try await fixture.tokens()?.refreshToken == before.refreshToken)
  }

  @Test func `An expired token is refreshed before the request`() async throws {
    let (fixture, service) = try await Self.signedIn()
    let asked = fixture.transport.requests(to: Self.path)
    fixture.clock.advance(by: .seconds(3_600))
    #expect(try await service.profile().name == "Ada Lovelace")
    #expect(fixture.transport.requests(to: Self.path) == asked + 1)
  }

  @Test(arguments: [401, 403, 404, 429, 500, 503, 204, 302])
  func `A rejection reports its status, and the user stays signed in`(_ status: Int) async throws {
    let (fixture, service) = try await Self.signedIn()
    fixture.transport.fail(next: .status(status, "<html>"), at: Self.path, times: status == 401 ? 2 : 1)
    await #expect(throws: ProviderError.profileRefused(provider: "Google", status: status)) {
      try await service.profile()
    }
    #expect(fixture.transport.outstanding.isEmpty)
    #expect(try await service.profile().name == "Ada Lovelace")
  }

  @Test(arguments: [
    Fault.garbage, .empty, .truncated, .person([:]), .person(["resourceName": "people/"]), .person(["resourceName": 7]),
    .person(["resourceName": "contacts/1815"]), .person(["resourceName": "people/18\u{0}15"]),
    .person(["resourceName": ["people/1815"]]),
  ])
  func `An answer without an ID is malformed`(_ fault: Fault) async throws {
    let (fixture, service) = try await Self.signedIn()
    fixture.transport.fail(next: fault, at: Self.path)
    await #expect(throws: ProviderError.profileMalformed(provider: "Google")) { try await service.profile() }
    #expect(try await service.profile().name == "Ada Lovelace")
  }

  @Test func `A session that the provider ended is reported as ended`() async throws {
    let (fixture, service) = try await Self.signedIn()
    try await fixture.revoke()
    let error = await #expect(throws: TokenSessionError.self) { try await service.profile() }
    #expect(error?.code == "session_ended")
  }

  @Test func `Without an answer the transport's error is reported`() async throws {
    let (fixture, service) = try await Self.signedIn()
    fixture.transport.fail(next: .droppedBefore, at: Self.path)
    await #expect(throws: HTTPTransportError.self) { try await service.profile() }
  }

  // Peers attach the bearer token to any host.
  @Test func `A session without the People API's origin sends it no token`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let asked = fixture.transport.requests(to: Self.path)
    let session = TokenSession(
      account: try #require(try await fixture.currentAccount()), client: try await fixture.client.oauthClient(),
      store: fixture.store)
    let error = await #expect(throws: TokenSessionError.self) {
      try await GoogleProfileService(session: session).profile()
    }
    #expect(error?.code == "foreign_origin")
    #expect(fixture.transport.requests(to: Self.path) == asked)
  }
}
