import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// Requests of a signed-in user to an API that the provider's data doesn't name.
struct SignInOriginTests {
  private let drive = "https://www.googleapis.com"

  /// Google Drive's answer: the presented authorization.
  private func answerDrive(_ fixture: SignInFixture) {
    let answer = Fault("Drive's answer", reachesServer: false) { request, _, _ in
      .json(["presented": .string(request.headerFields[.authorization] ?? "")])
    }
    fixture.transport.fail(next: answer, times: .max) { $0.authority == "www.googleapis.com" }
  }

  private func presented(_ answer: HTTPAnswer?) throws -> String? {
    try JSONValue(bytes: #require(answer).body).object?["presented"]?.string
  }

  @Test(.covers("every provider: access tokens for other APIs"))
  func `After a sign-in with Google the session calls Drive, and after a restart too`() async throws {
    let fixture = try SignInFixture()
    let service = SignInService(fixture.client, store: fixture.store, origins: [try Endpoint(drive)])
    _ = try await service.signIn(with: fixture.userAgent)
    answerDrive(fixture)
    let files = try Endpoint(drive + "/drive/v3/files").request(.get)
    let token = try #require(try await fixture.tokens()?.accessToken)
    #expect(try presented(try await service.session()?.send(files)) == "Bearer " + token.reveal())
    let next = SignInService(fixture.client, store: fixture.store, origins: [try Endpoint(drive)])
    fixture.transport.heal()
    #expect(try await next.restore()?.name == "Ada Lovelace")
    answerDrive(fixture)
    #expect(try presented(try await next.session()?.send(files)) == "Bearer " + token.reveal())
  }

  @Test func `Without the origin the request fails, and no token leaves the program`() async throws {
    let fixture = try SignInFixture()
    _ = try await fixture.service.signIn(with: fixture.userAgent)
    let session = try #require(try await fixture.service.session())
    let before = fixture.transport.requests(to: "")
    let error = await #expect(throws: TokenSessionError.self) {
      try await session.send(Endpoint(drive + "/drive/v3/files").request(.get))
    }
    #expect(error?.code == "foreign_origin")
    #expect(fixture.transport.requests(to: "") == before)
  }
}
