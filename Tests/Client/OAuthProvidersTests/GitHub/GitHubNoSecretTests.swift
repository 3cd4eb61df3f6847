import GitHubAuth
import HTTPTypes
import Logging
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import PKCE
import Synchronization
import Testing
import TokenStorage

struct GitHubNoSecretTests {
  private typealias Fixture = GitHubFixture

  /// The secrets, and every text that was shown.
  private final class Views: Sendable {
    private let found = Mutex<(secrets: Set<String>, texts: [String])>(([], []))

    var secrets: Set<String> { found.withLock { $0.secrets } }
    var texts: [String] { found.withLock { $0.texts } }

    func hide(_ secrets: [String?]) {
      found.withLock { $0.secrets.formUnion(secrets.compactMap { $0 }.filter { !$0.isEmpty }) }
    }

    func show(_ value: Any) {
      var dumped = ""
      dump(value, to: &dumped)
      var texts = ["\(value)", String(reflecting: value), dumped]
      if let error = value as? any ExplainedError { texts += [error.explanation, error.remedy, error.code] }
      found.withLock { $0.texts += texts }
    }
  }

  // Acceptance: no secret is in any log record. Peers print tokens, codes and verifiers.
  @Test func `No secret is in any log record, error, description or dump after any failure`() async throws {
    let logs = LogCollector()
    let views = Views()
    views.hide([Fixture.code, Fixture.token, "secret-of-the-app", "ghu_first", "ghr_first", "ghu_second", "ghr_second"])
    let failing = StoreFaults()
    failing.fail(next: .save, with: KeychainError(.locked))
    let echo = Result<HTTPAnswer, any Error>.success(
      .json(["error": "bad_verification_code", "error_description": .string("The code \(Fixture.code) is spent.")]))

    for (answers, faults) in [
      ([Fixture.granted(), Fixture.user()], StoreFaults()), ([echo], StoreFaults()),
      ([Fixture.status(.badRequest)], StoreFaults()), ([Fixture.offline], StoreFaults()),
      ([Fixture.granted(), Fixture.status(.unauthorized)], StoreFaults()),
      ([Fixture.granted(), Fixture.user()], failing),
      ([.success(.text(#"{"access_token":"\#(Fixture.token)"}"#))], StoreFaults()),
    ] {
      let fixture = try Fixture(answers, clientSecret: Secret("secret-of-the-app")) { config in
        config.logger = logs.logger(label: GitHubLog.auth.label)
        config.random = SystemRandomSource()
      }
      let store = FaultyTokenStore(MemoryTokenStore(), faults)
      let service = GitHubAuthService(config: fixture.config, credentialStore: GitHubCredentialStore(store))
      for sheets in [GitHubSheets.agreeing(), Self.foreign, Self.refusing] {
        do {
          views.show(try await service.signIn(in: sheets))
          views.show(try #require(await service.currentUser()))
          await service.signOut(login: "octocat")
        } catch {
          views.show(error)
        }
        for request in sheets.requests { views.hide([request.url, request.parameter("state")]) }
      }
      for exchange in fixture.transport.exchanges { views.hide(exchange.form.all("code_verifier")) }
      views.show(fixture.config)
      views.show(service.credentialStore)
    }
    try await Self.refresh(logs, views)

    #expect(views.secrets.count >= 40)
    #expect(views.texts.count >= 60)
    #expect(logs.records.count >= 40)
    for text in logs.records + views.texts {
      for secret in views.secrets where text.contains(secret) {
        Issue.record("a secret of \(secret.count) characters is in: \(text.replacing(secret, with: "HERE"))")
      }
      // The texts don't contain the user either.
      #expect(!text.lowercased().contains("octocat") && !text.contains("Mona"))
    }
  }

  /// Refreshes the tokens of a GitHub App; the second refresh is rejected.
  private static func refresh(_ logs: LogCollector, _ views: Views) async throws {
    let fixture = try Fixture(
      [
        Fixture.expiring("ghu_first", refreshedBy: "ghr_first"), Fixture.user(),
        Fixture.expiring("ghu_second", refreshedBy: "ghr_second"), Fixture.refused("bad_refresh_token"),
      ], kind: .gitHubApp
    ) { $0.logger = logs.logger(label: GitHubLog.auth.label) }
    let sheets = GitHubSheets.agreeing()
    _ = try await fixture.service.signIn(in: sheets)
    for request in sheets.requests { views.hide([request.url, request.parameter("state")]) }
    let session = try await fixture.service.session(for: "OctoCat")
    fixture.clock.advance(by: .seconds(28_801))
    views.show(try await session.accessToken())
    views.show(try #require(try await fixture.credentials.tokens(for: "octocat")))
    fixture.clock.advance(by: .seconds(28_801))
    do {
      _ = try await session.accessToken()
      Issue.record("nothing was thrown")
    } catch let error as any ExplainedError {
      views.show(error)
    }
    for exchange in fixture.transport.exchanges { views.hide(exchange.form.all("code_verifier")) }
  }

  private static var foreign: GitHubSheets {
    GitHubSheets { _ in .callback("relay://oauth/callback?code=\(Fixture.code)&state=foreign-state-of-somebody") }
  }

  private static var refusing: GitHubSheets {
    GitHubSheets { request in
      .callback(
        "relay://oauth/callback?error=server_error&error_description=\(Fixture.code)&code=\(Fixture.code)&state="
          + request.parameter("state"))
    }
  }
}
