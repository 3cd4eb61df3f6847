import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuthProviders

/// Sign-outs that revoke nothing: how long the tokens stay valid, and where users remove the
/// application's access.
@Suite struct UnrevokedTokensTests {
  private func known(_ name: String) throws -> KnownProvider {
    try #require(KnownProvider.all.first { $0.testDescription == name })
  }

  /// Signs out, and returns the error of the outcome.
  private func signOut(
    _ known: KnownProvider, secret: Secret? = nil, refreshToken: Secret? = nil, expiresIn: Duration? = nil,
    answers: [String: HTTPAnswer] = [:], isReachable: Bool = true
  ) async throws -> UnrevokedTokens? {
    let played = PlayedProvider(known)
    for (path, answer) in answers { played.answer(path, with: answer) }
    let transport: any HTTPTransport = isReachable ? played : UnreachableTransport()
    let client = ProviderClient(
      known.provider, id: known.clientID, secret: secret ?? known.secret, through: transport,
      clock: played.clock.wallClock, monotonic: played.clock.monotonicClock)
    let account = try Account(provider: client.provider.server.accountProvider, name: "ada")
    let store = MemoryTokenStore()
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: refreshToken, receivedAt: played.clock.now, expiresIn: expiresIn),
      for: account)
    let service = SignInService(client, store: store)
    try store.setCurrentAccount(account)
    let outcome = try await service.signOut()
    #expect(store.tokens(for: account) == nil)
    guard case .deletedOnly(let error) = outcome else { return nil }
    return try #require(error as? UnrevokedTokens)
  }

  private struct UnreachableTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      throw HTTPTransportError(.connectionFailed, origin: "https://example.org")
    }
  }

  /// The page of each provider, and the end of an access that nobody uses.
  private static let facts: [(name: String, place: String?, end: String?, isEndless: Bool)] = [
    ("github", "https://github.com/settings/connections/applications/{client_id}", "within six months", true),
    ("github-app", "https://github.com/settings/apps/authorizations", "within six months", true),
    (
      "github enterprise server", "https://git.example.com:8443/settings/connections/applications/{client_id}",
      "within six months", true
    ),
    ("google", "https://myaccount.google.com/connections", "after six months without use", false),
    ("google ios", "https://myaccount.google.com/connections", "after six months without use", false),
    ("google web", "https://myaccount.google.com/connections", "after six months without use", false),
    ("spotify", "https://www.spotify.com/account/apps/", "within six months", false),
    (
      "entra", "https://account.live.com/consent/Manage (personal account) or https://myapps.microsoft.com",
      "after 90 days without use", false
    ),
    (
      "apple", "https://account.apple.com, or on your device in Settings › your name › Sign in with Apple", nil, false
    ),
    (
      "gitlab", "https://gitlab.com/-/user_settings/applications, under “Authorized applications”", nil, false
    ),
    (
      "gitlab below a path",
      "https://git.example.org/lab/-/user_settings/applications, under “Authorized applications”",
      nil, false
    ),
    ("discord", "Discord › User Settings › Authorized Apps", nil, false),
    ("slack", "https://WORKSPACE.slack.com/apps/manage", nil, true),
    ("keycloak", "https://id.example.org/auth/realms/staff/account, under “Applications”", nil, false),
    ("auth0", nil, nil, false), ("okta", nil, nil, false), ("issuer", nil, nil, false),
  ]

  @Test(
    .covers(
      "every provider: tokens that can't be revoked", "GitHub: where users remove an application",
      "Google: refresh tokens end after six months", "Spotify: where users remove an application",
      "Entra: refresh tokens live 90 days", "Apple: where users remove an application",
      "GitLab: where users remove an application", "Discord: where users remove an application",
      "Slack: tokens without rotation never expire", "Auth0: where users remove an application",
      "Okta: where users remove an application", "Keycloak: where users remove an application"), arguments: facts)
  func `Each provider says where users remove an application, and whether tokens end`(
    _ name: String, _ place: String?, _ end: String?, _ isEndless: Bool
  ) throws {
    let access = try known(name).provider.remainingAccess
    #expect(access == RemainingAccess(removedAt: place, ends: end, isEndless: isEndless))
  }

  @Test(.covers("GitHub: a token without expiry stays valid"))
  func `The tokens of an OAuth App at GitHub don't expire, unless they have an expiration time`() async throws {
    let error = try #require(try await signOut(known("github")))
    #expect(error.cause as? ProviderError == .revocationNeedsSecret(provider: "GitHub"))
    #expect(error.code == "tokens_not_revoked" && error.step == .resource)
    #expect(
      error.explanation == """
        GitHub revokes tokens only for a client with its secret, and none is configured. At GitHub, the tokens stay \
        valid: they don't expire.
        """)
    let page = "https://github.com/settings/connections/applications/Ov23liq7Wk3mZp9sT1aB"
    #expect(error.place == page)
    #expect(error.remedy == "To end the access now, remove the application at \(page).")
    let expiring = try #require(try await signOut(known("github"), expiresIn: .seconds(28_800)))
    #expect(expiring.explanation.hasSuffix("the tokens stay valid until they expire, within six months."))
  }

  @Test func `GitHub revokes only the access token, and the refresh token stays valid`() async throws {
    let path = "/applications/Iv23liq7Wk3mZp9sT1aB/token"
    let error = try #require(
      try await signOut(
        known("github-app"), secret: Secret("s"), refreshToken: Secret("ghr_1"), expiresIn: .seconds(28_800),
        answers: [path: .text("", status: .noContent)]))
    #expect(error.cause as? ProviderError == .refreshTokenLivesOn(provider: "GitHub"))
    #expect(error.explanation.hasSuffix("the refresh token stays valid until it expires, within six months."))
  }

  @Test(
    .covers("Spotify: where users remove an application", "Entra: refresh tokens live 90 days"),
    arguments: ["spotify", "entra"])
  func `A provider without revocation is named with its page, and no endpoint is asked for`(
    _ name: String
  ) async throws {
    let known = try known(name)
    let error = try #require(try await signOut(known, refreshToken: Secret("rt-1"), expiresIn: .seconds(3_600)))
    #expect(error.cause as? ProviderError == .noRevocation(provider: known.provider.name))
    #expect(error.remedy.contains(try #require(known.provider.remainingAccess.place)))
    #expect(!"\(error)".contains("metadata") && !"\(error)".contains("endpoint"))
  }

  @Test(.covers("every provider: tokens that can't be revoked"), arguments: ["google", "gitlab", "slack", "auth0"])
  func `Without a network the reason, the lifetime and the page are named`(_ name: String) async throws {
    let known = try known(name)
    let error = try #require(try await signOut(known, expiresIn: .seconds(3_600), isReachable: false))
    #expect([.transport, .discovery].contains(error.step))
    #expect(error.explanation.contains("the tokens stay valid until they expire"))
    let place = known.provider.remainingAccess.place
    #expect(error.place == place)
    #expect(error.remedy.contains(place ?? "ask the administrator of \(known.provider.name)"))
  }

  @Test(.covers("GitHub: revocation is a DELETE"))
  func `One token is revoked by the provider's own request, or not at all`() async throws {
    let gitHub = try known("github")
    let played = PlayedProvider(gitHub)
    let path = "/applications/\(gitHub.clientID)/token"
    played.answer(path, with: .text("", status: .noContent))
    try await gitHub.client(played, secret: Secret("s")).revoke(Secret("gho_1"))
    #expect(played.exchanges.map(\.address) == ["https://api.github.com" + path])
    played.answer(path, with: .text("", status: .notFound))
    await #expect(throws: ProviderError.notRevoked(provider: "GitHub", status: 404)) {
      try await gitHub.client(played, secret: Secret("s")).revoke(Secret("gho_1"))
    }
    await #expect(throws: ProviderError.revocationNeedsSecret(provider: "GitHub")) {
      try await gitHub.client(played).revoke(Secret("gho_1"))
    }
    let spotify = try known("spotify")
    await #expect(throws: ProviderError.noRevocation(provider: "Spotify")) {
      try await spotify.client(PlayedProvider(spotify)).revoke(Secret("t"))
    }
    let gitLab = try known("gitlab")
    let announced = PlayedProvider(gitLab)
    announced.answer("/oauth/revoke", with: .text("", status: .ok))
    try await gitLab.client(announced).revoke(Secret("t"), hint: .accessToken)
    #expect(try announced.exchanges.last?.form.single("token") == "t")
  }
}
