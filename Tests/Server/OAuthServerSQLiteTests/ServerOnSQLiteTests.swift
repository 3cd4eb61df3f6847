import Evidence
import Foundation
import HTTPTypes
import Logging
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import PKCE
import Testing

@Suite(.covers("RFC 6749 §4.1.3, server")) struct ServerOnSQLiteTests {
  let temporary: TemporaryDatabase
  let database: SQLiteServerDatabase
  let server: AuthorizationServer

  init() async throws {
    temporary = try TemporaryDatabase()
    database = try await temporary.open()
    server = try Self.server(database, temporary)
  }

  static func server(_ database: SQLiteServerDatabase, _ temporary: TemporaryDatabase) throws -> AuthorizationServer {
    AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: try Issuer("https://login.example"), scopes: .none),
      database: database,
      clients: InMemoryClientStore([RegisteredClient(id: "app", name: "App", redirectURIs: [], scope: .none)]),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret("password"))
      ]),
      pages: PagesWithoutDesign(), clock: temporary.clock.wallClock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  // RFC 7636, Appendix B.
  private static let redemption =
    "grant_type=authorization_code&redirect_uri=x:/&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static var challenge: CodeChallenge {
    get throws { try CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256) }
  }

  struct Tokens: Sendable {
    let access: String
    let refresh: String
  }

  static func post(_ server: AuthorizationServer, _ form: String) async throws -> Tokens? {
    let answer = await server.respond(
      to: HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: "/token",
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array((form + "&client_id=app").utf8))
    let members = try JSONValue(bytes: answer.body).object
    guard answer.response.status == 200, let access = members?["access_token"]?.string,
      let refresh = members?["refresh_token"]?.string
    else { return nil }
    return Tokens(access: access, refresh: refresh)
  }

  func newCode() async throws -> String {
    let code = UUID().uuidString
    let now = temporary.clock.now
    try await database.save(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: Secret(code)), grant: GrantID(rawValue: UUID().uuidString), clientID: "app",
        redirectURI: "x:/", challenge: try Self.challenge, subject: Subject(rawValue: "1"), scope: .none,
        expires: now + 60, rememberedUntil: now + 3_600))
    return code
  }

  // A well-known server answered 12 simultaneous uses of one code with 12 live sets of tokens.
  @Test(.covers("question: Can a code be exchanged twice at several servers"), arguments: 1...5)
  func `One of a hundred requests to two processes redeems a code, and the others revoke its tokens`(
    _ round: Int
  ) async throws {
    let servers = [server, try Self.server(try await temporary.open(), temporary)]
    let code = try await newCode()
    let won = try await simultaneously(100) { number in
      try await Self.post(servers[number % 2], "\(Self.redemption)&code=\(code)")
    }
    #expect(won.count == 1)
    for tokens in won {
      #expect(try await database.token(SecretHash(ofToken: Secret(tokens.access))) == nil)
      #expect(try await Self.post(server, "grant_type=refresh_token&refresh_token=\(tokens.refresh)") == nil)
    }
  }

  @Test(.covers("question: Can a refresh token be exchanged twice at several servers"), arguments: 1...5)
  func `A hundred requests to two processes redeem one refresh token once`(_ round: Int) async throws {
    let servers = [server, try Self.server(try await temporary.open(), temporary)]
    let first = try #require(
      try await Self.post(server, "\(Self.redemption)&code=\(try await newCode())"))
    let won = try await simultaneously(100) { number in
      try await Self.post(servers[number % 2], "grant_type=refresh_token&refresh_token=\(first.refresh)")
    }
    #expect(won.count == 1)
    for tokens in won + [first] {
      #expect(try await database.token(SecretHash(ofToken: Secret(tokens.access))) == nil)
    }
  }

  @Test(.covers("RFC 9700 §4.9.2", "attack: a leak of the database or the log", "RFC 6819 §5.1.4.1.3, server"))
  func `No code and no token is in the files`() async throws {
    let code = try await newCode()
    let tokens = try #require(
      try await Self.post(server, "\(Self.redemption)&code=\(code)"))
    for suffix in ["", "-wal"] {
      let bytes = try #require(FileManager.default.contents(atPath: temporary.path + suffix))
      for secret in [code, tokens.access, tokens.refresh] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }
    let log = try #require(FileManager.default.contents(atPath: temporary.path + "-wal"))
    let hash = Data(SecretHash(ofToken: Secret(tokens.access)).bytes)
    #expect(log.range(of: hash) != nil, "the search finds nothing at all")
  }

  @Test func `A subject with a NUL is rejected, and not taken for another subject`() async throws {
    let token = IssuedToken(
      hash: SecretHash(of: Secret("t")), kind: .access, grant: GrantID(rawValue: "g"), clientID: "app",
      subject: Subject(rawValue: "ada\u{0}eve"), scope: .none, expires: temporary.clock.now + 60)
    let error = await #expect(throws: ServerDatabaseError.self) { try await database.save([token]) }
    #expect(error?.kind == .unstorable)
  }

  private func simultaneously(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Tokens?
  ) async throws -> [Tokens] {
    try await withThrowingTaskGroup(of: Tokens?.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(into: []) { if let tokens = $1 { $0.append(tokens) } }
    }
  }
}
