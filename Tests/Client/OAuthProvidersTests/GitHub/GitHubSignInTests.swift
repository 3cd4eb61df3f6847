import Crypto
import Foundation
import GitHubAuth
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthTestSupport
import OAuthUserAgent
import PKCE
import Testing
import TokenStorage

struct GitHubSignInTests {
  private typealias Fixture = GitHubFixture

  @Test func `A sign-in is the browser, the token, the login, and then the store`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(info.login == "OctoCat" && info.id == 583_231 && info.name == "Mona Lisa")
    #expect(info.avatar?.text == "https://avatars.githubusercontent.com/u/583231?v=4")
    #expect(try info.scope == Scope(["repo", "gist"]))
    #expect(info.expiresAt == nil)
    #expect(
      fixture.addresses == ["POST https://github.com/login/oauth/access_token", "GET https://api.github.com/user"])
    #expect(try await fixture.credentials.tokens(for: "OctoCat")?.accessToken == Secret(Fixture.token))
    #expect(try await fixture.credentials.currentAccount() == "OctoCat")
    // Under the account's lock, so that a refresh can't overwrite the new tokens.
    #expect(fixture.faults.calls.starts(with: [.checkSaving, .withLock, .save, .setCurrentAccount]))
  }

  @Test func `The authorization address has exactly the expected parameters`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let sheets = GitHubSheets.agreeing()
    _ = try await fixture.service.signIn(in: sheets)
    let request = try #require(sheets.requests.first)
    #expect(request.url.hasPrefix("https://github.com/login/oauth/authorize?"))
    #expect(request.parameter("client_id") == Fixture.clientID)
    #expect(request.parameter("redirect_uri") == "relay://oauth/callback")
    #expect(request.parameter("scope") == "repo")
    #expect(request.parameter("code_challenge_method") == "S256")
    #expect(request.parameter("code_challenge").utf8.count == 43)
    #expect(try Base64URL.decode(request.parameter("state")).count == 32)
    #expect(request.parameter("response_type") == "code")
    #expect(
      request.parameters.pairs.map(\.name).sorted() == [
        "client_id", "code_challenge", "code_challenge_method", "redirect_uri", "response_type", "scope", "state",
      ])
  }

  @Test func `The web session is started on the main actor, with the callback scheme, and is not ephemeral`()
    async throws
  {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let sheets = GitHubSheets.agreeing()
    _ = try await fixture.service.signIn(in: sheets)
    #expect(sheets.starts == 1)
    #expect(sheets.requests.map(\.callback) == [.scheme("relay")])
    #expect(sheets.requests.map(\.isEphemeral) == [false])
  }

  @Test func `The token request has exactly these fields`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let exchange = try #require(fixture.transport.exchanges.first)
    #expect(exchange.request.headerFields[.accept] == "application/json")
    #expect(exchange.request.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(exchange.request.headerFields[.authorization] == nil)
    let verifier = try #require(try exchange.form.single("code_verifier"))
    #expect(
      exchange.form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=authorization_code", "code=\(Fixture.code)", "redirect_uri=relay://oauth/callback",
        "code_verifier=\(verifier)", "client_id=\(Fixture.clientID)",
      ])
  }

  // Acceptance: the verifier has 43 to 128 characters, and challenge =
  // base64url(SHA-256(verifier)).
  @Test func `The verifier is 64 random bytes, and the challenge is its SHA-256 hash`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    let sheets = GitHubSheets.agreeing()
    _ = try await fixture.service.signIn(in: sheets)
    let verifier = try #require(try fixture.transport.exchanges.first?.form.single("code_verifier"))
    #expect((43...128).contains(verifier.utf8.count))
    #expect(try Base64URL.decode(verifier).count == 64)
    // Computed with Foundation's encoder, so that one defect can't hide the other.
    let digest = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    #expect(sheets.requests.first?.parameter("code_challenge") == digest)
  }

  // Peers reuse one state or one verifier for every sign-in.
  @Test func `Every sign-in has its own verifier and its own state`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user(), Fixture.granted(), Fixture.user()])
    let sheets = GitHubSheets.agreeing()
    _ = try await fixture.service.signIn(in: sheets)
    _ = try await fixture.service.signIn(in: sheets)
    for name in ["state", "code_challenge"] { #expect(Set(sheets.requests.map { $0.parameter(name) }).count == 2) }
  }

  @Test func `The new token is used to read its GitHub user`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()])
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let fields = try #require(fixture.transport.exchanges.last?.request.headerFields)
    #expect(fields[.authorization] == "Bearer " + Fixture.token)
    #expect(fields[.accept] == "application/vnd.github+json")
    #expect(fields[try #require(HTTPField.Name("X-GitHub-Api-Version"))] == "2022-11-28")
    #expect(fields[.userAgent]?.isEmpty == false)
  }

  @Test func `A custom client factory receives the token`() async throws {
    let fixture = try Fixture([Fixture.granted()])
    let api = ScriptedTransport(results: [Fixture.user("hubot", id: 2)])
    let service = GitHubAuthService(config: fixture.config, credentialStore: fixture.credentials) { token in
      GitHubClient(token: Secret(token), through: api)
    }
    #expect(try await service.signIn(in: GitHubSheets.agreeing()).login == "hubot")
    #expect(api.exchanges.map { $0.request.headerFields[.authorization] } == ["Bearer " + Fixture.token])
  }

  // GitHub has rolled `iss` out, withdrawn it, and rolled it out again.
  @Test func `The callback may lack iss, and a wrong iss is rejected`() async throws {
    let right = try Fixture([Fixture.granted(), Fixture.user()])
    let info = try await right.service.signIn(in: GitHubSheets.agreeing(["iss": "https://github.com/login/oauth"]))
    #expect(info.login == "OctoCat")
    let wrong = try Fixture([])
    await #expect(throws: GitHubAuthError.issuerMismatch) {
      try await wrong.service.signIn(in: GitHubSheets.agreeing(["iss": "https://github.example/login/oauth"]))
    }
    #expect(wrong.transport.exchanges.isEmpty)
  }

  @Test func `A secret is sent in the form, together with PKCE`() async throws {
    let fixture = try Fixture([Fixture.granted(), Fixture.user()], clientSecret: Secret("secret-of-the-app"))
    _ = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let form = try #require(fixture.transport.exchanges.first?.form)
    #expect(try form.single("client_secret") == "secret-of-the-app")
    #expect(try form.single("code_verifier") != nil)
  }

  @Test func `The requested scope is the config's; a GitHub App requests none`() async throws {
    let narrow = try Fixture([Fixture.granted(), Fixture.user()]) { $0.scope = Scope.readUser }
    let sheets = GitHubSheets.agreeing()
    _ = try await narrow.service.signIn(in: sheets)
    let app = try Fixture([Fixture.expiring("ghu_1", refreshedBy: "ghr_1"), Fixture.user()], kind: .gitHubApp)
    _ = try await app.service.signIn(in: sheets)
    #expect(sheets.requests.map { $0.parameter("scope") } == ["read:user", ""])
    #expect(sheets.requests.last?.parameters.pairs.contains { $0.name == "scope" } == false)
  }

  // GitHub answers with a form unless the request has Accept: application/json.
  @Test func `A form-encoded answer is read too, and a missing scope means the requested one`() async throws {
    let form = HTTPAnswer.text(
      "access_token=\(Fixture.token)&token_type=bearer", contentType: "application/x-www-form-urlencoded")
    let fixture = try Fixture([.success(form), Fixture.user()])
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    #expect(info.scope?.tokens == ["repo"])
    #expect(try await fixture.credentials.tokens(for: "octocat")?.accessToken == Secret(Fixture.token))
  }

  @Test func `An Enterprise host receives all requests, and has separate accounts`() async throws {
    let store = MemoryTokenStore()
    for (host, addresses) in [
      ("octo.ghe.com", ["octo.ghe.com/login/oauth/access_token", "api.octo.ghe.com/user"]),
      (
        "git.corp.example:8443",
        ["git.corp.example:8443/login/oauth/access_token", "git.corp.example:8443/api/v3/user"]
      ),
    ] {
      let fixture = try Fixture([Fixture.granted(), Fixture.user()], host: GitHubHost(enterprise: host))
      // The credential store is for github.com on purpose; the service uses the config's host
      // instead.
      let service = GitHubAuthService(config: fixture.config, credentialStore: GitHubCredentialStore(store))
      let sheets = GitHubSheets.agreeing(["iss": "https://\(host)/login/oauth"])
      _ = try await service.signIn(in: sheets)
      #expect(sheets.requests.first?.url.hasPrefix("https://\(host)/login/oauth/authorize?") == true)
      #expect(
        fixture.transport.exchanges.map { ($0.request.authority ?? "") + ($0.request.path ?? "") } == addresses)
      #expect(try await service.credentialStore.currentAccount() == "OctoCat")
    }
    #expect(store.accounts().count == 2)
    #expect(try await GitHubCredentialStore(store).tokens(for: "OctoCat") == nil)
  }

  @Test func `A session at an Enterprise host sends the token only to that host's API`() async throws {
    let host = try GitHubHost(enterprise: "git.corp.example")
    let fixture = try Fixture([Fixture.granted(), Fixture.user(), Fixture.user()], host: host)
    let info = try await fixture.service.signIn(in: GitHubSheets.agreeing())
    let session = try await fixture.service.session(for: info.login)
    _ = try await session.send(host.userEndpoint.request(.get))
    #expect(fixture.transport.exchanges.last?.request.headerFields[.authorization] == "Bearer " + Fixture.token)
    await #expect { try await session.send(Endpoint("https://api.github.com/user").request(.get)) } throws: { error in
      guard case TokenSessionError.foreignOrigin = error else { return false }
      return true
    }
    #expect(fixture.transport.exchanges.count == 3)
  }
}

extension Scope {
  /// The scope for reading the user, and nothing else.
  fileprivate static var readUser: Scope { (try? Scope(["read:user"])) ?? .none }
}
