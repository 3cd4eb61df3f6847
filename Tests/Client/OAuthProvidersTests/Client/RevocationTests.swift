import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuthProviders

/// Sign-outs: each provider's revocation request, and the outcome if it fails.
@Suite struct RevocationTests {
  private func known(_ name: String) throws -> KnownProvider {
    try #require(KnownProvider.all.first { $0.testDescription == name })
  }

  private enum Outcome: Equatable {
    case revoked, accessTokenLeft, nothing, deletedOnly
    init(_ outcome: SignOutOutcome) {
      switch outcome {
      case .revoked: self = .revoked
      case .accessTokenLeft: self = .accessTokenLeft
      case .nothingToRevoke: self = .nothing
      case .deletedOnly: self = .deletedOnly
      }
    }
  }

  private func signOut(
    _ known: KnownProvider, secret: Secret? = nil, refreshToken: Secret? = nil, answers: [String: HTTPAnswer] = [:]
  ) async throws -> (outcome: Outcome, exchanges: [PlayedProvider.Exchange]) {
    let played = PlayedProvider(known)
    for (path, answer) in answers { played.answer(path, with: answer) }
    let client = known.client(played, secret: secret)
    let session = try await played.session(client, refreshToken: refreshToken)
    let outcome = try await client.signOut(session)
    #expect(try await session.store.tokens(for: session.account) == nil)
    return (Outcome(outcome), played.exchanges)
  }

  private static let gitHubPath = "/applications/Ov23liq7Wk3mZp9sT1aB/token"

  @Test(.covers("GitHub: revocation is a DELETE"))
  func `GitHub is sent a DELETE with the client's id and secret, and the token in a JSON body`() async throws {
    let (outcome, exchanges) = try await signOut(
      known("github"), secret: Secret("s3cret"), answers: [Self.gitHubPath: .text("", status: .noContent)])
    #expect(outcome == .revoked)
    #expect(exchanges.count == 1)
    let exchange = try #require(exchanges.first)
    #expect(exchange.request.method == .delete)
    #expect(exchange.address == "https://api.github.com" + Self.gitHubPath)
    #expect(exchange.request.headerFields[.authorization] == "Basic T3YyM2xpcTdXazNtWnA5c1QxYUI6czNjcmV0")
    #expect(exchange.request.headerFields[.accept] == "application/vnd.github+json")
    #expect(exchange.request.headerFields[.contentType] == "application/json")
    #expect(exchange.request.headerFields[.userAgent]?.isEmpty == false)
    #expect(String(decoding: exchange.body, as: UTF8.self) == #"{"access_token":"at-1"}"#)
  }

  @Test(.covers("GitHub: revocation leaves the refresh token"))
  func `GitHub revokes only the access token, and the outcome says so`() async throws {
    let path = "/applications/Iv23liq7Wk3mZp9sT1aB/token"
    let (outcome, exchanges) = try await signOut(
      known("github-app"), secret: Secret("s"), refreshToken: Secret("ghr_1"),
      answers: [path: .text("", status: .noContent)])
    #expect(outcome == .deletedOnly)
    #expect(exchanges.count == 1)
  }

  @Test(.covers("GitHub: revocation is a DELETE")) func `Without a secret GitHub isn't asked, and the outcome says so`()
    async throws
  {
    let (outcome, exchanges) = try await signOut(known("github"))
    #expect(outcome == .deletedOnly)
    #expect(exchanges.isEmpty)
  }

  @Test(.covers("GitHub: addresses of Enterprise Server")) func `An enterprise's GitHub is asked at its own address`()
    async throws
  {
    let (_, exchanges) = try await signOut(known("github enterprise server"), secret: Secret("s"))
    #expect(exchanges.first?.address == "https://git.example.com:8443/api/v3" + Self.gitHubPath)
  }

  @Test(arguments: [(HTTPResponse.Status.unauthorized), .forbidden, .unprocessableContent, .internalServerError, .ok])
  func `Any other answer of GitHub means that nothing was revoked`(_ status: HTTPResponse.Status) async throws {
    let (outcome, _) = try await signOut(
      known("github"), secret: Secret("s"), answers: [Self.gitHubPath: .text("", status: status)])
    #expect(outcome == .deletedOnly)
  }

  @Test(.covers("GitHub: the answer for an expired token is 404"))
  func `A token that GitHub no longer knows is revoked, but its refresh token isn't`()
    async throws
  {
    let answers = [Self.gitHubPath: HTTPAnswer.text("", status: .notFound)]
    #expect(try await signOut(known("github"), secret: Secret("s"), answers: answers).outcome == .revoked)
    let path = "/applications/Iv23liq7Wk3mZp9sT1aB/token"
    let (outcome, _) = try await signOut(
      known("github-app"), secret: Secret("s"), refreshToken: Secret("ghr_1"),
      answers: [path: .text("", status: .notFound)])
    #expect(outcome == .deletedOnly)
  }

  @Test(.covers("Slack: auth.revoke")) func `At Slack the token revokes itself, and only ok means success`()
    async throws
  {
    let path = "/api/auth.revoke"
    let (outcome, exchanges) = try await signOut(known("slack"), answers: [path: .json(["ok": true, "revoked": true])])
    #expect(outcome == .revoked)
    #expect(exchanges.map(\.address) == ["https://slack.com/api/auth.revoke"])
    #expect(exchanges.first?.request.method == .post)
    #expect(exchanges.first?.request.headerFields[.authorization] == "Bearer at-1")
    #expect(exchanges.first?.body.isEmpty == true)
    for answer in [
      HTTPAnswer.json(["ok": false, "error": "token_revoked"]), .json(["ok": true, "revoked": false]),
      .json(["ok": true], status: .notFound), .text("", status: .noContent), .text("", status: .ok),
      .text("<html>", status: .ok),
    ] {
      #expect(try await signOut(known("slack"), answers: [path: answer]).outcome == .deletedOnly)
    }
  }

  @Test(
    .covers("GitLab: revocation is announced", "Discord: two metadata documents"),
    arguments: [
      ("gitlab", "https://gitlab.com/oauth/revoke"), ("discord", "https://discord.com/api/oauth2/token/revoke"),
      ("apple", "https://appleid.apple.com/auth/revoke"), ("google", "https://oauth2.googleapis.com/revoke"),
      ("auth0", "https://ada.eu.auth0.com/revoke"), ("keycloak", "https://id.example.org/auth/realms/staff/revoke"),
    ])
  func `Both tokens are revoked at the announced endpoint`(_ name: String, _ address: String) async throws {
    let path = try Endpoint(address).parts.path
    let (outcome, exchanges) = try await signOut(
      known(name), refreshToken: Secret("rt-1"), answers: [path: .text("", status: .ok)])
    #expect(outcome == .revoked)
    let revocations = exchanges.filter { $0.request.method == .post }
    #expect(revocations.allSatisfy { $0.address == address })
    #expect(try revocations.map { try $0.form.single("token") } == ["rt-1", "at-1"])
  }

  @Test(
    .covers("Spotify: no metadata, no iss, no revocation", "Entra: no revocation endpoint"),
    arguments: ["spotify", "entra"])
  func `Without a revocation endpoint the outcome says so`(_ name: String) async throws {
    let (outcome, exchanges) = try await signOut(known(name))
    #expect(outcome == .deletedOnly)
    #expect(exchanges.isEmpty)
  }

  @Test(arguments: ["github", "slack"]) func `A signed-out session has nothing to revoke`(_ name: String) async throws {
    let known = try known(name)
    let played = PlayedProvider(known)
    let client = known.client(played, secret: Secret("s"))
    let session = try await played.session(client)
    _ = try await session.signOut()
    #expect(Outcome(try await client.signOut(session)) == .nothing)
    #expect(!played.exchanges.contains { $0.request.method == .delete })
  }
}
