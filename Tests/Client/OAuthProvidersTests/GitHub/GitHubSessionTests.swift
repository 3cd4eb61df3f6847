import Foundation
import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// The sessions of GitHub Apps, whose tokens expire after 8 hours.
struct GitHubSessionTests {
  private typealias Fixture = GitHubFixture

  private func signedIn(_ later: Result<HTTPAnswer, any Error>...) async throws -> (Fixture, TokenSession) {
    let fixture = try Fixture(
      [Fixture.expiring("ghu_first", refreshedBy: "ghr_first"), Fixture.user()] + later, kind: .gitHubApp)
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(info.expiresAt == fixture.clock.now.addingTimeInterval(28_800))
    return (fixture, try await fixture.service.session(for: info.login))
  }

  @Test func `Expiring tokens are refreshed once, and the user stays known`() async throws {
    let (fixture, session) = try await signedIn(Fixture.expiring("ghu_second", refreshedBy: "ghr_second"))
    #expect(try await session.accessToken() == Secret("ghu_first"))
    fixture.clock.advance(by: .seconds(28_790))
    try await withThrowingTaskGroup(of: Secret.self) { group in
      for _ in 0..<50 { group.addTask { try await session.accessToken() } }
      for try await token in group { #expect(token == Secret("ghu_second")) }
    }
    #expect(fixture.transport.exchanges.count == 3)
    let form = try #require(fixture.transport.exchanges.last?.form)
    #expect(
      form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=refresh_token", "refresh_token=ghr_first", "client_id=\(Fixture.clientID)",
      ])
    // A refresh token is valid once, so the new one is stored.
    #expect(try await fixture.credentials.tokens(for: "octocat")?.refreshToken == Secret("ghr_second"))
    let info = await fixture.service.currentUser()
    #expect(info?.login == "OctoCat" && info?.id == 583_231)
    #expect(info?.expiresAt == fixture.clock.now.addingTimeInterval(28_800))
  }

  @Test func `A 401 of the API refreshes the tokens, and the request is repeated`() async throws {
    let (fixture, session) = try await signedIn(
      Fixture.status(.unauthorized), Fixture.expiring("ghu_second", refreshedBy: "ghr_second"), Fixture.user())
    let answer = try await session.send(GitHubHost.gitHubDotCom.userEndpoint.request(.get))
    #expect(answer.response.status == .ok)
    #expect(fixture.transport.exchanges.last?.request.headerFields[.authorization] == "Bearer ghu_second")
  }

  @Test(arguments: ["bad_refresh_token", "invalid_grant"])
  func `GitHub's error code for a dead refresh token ends the session`(_ word: String) async throws {
    let (fixture, session) = try await signedIn(Fixture.refused(word))
    fixture.clock.advance(by: .seconds(28_801))
    await #expect { try await session.accessToken() } throws: { error in
      guard case TokenSessionError.ended(let response) = error else { return false }
      return response.error == ErrorCode(word)
    }
    #expect(await fixture.service.currentUser() == nil)
    #expect(try await fixture.credentials.tokens(for: "octocat") == nil)
    #expect(try await fixture.credentials.currentAccount() == nil)
  }

  // In peers, any error signs the user out, even without a network.
  @Test func `A network failure or another error code doesn't end the session`() async throws {
    let (fixture, session) = try await signedIn(
      Fixture.offline, Fixture.refused("incorrect_client_credentials"),
      Fixture.expiring("ghu_second", refreshedBy: "ghr_second"))
    fixture.clock.advance(by: .seconds(28_801))
    for _ in 0..<2 {
      await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
      #expect(await fixture.service.currentUser()?.login == "OctoCat")
    }
    #expect(try await session.accessToken() == Secret("ghu_second"))
  }
}
