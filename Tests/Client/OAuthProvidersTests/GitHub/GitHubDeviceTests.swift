import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

struct GitHubDeviceTests {
  private typealias Fixture = GitHubFixture

  // The answer in GitHub's documentation.
  private static let codes = Result<HTTPAnswer, any Error>.success(
    .json([
      "device_code": "3584d83530557fdd1f46af8289938c8ef79f9dc5", "user_code": "WDJB-MJHT",
      "verification_uri": "https://github.com/login/device", "expires_in": 900, "interval": 5,
    ]))

  private func signIn(
    _ answers: Result<HTTPAnswer, any Error>..., kind: GitHubAuthConfig.Kind = .oauthApp
  ) async throws -> (result: Result<GHAuthInfo, any Error>, fixture: Fixture, pauses: [Int64], shown: [String]) {
    let clock = GitHubPollingClock()
    let fixture = try Fixture(answers, kind: kind) { $0.pollingClock = clock }
    let shown = Mutex<[String]>([])
    let result: Result<GHAuthInfo, any Error>
    do {
      result = .success(
        try await fixture.service.signInOnDevice { authorization in
          shown.withLock { $0.append("\(authorization.userCode) at \(authorization.verificationURI.text)") }
        })
    } catch {
      result = .failure(error)
    }
    return (result, fixture, clock.pauses, shown.withLock { $0 })
  }

  @Test func `A user signs in on another device, and slow_down is respected`() async throws {
    let slower = Result<HTTPAnswer, any Error>.success(.json(["error": "slow_down", "interval": 10]))
    let (result, fixture, pauses, shown) = try await signIn(
      Self.codes, Fixture.refused("authorization_pending"), slower, Fixture.refused("authorization_pending"),
      Fixture.granted(), Fixture.user())
    let info = try result.get()
    #expect(info.login == "OctoCat")
    #expect(shown == ["WDJB-MJHT at https://github.com/login/device"])
    #expect(pauses == [5, 5, 10, 10])
    #expect(await fixture.service.currentUser() == info)
    #expect(fixture.addresses.first == "POST https://github.com/login/device/code")
    let asked = fixture.transport.exchanges.map { $0.form.pairs.map { "\($0.name)=\($0.value)" } }
    #expect(asked[0] == ["scope=repo", "client_id=\(Fixture.clientID)"])
    #expect(
      asked[1] == [
        "grant_type=urn:ietf:params:oauth:grant-type:device_code",
        "device_code=3584d83530557fdd1f46af8289938c8ef79f9dc5", "client_id=\(Fixture.clientID)",
      ])
  }

  @Test func `A GitHub App requests no scope, and its tokens expire`() async throws {
    let (result, fixture, _, _) = try await signIn(
      Self.codes, Fixture.expiring("ghu_1", refreshedBy: "ghr_1"), Fixture.user(), kind: .gitHubApp)
    #expect(try result.get().expiresAt != nil)
    #expect(fixture.transport.exchanges.first?.form.pairs.map(\.name) == ["client_id"])
    #expect(try await fixture.credentials.tokens(for: "octocat")?.refreshToken == Secret("ghr_1"))
  }

  @Test func `Each failure has its own error, and nothing is stored`() async throws {
    for (answers, error) in [
      ([Fixture.refused("device_flow_disabled")], GitHubAuthError.refused(Self.word("device_flow_disabled"))),
      ([Fixture.refused("incorrect_client_credentials", status: .unauthorized)], .exchangeFailed(statusCode: 401)),
      ([Fixture.status(.notFound)], .exchangeFailed(statusCode: 404)), ([Fixture.offline], .networkError),
      ([.success(.text("{}"))], .invalidResponse), ([Self.codes, Fixture.refused("access_denied")], .userCancelled),
      ([Self.codes, Fixture.refused("expired_token")], .timedOut),
      ([Self.codes, Fixture.refused("incorrect_device_code")], .refused(Self.word("incorrect_device_code"))),
      ([Self.codes, Fixture.granted(), Fixture.status(.unauthorized)], .apiError(.unauthorized)),
    ] {
      let clock = GitHubPollingClock()
      let fixture = try Fixture(answers) { $0.pollingClock = clock }
      await #expect(throws: error) { try await fixture.service.signInOnDevice { _ in } }
      #expect(await fixture.service.currentUser() == nil)
      #expect(fixture.faults.count(of: .save) == 0)
    }
    #expect(GitHubAuthError.refused(Self.word("device_flow_disabled")).remedy.contains("Enable Device Flow"))
  }

  private static func word(_ word: String) -> ErrorResponse {
    ErrorResponse(ErrorCode(word), description: "As GitHub explains it.")
  }
}
