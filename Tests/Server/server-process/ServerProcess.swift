import Foundation
import HTTPTypes
import Logging
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerSQLite
import PKCE

/// A server that tests start and kill. `server-process PATH` answers the token requests of
/// its own sixteen concurrent clients until it is killed. It prints one line for each request that
/// a client is about to send, and one for each answer.
@main
enum ServerProcess {
  static func main() async throws {
    // Must run before SQLite's first use; after the first database is opened it has no effect.
    guard SQLiteServerDatabase.keepNoMemoryAccounts() else { exit(70) }
    let database = try await SQLiteServerDatabase.open(path: CommandLine.arguments[1])
    guard !SQLiteServerDatabase.keepNoMemoryAccounts() else { exit(70) }
    let server = AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(issuer: try Issuer("https://login.example"), scopes: .none),
      database: database,
      clients: InMemoryClientStore([RegisteredClient(id: "app", name: "App", redirectURIs: [], scope: .none)]),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret("password"))
      ]),
      pages: PagesWithoutDesign(), logger: Logger(label: "process") { _ in SwiftLogNoOpLogHandler() })
    await withDiscardingTaskGroup { group in
      group.addTask { await database.sweep(every: .milliseconds(20), pause: .milliseconds(1)) { _ in exit(1) } }
      for _ in 0..<16 {
        group.addTask {
          do {
            while true { try await PlayedClient(server: server, codes: database).live() }
          } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
          }
        }
      }
    }
  }
}

/// A client that redeems one code, refreshes up to three times, and sometimes revokes its token.
struct PlayedClient {
  struct WrongAnswer: Error {}

  let server: AuthorizationServer
  let codes: SQLiteServerDatabase

  func live() async throws {
    let code = UUID().uuidString
    let now = Date()
    // Kept for longer than the test takes, because the sweep removes codes that weren't redeemed in
    // time.
    _ = try await codes.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: Secret(code)), grant: GrantID(rawValue: UUID().uuidString), clientID: "app",
        redirectURI: "x:/", challenge: CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256),
        subject: Subject(rawValue: "1"), scope: .none, expires: now + 86_400, rememberedUntil: now + 86_400),
      signIn: nil, consuming: nil, request: RequestKey(drawnFrom: SystemRandomSource()))
    try say("saved \(code)")
    try say("redeeming \(code)")
    // RFC 7636, Appendix B.
    let verifier = "code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    var tokens = try await post(
      "/token", ["grant_type=authorization_code", "code=\(code)", "redirect_uri=x:/", verifier])
    try say("redeemed \(code) \(tokens.access) \(tokens.refresh)")
    for _ in 0..<Int.random(in: 0...3) {
      try say("refreshing \(tokens.refresh)")
      let spent = tokens.refresh
      tokens = try await post("/token", ["grant_type=refresh_token", "refresh_token=\(spent)"])
      try say("refreshed \(spent) \(tokens.access) \(tokens.refresh)")
    }
    guard Int.random(in: 0..<4) == 0 else { return }
    try say("revoking \(tokens.refresh)")
    guard await answer("/revoke", ["token=\(tokens.refresh)"]).response.status == 200 else { throw WrongAnswer() }
    try say("revoked \(tokens.refresh)")
  }

  private func answer(_ path: String, _ form: [String]) async -> HTTPAnswer {
    await server.respond(
      to: HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: path,
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array((form + ["client_id=app"]).joined(separator: "&").utf8))
  }

  private func post(_ path: String, _ form: [String]) async throws -> (access: String, refresh: String) {
    let answer = await answer(path, form)
    let members = try JSONValue(bytes: answer.body).object
    guard answer.response.status == 200, let access = members?["access_token"]?.string,
      let refresh = members?["refresh_token"]?.string
    else { throw WrongAnswer() }
    return (access, refresh)
  }

  private func say(_ line: String) throws {
    // One write of few bytes: lines don't mix, and a written line stays in the pipe after a kill.
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
