import Foundation
import HTTPTypes
import Logging
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

/// Clients nest JSON as deeply as they like, and the server wraps it once more before it saves it.
@Suite struct DeepDetailsTests {
  static let redirect = "https://app.example/callback"

  private func post(_ server: AuthorizationServer, _ path: String, _ pairs: [(String, String)]) async -> HTTPAnswer {
    var form = FormParameters()
    for (name, value) in pairs { form.append(name, value) }
    return await server.respond(
      to: HTTPRequest(
        method: .post, scheme: nil, authority: nil, path: path,
        headerFields: [.contentType: "application/x-www-form-urlencoded"]),
      body: Array(form.formEncoded().utf8))
  }

  private func server(_ database: SQLiteServerDatabase, _ clock: WallClock) throws -> AuthorizationServer {
    let client = RegisteredClient(
      id: "app", name: "App", redirectURIs: [try RedirectURI(Self.redirect)], scope: try Scope(["claim:x"]))
    var configuration = try AuthorizationServerConfiguration(
      issuer: try Issuer("https://login.example"), scopes: try Scope(["claim:x"]))
    // Without sessions a form needs no CSRF token.
    configuration.features.remove(.sessions)
    return AuthorizationServer(
      configuration: configuration, database: database, clients: InMemoryClientStore([client]),
      users: InMemoryUserDirectory([
        (User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada"), Secret("password"))
      ]),
      pages: PagesWithoutDesign(), clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  // The example of RFC 7636 appendix B.
  private static let (verifier, challenge) = (
    "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  )

  @Test(
    arguments: [(30, nil), (31, "invalid_request"), (32, "invalid_request"), (33, "invalid_request")]
      as [(Int, String?)])
  func `Claims that are nested too deeply to be read again are rejected, and others are redeemed`(
    depth: Int, expected: String?
  ) async throws {
    let temporary = try TemporaryDatabase()
    let server = try server(try await temporary.open(), temporary.clock.wallClock)
    let claims = #"{"x":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    var request = FormParameters()
    for (name, value) in [
      ("response_type", "code"), ("client_id", "app"), ("redirect_uri", Self.redirect), ("claims", claims),
      ("code_challenge", Self.challenge), ("code_challenge_method", "S256"),
    ] { request.append(name, value) }
    let answer = await post(
      server, "/authorize/decision",
      [
        ("authorization_request", request.formEncoded()), ("username", "ada"),
        ("password", "password"), ("decision", "approve"),
      ])
    let location = try #require(answer.response.headerFields[.location])
    let parameters = try FormParameters(decoding: try #require(location.split(separator: "?").last))
    #expect(try parameters.single("error") == expected)
    guard expected == nil else { return }
    let tokens = await post(
      server, "/token",
      [
        ("grant_type", "authorization_code"), ("client_id", "app"), ("redirect_uri", Self.redirect),
        ("code_verifier", Self.verifier), ("code", try #require(try parameters.single("code"))),
      ])
    #expect(tokens.response.status == .ok)
  }
}
