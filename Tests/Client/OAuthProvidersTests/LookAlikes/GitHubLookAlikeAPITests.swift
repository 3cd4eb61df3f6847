import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Testing

@testable import OAuthProviders

struct GitHubLookAlikeAPITests {
  private func fixture() throws -> LookAlikeFixture {
    let clock = ManualClock()
    return try LookAlikeFixture(
      .gitHub, .gitHub(clock: clock.wallClock, random: SeededRandomSource(seed: 5), logger: .silent),
      as: .gitHubOAuthApp, withSecret: true, clock: clock)
  }

  @Test(.covers("look-alike GitHub: schemes of the API"))
  func `the API takes a token by Bearer or token, and by no other scheme`() async throws {
    let fixture = try fixture()
    let token = try await fixture.client.signIn(with: fixture.userAgent).tokens.accessToken.reveal()
    for (scheme, status) in [
      ("Bearer", 200), ("token", 200), ("bearer", 200), ("Basic", 401), ("DPoP", 401), ("Token2", 401),
    ] {
      var request = try Endpoint("https://api.github.com/user").request(.get)
      request.headerFields[.userAgent] = "test"
      request.headerFields[.authorization] = "\(scheme) \(token)"
      let answer = try await fixture.transport.send(request, body: [], limits: HTTPLimits())
      #expect(answer.response.status.code == status, "\(scheme)")
    }
  }

  @Test(.covers("look-alike GitHub: revocation of a grant"))
  func `ending the grant ends every sign-in with that client`() async throws {
    let fixture = try fixture()
    let first = try await fixture.client.signIn(with: fixture.userAgent).tokens.accessToken
    let second = try await fixture.client.signIn(with: fixture.userAgent).tokens.accessToken
    let app = LookAlikeClient.gitHubOAuthApp
    let pair = "\(app.id):\(try #require(app.secret).reveal())"
    var request = try Endpoint("https://api.github.com/applications/\(app.id)/grant").request(.delete)
    request.headerFields[.userAgent] = "test"
    request.headerFields[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
    let body = Array(#"{"access_token":"\#(first.reveal())"}"#.utf8)
    let answer = try await fixture.transport.send(request, body: body, limits: HTTPLimits())
    #expect(answer.response.status == .noContent)
    for token in [first, second] {
      #expect(try await fixture.get("https://api.github.com/user", token: token).response.status == .unauthorized)
    }
  }
}
