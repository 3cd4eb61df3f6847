import Evidence
import Foundation
import OAuthCore
import Testing
import TokenStorage

@testable import PixyCLI

/// `pixy login URL` of protected resources, and `pixy mcp`.
@Suite(.timeLimit(.minutes(60))) struct MCPTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
  private static let initialized = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
  private static let list = #"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"# + "\n"
  private static let call = #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"x"}}"# + "\n"

  /// Returns the messages on standard output by their IDs.
  private func messages(_ outcome: CommandTests.Outcome) throws -> [JSONValue: [String: JSONValue]] {
    var found: [JSONValue: [String: JSONValue]] = [:]
    for line in outcome.output.split(separator: "\n") {
      let message = try #require(try JSONValue(bytes: Array(line.utf8)).object)
      found[try #require(message["id"])] = message
    }
    return found
  }

  private func text(_ message: [String: JSONValue]?) -> String {
    message?["error"]?.object?["message"]?.string ?? ""
  }

  @Test(
    .covers(
      "MCP: A client ID comes from a document, a registration or the user",
      "MCP: resource is in authorization requests and token requests",
      "MCP: resource is sent whether the server announces support or not", "MCP: Redirect URIs are registered"))
  func `A sign-in with a resource's URL finds the server, registers, and is for this resource`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let login = try await home.pixy(["login", issuer + "/a/mcp"])
      #expect(login.status == 0, "\(login.errors)")
      #expect(
        login.errors.contains("\(issuer)/a/mcp accepts tokens of \(issuer).") && login.errors.contains("Registered"))
      let outcome = try await home.pixy(
        ["mcp", issuer + "/a/mcp"], input: Self.initialize + Self.initialized + Self.list)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let messages = try messages(outcome)
      #expect(messages.count == 2 && messages["l"]?["result"] == ["path": "/a/mcp"])
      #expect(server.seen.contains { $0.method == "GET" && $0.rpc == nil })
    }
  }

  @Test(
    .covers(
      "MCP: Every request has the token of its resource",
      "MCP: Registrations and tokens belong to one authorization server"))
  func `Resources at the same server have separate accounts, which the URL chooses`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      for name in ["a", "b"] {
        let login = try await home.pixy(["login", "\(issuer)/\(name)/mcp"])
        #expect(login.status == 0, "\(login.errors)")
      }
      let accounts = try await home.store().accounts()
      #expect(accounts.count == 2)
      for name in ["a", "b", "a"] {
        let request = try await home.pixy(["request", "POST", "\(issuer)/\(name)/mcp", "--data", Self.list])
        #expect(request.status == 0 && request.output.contains("/\(name)/mcp"), "\(request)")
        let outcome = try await home.pixy(["mcp", "\(issuer)/\(name)/mcp"], input: Self.initialize)
        #expect(try messages(outcome)[1]?["result"] != nil, "\(outcome)")
      }
      // A resource without an account gets no other resource's token.
      let before = server.seen.count
      let other = try await home.pixy(["mcp", issuer + "/c/mcp"], input: Self.initialize)
      #expect(try messages(other)[1]?["error"] != nil && server.seen.count == before, "\(other)")
    }
  }

  @Test func `A rejected token is refreshed once, for the same resource`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      #expect(try await home.pixy(["login", issuer + "/a/mcp"]).status == 0)
      _ = try await home.pixy(["mcp", issuer + "/a/mcp"], input: Self.initialize)
      server.refuseSeenTokens()
      let lists = (0..<8).map { #"{"jsonrpc":"2.0","id":\#($0 + 10),"method":"tools/list"}"# + "\n" }.joined()
      let outcome = try await home.pixy(["mcp", issuer + "/a/mcp"], input: Self.initialize + Self.initialized + lists)
      #expect(try messages(outcome).values.allSatisfy { $0["result"] != nil }, "\(outcome)")
      #expect(server.refreshes == [[issuer + "/a/mcp"]])
    }
  }

  // Other bridges lose a rotated refresh token if several of them start at once.
  @Test func `Bridges that start together with an expired token refresh it once`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      for _ in 1...2 {
        let before = server.refreshes.count
        try await home.age()
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 0..<6 {
            group.addTask {
              let outcome = try await home.pixy(["mcp", url], input: Self.initialize + Self.initialized + Self.list)
              return try self.messages(outcome).values.filter { $0["result"] != nil }.count == 2
            }
          }
          for try await isAnswered in group { #expect(isAnswered) }
        }
        #expect(server.refreshes.count == before + 1)
      }
    }
  }

  @Test func `Without an account, and after its end, the error names the command`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let before = try await home.pixy(["mcp", url, "--no-browser"], input: Self.initialize)
      #expect(try before.status == 0 && text(messages(before)[1]).contains("pixy login \(url)"), "\(before)")
      #expect(server.seen.allSatisfy { $0.token == nil })
      #expect(try await home.pixy(["login", url]).status == 0)
      #expect(try messages(try await home.pixy(["mcp", url], input: Self.initialize))[1]?["result"] != nil)
      // The server accepts no token any longer, not even a new one.
      let store = try await home.store()
      for account in try await store.accounts() {
        var tokens = try #require(try await store.tokens(for: account))
        tokens.refreshToken = nil
        try await store.save(tokens, for: account)
      }
      server.refuseSeenTokens()
      let after = try await home.pixy(["mcp", url, "--no-browser"], input: Self.initialize)
      let said = text(try messages(after)[1])
      #expect(said.contains("pixy login \(url)"), "\(after)")
    }
  }

  @Test func `A missing scope is named with the command that asks for it`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      let outcome = try await home.pixy(
        ["mcp", url, "--no-browser"], input: Self.initialize + Self.initialized + Self.call)
      let said = text(try messages(outcome)["c"])
      #expect(said.contains("email") && said.contains("--scope 'profile email'"), "\(outcome)")
      let request = try await home.pixy(["request", "POST", url, "--data", Self.call])
      #expect(request.status == 4 && request.errors.contains("--scope 'profile email'"), "\(request)")
      #expect(try await home.pixy(["login", url, "--scope", "profile email"]).status == 0)
      #expect(try await home.pixy(["request", "POST", url, "--data", Self.call]).status == 0)
    }
  }

  @Test(
    .covers(
      "MCP: PKCE support is verified before the sign-in",
      "MCP: Metadata without code_challenge_methods_supported is refused"))
  func `A server without PKCE, metadata documents or registration is refused before a browser opens`()
    async throws
  {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      server.change(metadata: ["code_challenge_methods_supported": .null])
      let noPKCE = try await home.pixy(["login", url])
      #expect(noPKCE.status == 1 && noPKCE.errors.contains("does not announce PKCE"), "\(noPKCE)")
      server.change(metadata: ["registration_endpoint": .null])
      let noRegistration = try await home.pixy(["login", url])
      #expect(noRegistration.status == 1 && noRegistration.errors.contains("--client-id"), "\(noRegistration)")
      server.change(metadata: ["client_id_metadata_document_supported": .null])
      let noDocuments = try await home.pixy(["login", url, "--client-id", "https://pixy.example/client"])
      #expect(noDocuments.status == 1 && noDocuments.errors.contains("URLs as client IDs"), "\(noDocuments)")
    }
  }

  @Test func `pixy discover explains a resource and its authorization server`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let outcome = try await home.pixy(["discover", issuer + "/a/mcp"])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.hasPrefix("Protected resource: \(issuer)/a/mcp\n"), "\(outcome)")
      #expect(outcome.output.contains("profile") && outcome.output.contains("\nIssuer: \(issuer)\n"), "\(outcome)")
      let json = try await home.pixy(["discover", issuer + "/a/mcp", "--json"])
      let members = try JSONValue(bytes: Array(json.output.utf8)).object
      #expect(members?["protected_resource"]?.object?["resource"] == .string(issuer + "/a/mcp"))
      #expect(members?["authorization_server"]?.object?["issuer"] == .string(issuer))
      let nothing = try await home.pixy(["discover", issuer + "/nothing"])
      #expect(nothing.status == 1 && nothing.errors.contains("/nothing"), "\(nothing)")
    }
  }

  @Test(.covers("MCP: A client ID comes from a document, a registration or the user"))
  func `A known client signs in at the resource's server`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let login = try await home.pixy(["login", issuer + "/b/mcp", "--client-id", "app"])
      #expect(login.status == 0 && !login.errors.contains("Registered"), "\(login.errors)")
      #expect(try await home.pixy(["request", "POST", issuer + "/b/mcp", "--data", Self.list]).status == 0)
    }
  }

  @Test func `The advice for a server without metadata leads to an account that the bridge and requests accept`()
    async throws
  {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      server.hideServerMetadata()
      let failed = try await home.pixy(["login", url])
      #expect(failed.status == 1 && failed.errors.contains("is not a JSON document"), "\(failed)")
      let advice =
        "pixy login \(issuer) --authorization-endpoint URL --token-endpoint URL --client-id ID --resource \(url)"
      #expect(failed.errors.replacing(/\s+/, with: " ").contains(advice), "\(failed)")
      let login = try await home.pixy([
        "login", issuer, "--authorization-endpoint", issuer + "/authorize", "--token-endpoint", issuer + "/token",
        "--client-id", "app", "--resource", url, "--scope", "profile",
      ])
      #expect(login.status == 0, "\(login)")
      let outcome = try await home.pixy(["mcp", url, "--no-browser"], input: Self.initialize)
      #expect(try messages(outcome)[1]?["result"] != nil, "\(outcome)")
      #expect(try await home.pixy(["request", "POST", url, "--data", Self.list]).status == 0)
    }
  }

  @Test func `Client credentials find the authorization server by the resource`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let url = issuer + "/a/mcp"
      let secret = home.path + "/secret"
      try Data("the secret of the machine".utf8).write(to: URL(filePath: secret))
      let login = try await home.pixy([
        "login", url, "--grant", "client_credentials", "--client-id", "machine", "--client-secret-file", secret,
      ])
      #expect(login.status == 0 && login.errors.contains("\(url) accepts tokens of \(issuer)."), "\(login)")
      let outcome = try await home.pixy(["mcp", url, "--no-browser"], input: Self.initialize)
      #expect(try messages(outcome)[1]?["result"] != nil, "\(outcome)")
      let nothing = try await home.pixy(["login", url, "--grant", "client_credentials"])
      #expect(nothing.status == 64 && nothing.errors.contains("--client-id"), "\(nothing)")
    }
  }

  @Test func `A challenge needs a URL that may be a resource`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let field = #"Bearer resource_metadata="\#(issuer)/.well-known/oauth-protected-resource/a/mcp", scope="email""#
      let login = try await home.pixy(["login", url, "--challenge", field])
      #expect(login.status == 0, "\(login)")
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      #expect(try await store.tokens(for: account)?.scope?.tokens == ["email"])
      #expect(server.seen.isEmpty && server.serverReads == 1)
      let wrong = try await home.pixy(["login", "github", "--client-id", "x", "--challenge", field])
      #expect(wrong.status == 64 && wrong.errors.contains("--challenge"), "\(wrong)")
    }
  }

  @Test func `A URL that is neither a resource nor an issuer is wrong usage without a client`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      for place in [issuer, issuer + "/nothing"] {
        let login = try await home.pixy(["login", place])
        #expect(login.status == 64 && login.errors.contains("--client-id, --client-file, or --register"), "\(login)")
      }
    }
  }

  @Test func `Nothing but messages is written to standard output`() async throws {
    try await PlayedMCPServer.with { _, issuer, home in
      let outcome = try await home.pixy(["mcp", issuer + "/a/mcp", "--verbose"], input: "hello\n[]\n\n")
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.contains("not a JSON-RPC message"))
      for wrong in ["example.com", "http://example.com/mcp", "/mcp"] {
        #expect(try await home.pixy(["mcp", wrong]).status == 64)
      }
    }
  }
}
