import Foundation
import HTTPTypes
import JOSE
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

/// A company's identity provider, and an MCP server whose authorization server trusts it.
struct PlayedCompany {
  /// The identity provider.
  let provider: WatchedServer
  /// The identity provider's issuer.
  let issuer: String
  /// The MCP server.
  let server: PlayedMCPServer
  /// The URL of the MCP server.
  let url: String
  let home: Home
  private let secrets: (provider: String, server: String)

  /// A server that starts before it is made, because it has to know another server's address.
  private final class LateServer: HTTPServing {
    private let server = Mutex<(any HTTPServing)?>(nil)

    func begin(_ new: any HTTPServing) { server.withLock { $0 = new } }

    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
      guard let server = server.withLock({ $0 }) else { return HTTPAnswer(HTTPResponse(status: .serviceUnavailable)) }
      return await server.respond(to: request, body: body)
    }
  }

  /// Runs `body` with both servers and a user's folders.
  static func with(_ body: (PlayedCompany) async throws -> Void) async throws {
    let late = LateServer()
    let watched = WatchedServer(late)
    try await withAuthorizationServer(make: { _ in watched }, logger: CommandTests.silent) { provider in
      let company = TrustedIssuer(
        issuer: provider.text,
        keys: RemoteKeySet(try Endpoint(provider.text + "/jwks"), through: AsyncHTTPClientTransport()),
        scope: try Scope(["profile", "email"]))
      try await PlayedMCPServer.with(trusting: company) { server, issuer, home in
        late.begin(try identityProvider(provider, for: issuer))
        let secrets = (provider: home.path + "/wiki", server: home.path + "/acme-wiki")
        try Self.write("the secret of the wiki", to: secrets.provider)
        try Self.write("the secret of the wiki at the server", to: secrets.server)
        try await body(
          PlayedCompany(
            provider: watched, issuer: provider.text, server: server, url: issuer + "/a/mcp", home: home,
            secrets: secrets))
      }
    }
  }

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private static func identityProvider(_ issuer: Issuer, for audience: String) throws -> any HTTPServing {
    let wiki = RegisteredClient(
      id: "wiki", name: "Wiki", kind: .confidential(secretHash: SecretHash(of: Secret("the secret of the wiki"))),
      redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
      scope: try Scope(["openid", "profile", "offline_access"]),
      grants: [.authorizationCode, .refreshToken, .tokenExchange])
    let embedded = try EmbeddedServer(
      issuer: issuer, clients: [wiki], scopes: ["openid", "profile", "offline_access"]
    ) { configuration in
      configuration.tokenRules.identityAssertions = [
        IdentityAssertionPermission(
          clientID: "wiki", audience: audience, clientIDAtAudience: "acme-wiki", scope: try Scope(["profile"]),
          resources: [audience + "/a/mcp"])
      ]
    }
    embedded.clock.run()
    return embedded.faults
  }

  /// Signs in at the identity provider, with a browser.
  func signIn(as name: String = "ada", scope: String = "openid offline_access") async throws {
    let login = try await home.pixy(["login", issuer, "--scope", scope, "--name", name] + providerClient)
    #expect(login.status == 0, "\(login)")
  }

  /// Replaces the stored ID token by one with other claims, or removes it.
  func changeIDToken(_ change: ([String: JSONValue]) -> [String: JSONValue]?) async throws {
    let store = try await home.store()
    let account = try #require(try await store.accounts().first { $0.name == "ada" })
    var tokens = try #require(try await store.tokens(for: account))
    let signature = try JSONWebSignature(compact: try #require(tokens.additionalMembers["id_token"]?.string))
    let claims = try #require(try JSONValue(bytes: signature.unverifiedPayload).object)
    let new = try change(claims).map { try SigningKey.generate(.es256).sign($0, type: "JWT").reveal() }
    tokens.additionalMembers["id_token"] = new.map { .string($0) }
    try await store.save(tokens, for: account)
  }

  /// The options of the client at the identity provider.
  var providerClient: [String] { ["--client-id", "wiki", "--client-secret-file", secrets.provider] }

  /// The options of the client at the MCP server's authorization server.
  var client: [String] { ["--client-id", "acme-wiki", "--client-secret-file", secrets.server] }

  /// The options of a sign-in by the account at the identity provider.
  var options: [String] { options(of: "ada") }

  /// Returns the options of a sign-in by an account at the identity provider.
  func options(of name: String) -> [String] { ["--identity-provider", name] + client }
}
