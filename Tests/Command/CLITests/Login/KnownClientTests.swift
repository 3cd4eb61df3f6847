import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import OAuthUserAgent
import Synchronization
import Testing
import TokenStorage

@testable import PixyAuth
@testable import PixyConnection

/// The client that `pixy login URL` of a protected resource uses.
@Suite(.timeLimit(.minutes(60))) struct KnownClientTests {
  /// The resources and their authorization server, which can forget its clients.
  private final class ForgetfulServer: HTTPServing {
    private struct State {
      var registrations: [String] = []
      var forgotten: Set<String> = []
      var opened: [String] = []
    }

    private let server: PlayedMCPServer
    private let state = Mutex(State())

    init(_ issuer: Issuer) throws { server = try PlayedMCPServer(issuer) }

    /// The IDs of all registered clients.
    var registrations: [String] { state.withLock { $0.registrations } }
    /// The client IDs of all authorization requests.
    var opened: [String] { state.withLock { $0.opened } }
    /// From now on no client that exists is known.
    func forget() { state.withLock { $0.forgotten = Set($0.registrations) } }
    /// From now on the resources reject all tokens that they have seen.
    func refuseSeenTokens() { server.refuseSeenTokens() }

    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
      let parts = (request.path ?? "/").split(separator: "?", maxSplits: 1)
      let query = parts.count == 2 ? String(parts[1]) : String(decoding: body, as: UTF8.self)
      let client = (try? FormParameters(decoding: query)).flatMap { try? $0.single("client_id") }
      if let client {
        if parts[0] == "/authorize", request.method == .get { state.withLock { $0.opened.append(client) } }
        if state.withLock({ $0.forgotten.contains(client) }) {
          return parts[0] == "/authorize"
            ? .text("<p>Unknown client</p>", status: .badRequest, contentType: "text/html")
            : .json(["error": "invalid_client"], status: .unauthorized)
        }
      }
      let answer = await server.respond(to: request, body: body)
      if parts[0] == "/register", let id = (try? JSONValue(bytes: answer.body))?.object?["client_id"]?.string {
        state.withLock { $0.registrations.append(id) }
      }
      return answer
    }

    static func with(_ body: (_ server: ForgetfulServer, _ issuer: String, _ home: Home) async throws -> Void)
      async throws
    {
      let made = Kept<ForgetfulServer>()
      try await withAuthorizationServer(
        make: { issuer in
          let server = try ForgetfulServer(issuer)
          made.value = server
          return server
        }, logger: CommandTests.silent
      ) { issuer in
        let server = try #require(made.value)
        try await Home.with { home in try await body(server, issuer.text, home) }
      }
    }
  }

  private func signIn(_ home: Home, _ arguments: [String]) async throws {
    let login = try await home.pixy(["login"] + arguments)
    #expect(login.status == 0, "\(login.errors)")
  }

  private func list(_ home: Home, _ url: String) async throws -> Int {
    try await home.pixy(["request", "POST", url, "--data", #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]).status
  }

  @Test(.covers("MCP: A client ID comes from a document, a registration or the user"))
  func `Resources at the same server share one registered client, and a sign-out leaves it`() async throws {
    try await ForgetfulServer.with { server, issuer, home in
      try await signIn(home, [issuer + "/a/mcp"])
      try await signIn(home, [issuer + "/b/mcp"])
      try await signIn(home, [issuer + "/a/mcp"])
      #expect(server.registrations.count == 1)
      #expect(try await list(home, issuer + "/a/mcp") == 0)
      #expect(try await list(home, issuer + "/b/mcp") == 0)
      #expect(
        try await home.pixy(["logout", "--account", String(issuer.dropFirst("http://".count)) + "/a/mcp"]).status == 0)
      server.refuseSeenTokens()
      try await home.age()
      #expect(try await list(home, issuer + "/b/mcp") == 0)
      try await signIn(home, [issuer + "/a/mcp"])
      #expect(server.registrations.count == 1)
    }
  }

  @Test func `A client that the server has forgotten is replaced once, before a browser opens`() async throws {
    try await ForgetfulServer.with { server, issuer, home in
      try await signIn(home, [issuer + "/a/mcp"])
      server.forget()
      try await signIn(home, [issuer + "/b/mcp"])
      #expect(server.registrations.count == 2 && server.opened == server.registrations)
      #expect(try await list(home, issuer + "/b/mcp") == 0)
      // The newest client is used, not the forgotten one.
      try await signIn(home, [issuer + "/a/mcp"])
      #expect(server.registrations.count == 2)
    }
  }

  @Test func `Another redirect URI and --register mean another client`() async throws {
    try await ForgetfulServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      for (index, options) in [[], ["--redirect-path", "/other"], ["--register"]].enumerated() {
        try await signIn(home, [url] + options)
        #expect(server.registrations.count == index + 1, "\(options)")
      }
      // The server allows this client more scopes than its first sign-in requested.
      try await signIn(home, [url, "--scope", "profile email"])
      #expect(server.registrations.count == 3)
    }
  }

  @Test func `The command that signs in again has the resource's URL and registers nothing`() async throws {
    try await ForgetfulServer.with { _, issuer, home in
      try await signIn(home, [issuer + "/a/mcp"])
      let account = try #require(try await home.store().accounts().first)
      let tokens = try #require(try await home.store().tokens(for: account))
      let record = try #require(AccountRecord(in: tokens))
      #expect(record.loginCommand == "pixy login \(issuer)/a/mcp --scope profile")
      #expect(AccountRecord(in: tokens)?.registration?.grants == ["authorization_code", "refresh_token"])
    }
  }

  private static let issuer = "https://as.example"

  private static func record(_ change: (inout AccountRecord) -> Void = { _ in }) throws -> AccountRecord {
    var server = ServerChoice()
    server.issuer = issuer
    let client = ClientChoice(id: "registered", method: .clientSecretPost, secret: Secret("a-secret"))
    var record = AccountRecord(server: server, client: client, grant: .code, scope: .none)
    record.isRegistered = true
    record.registration = RegistrationRecord([
      "redirect_uris": ["http://127.0.0.1:49152/callback"], "grant_types": ["authorization_code"], "scope": "a b",
    ])
    change(&record)
    return record
  }

  private static func known(
    _ record: AccountRecord, wanted: ClientChoice = ClientChoice(id: ""), grant: String = "authorization_code",
    scope: String = "a"
  ) throws -> KnownClient? {
    var server = ServerChoice()
    server.issuer = issuer
    return KnownClient(
      of: record, for: wanted, at: server, grant: grant, scope: try Scope(parameter: scope),
      acceptedAt: nil, now: Date(timeIntervalSince1970: 1_000))
  }

  @Test(.covers("MCP: Credentials belong to the issuer that issued them"))
  func `A client belongs to its issuer, its options, its grants and scope, and ends with its secret`() throws {
    let found = try #require(try Self.known(Self.record()))
    #expect(found.client.id == "registered" && found.port(at: .address, path: "/callback") == 49_152)
    #expect(found.port(at: .address, path: "/other") == nil)
    #expect(found.port(at: .localhost, path: "/callback") == nil)
    let changes: [(inout AccountRecord) -> Void] = [
      { $0.server.issuer = "https://other.example" }, { $0.server.endpoints = ["token_endpoint": "https://x.example"] },
      { $0.isRegistered = false }, { $0.registration = nil }, { $0.client.key = Secret("another") },
      { $0.registration?.secretExpiresAt = Date(timeIntervalSince1970: 1_599) },
      { $0.server.certificate = "/a/certificate" },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try Self.known(Self.record(change)) == nil, "change \(index)")
    }
    #expect(
      try Self.known(Self.record { $0.registration?.secretExpiresAt = Date(timeIntervalSince1970: 1_600) }) != nil)
    #expect(try Self.known(Self.record(), grant: "urn:ietf:params:oauth:grant-type:device_code") == nil)
    #expect(try Self.known(Self.record(), scope: "a c") == nil)
    #expect(try Self.known(Self.record { $0.registration?.scope = nil }, scope: "a c") != nil)
    #expect(try Self.known(Self.record(), wanted: ClientChoice(id: "", method: .clientSecretBasic)) == nil)
  }
}
