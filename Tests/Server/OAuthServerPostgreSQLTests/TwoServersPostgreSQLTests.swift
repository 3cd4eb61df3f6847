import Evidence
import Foundation
import HTTPTypes
import Logging
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerPostgreSQL
import OAuthTestSupport
import PKCE
import Testing

/// What must happen once, at two servers of one issuer that share a PostgreSQL database. The checks of
/// `ServerDatabaseCompatibility` let every operation race on two databases as well.
@Suite(
  .serialized, .covers("RFC 6749 §4.1.3, server"),
  .enabled(if: TestPostgreSQL.folder != nil, "Scripts/with/postgresql starts a server"))
struct TwoServersPostgreSQLTests {
  private struct Tokens: Sendable {
    let access: String
    let refresh: String
  }

  private let schema: TemporarySchema
  private let database: PostgreSQLServerDatabase

  init() async throws {
    schema = try TemporarySchema()
    database = try await schema.open()
  }

  /// Makes two servers with a database each, as two processes have them.
  private func servers(leeway: Duration = .zero) async throws -> [AuthorizationServer] {
    try [database, await schema.open()].map { database in
      AuthorizationServer(
        configuration: try AuthorizationServerConfiguration(
          issuer: try Issuer("https://login.example"), scopes: .none,
          lifetimes: TokenLifetimes(refreshTokenLeeway: leeway)),
        database: database,
        clients: InMemoryClientStore([RegisteredClient(id: "app", name: "App", redirectURIs: [], scope: .none)]),
        users: InMemoryUserDirectory([
          (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret("password"))
        ]),
        pages: PagesWithoutDesign(), clock: schema.clock.wallClock,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
  }

  private func newCode() async throws -> String {
    let (code, now) = (UUID().uuidString, schema.clock.now)
    // RFC 7636, Appendix B.
    let challenge = try CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256)
    let record = AuthorizationCodeRecord(
      hash: SecretHash(ofToken: Secret(code)), grant: GrantID(rawValue: UUID().uuidString), clientID: "app",
      redirectURI: "x:/", challenge: challenge, subject: Subject(rawValue: "1"), scope: .none, expires: now + 60,
      rememberedUntil: now + 3_600)
    _ = try await database.saveAuthorizationCode(record, signIn: nil, consuming: nil, request: .fresh)
    return "grant_type=authorization_code&redirect_uri=x:/&code=\(code)"
      + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  }

  /// Sends a token request, and returns the tokens; `nil` if it was refused.
  private func post(_ server: AuthorizationServer, _ form: String) async throws -> Tokens? {
    let answer = await server.respond(
      to: HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: "/token",
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array((form + "&client_id=app").utf8))
    let members = try JSONValue(bytes: answer.body).object
    guard answer.response.status == 200, let access = members?["access_token"]?.string,
      let refresh = members?["refresh_token"]?.string
    else {
      // A failure of the database is no refusal.
      #expect(members?["error"] == "invalid_grant")
      return nil
    }
    return Tokens(access: access, refresh: refresh)
  }

  /// Sends forty requests at once, each second one to the other server. Returns the issued tokens.
  private func race(_ form: String, at servers: [AuthorizationServer]) async throws -> [Tokens] {
    try await withThrowingTaskGroup(of: Tokens?.self) { group in
      for number in 0..<40 { group.addTask { try await post(servers[number % 2], form) } }
      return try await group.reduce(into: []) { if let tokens = $1 { $0.append(tokens) } }
    }
  }

  @Test(.covers("question: Can a code be exchanged twice at several servers"), arguments: 1...3)
  func `One of forty requests to two servers redeems a code, and the others revoke its tokens`(_ round: Int)
    async throws
  {
    let servers = try await servers()
    let won = try await race(try await newCode(), at: servers)
    #expect(won.count == 1)
    for tokens in won {
      #expect(try await database.token(SecretHash(ofToken: Secret(tokens.access))) == nil)
      #expect(try await post(servers[1], "grant_type=refresh_token&refresh_token=\(tokens.refresh)") == nil)
    }
  }

  @Test(.covers("question: Can a refresh token be exchanged twice at several servers"), arguments: 1...3)
  func `Forty requests to two servers redeem one refresh token once, and revoke its successor`(_ round: Int)
    async throws
  {
    let servers = try await servers()
    let first = try #require(try await post(servers[0], try await newCode()))
    let won = try await race("grant_type=refresh_token&refresh_token=\(first.refresh)", at: servers)
    #expect(won.count == 1)
    for tokens in won + [first] {
      #expect(try await database.token(SecretHash(ofToken: Secret(tokens.access))) == nil)
    }
  }

  @Test(.covers("question: Can a refresh token be exchanged twice at several servers"), arguments: 1...3)
  func `Within the leeway forty requests to two servers get one refresh token, which works`(_ round: Int) async throws {
    let servers = try await servers(leeway: .seconds(30))
    let first = try #require(try await post(servers[0], try await newCode()))
    let won = try await race("grant_type=refresh_token&refresh_token=\(first.refresh)", at: servers)
    #expect(won.count == 40 && Set(won.map(\.refresh)).count == 1)
    let successor = try #require(won.first?.refresh)
    #expect(successor != first.refresh)
    #expect(try await post(servers[1], "grant_type=refresh_token&refresh_token=\(successor)") != nil)
  }
}
