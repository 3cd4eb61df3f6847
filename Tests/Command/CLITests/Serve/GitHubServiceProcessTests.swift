import Foundation
import GitHubAuth
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthProviders
import OAuthSessions
import OAuthUserAgent
import Subprocess
import SystemPackage
import Testing
import TokenStorage

/// `GitHubAuthService` against `pixy serve --as github`: a server process, real connections, and a
/// listener for the browser.
@Suite(.timeLimit(.minutes(60))) struct GitHubServiceProcessTests {
  private static let user = SimulatedUser(username: "ada", password: Secret("lovelace"))

  /// The user's browser: signs in, then follows the redirect to the listener.
  private struct Browser: BrowserOpener {
    let transport: any HTTPTransport

    func open(_ url: String) async throws {
      let callback = try Endpoint(try await GitHubServiceProcessTests.user.visit(url, through: transport))
      _ = try await transport.send(callback.request(.get), body: [], limits: HTTPLimits())
    }
  }

  /// Runs `body` with the address of a server process.
  private func whileServing(_ body: @Sendable (_ address: String) async throws -> Void) async throws {
    let result = try await run(
      .path(FilePath(Repository.pixy)),
      arguments: ["serve", "--as", "github", "--port", "0", "--username", "ada", "--password-file", "-"],
      environment: .inherit.updating(Home.shared.environment), input: .string("lovelace\n"), output: .discarded,
      error: .sequence
    ) { execution in
      var address = ""
      for try await line in execution.standardError.strings() {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.first == "Address" { address = String(words[1].dropLast()) }
        guard words.first == "Everything" else { continue }
        do {
          try await body(address)
        } catch {
          Issue.record(error)
        }
        try execution.send(signal: .interrupt)
      }
    }
    #expect(result.terminationStatus == .exited(0))
  }

  private static func makeService(at host: GitHubHost, through transport: any HTTPTransport) throws -> GitHubAuthService
  {
    let client = LookAlikeClient.gitHubOAuthApp
    let config = GitHubAuthConfig(
      clientID: client.id, clientSecret: client.secret, redirectURI: try RedirectURI("http://127.0.0.1/callback"),
      host: host, transport: transport)
    return GitHubAuthService(config: config, credentialStore: GitHubCredentialStore(MemoryTokenStore(), host: host))
  }

  @Test func `A user signs in with a browser, uses the API, and signs out`() async throws {
    try await whileServing { address in try await Self.signInAndOut(at: address) }
  }

  private static func signInAndOut(at address: String) async throws {
    let transport = AsyncHTTPClientTransport()
    let host = try GitHubHost.gitHubDotCom.relocated(to: Endpoint(address))
    let service = try makeService(at: host, through: transport)
    let userAgent = LoopbackUserAgent(browser: Browser(transport: transport), announce: { _ in })
    let info = try await service.signIn(with: userAgent)
    #expect(info.login == "ada" && info.name == "Ada Lovelace")
    #expect(info.avatar?.origin == address)
    let current = await service.currentUser()
    #expect(current == info)
    let answer = try await service.session(for: "ada").send(host.userEndpoint.request(.get))
    #expect(answer.response.status == .ok)
    let token = try #require(try await service.credentialStore.tokens(for: "ada")).accessToken
    guard case .revoked? = await service.signOut(login: "ada") else {
      Issue.record("the token was not revoked")
      return
    }
    await #expect(throws: GitHubAPIError.unauthorized) {
      try await GitHubClient(token: token, host: host, through: transport).user()
    }
  }

  @Test func `A user signs in on another device`() async throws {
    try await whileServing { address in try await Self.signInOnDevice(at: address) }
  }

  private static func signInOnDevice(at address: String) async throws {
    let transport = AsyncHTTPClientTransport()
    let host = try GitHubHost.gitHubDotCom.relocated(to: Endpoint(address))
    let info = try await makeService(at: host, through: transport).signInOnDevice { authorization in
      do {
        try await user.enter(
          userCode: authorization.userCode, at: authorization.verificationURI, through: transport)
      } catch {
        Issue.record(error)
      }
    }
    #expect(info.login == "ada")
  }
}
