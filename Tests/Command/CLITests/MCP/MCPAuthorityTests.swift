import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import PixyConnection
import Testing
import TokenStorage

@testable import PixyAuth

/// The account that `pixy mcp` uses for an MCP server, by the authorization servers that the MCP server
/// names (MCP 2026-07-28, Token Handling and Authorization Server Binding).
@Suite(.timeLimit(.minutes(60))) struct MCPAuthorityTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"# + "\n"
  private static let initialized = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
  private static let other = "http://127.0.0.1:9"

  private func list(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/list"}"# + "\n" }

  /// Runs `pixy mcp` for one request, and returns the text of its error; `nil` if it was answered.
  private func error(_ arguments: [String], in home: Home) async throws -> String? {
    let outcome = try await home.pixy(["mcp"] + arguments + ["--no-browser"], input: Self.initialize)
    let message = try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object, "\(outcome)")
    #expect(outcome.status == 0 && message["id"] == 1)
    guard message["result"] == nil else { return nil }
    return try #require(message["error"]?.object?["message"]?.string)
  }

  private func accountName(in home: Home) async throws -> String {
    try #require(try await home.store().accounts().first).name
  }

  private func sentTokens(_ server: PlayedMCPServer) -> Bool { server.seen.contains { $0.token != nil } }

  @Test(.covers("MCP: No token of another authorization server is sent", "CVE-2026-31951"))
  func `A server that names another authorization server gets no token, not even of a named account`()
    async throws
  {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      let name = try await accountName(in: home)
      server.name(authorizationServers: [Self.other])
      for arguments in [[url], [url, "--account", name]] {
        let said = try #require(try await error(arguments, in: home))
        #expect(said.contains(Self.other) && said.contains("pixy login \(url)"), "\(said)")
        #expect(!sentTokens(server))
      }
      server.name(authorizationServers: [Self.other, issuer])
      #expect(try await error([url], in: home) == nil)
    }
  }

  @Test(.covers("MCP: No token of another authorization server is sent", "CVE-2026-25253"))
  func `An account without a resource is used only where the metadata names its server`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", issuer, "--client-id", "app", "--scope", "profile"])
      #expect(login.status == 0, "\(login.errors)")
      server.name(authorizationServers: [Self.other])
      #expect(try await error([url], in: home)?.contains(Self.other) ?? false)
      for status in [404, 503] {
        server.answer(metadataWith: .init(code: status))
        #expect(try await error([url], in: home) != nil)
      }
      #expect(!sentTokens(server))
      // The user has named the account, and nothing contradicts that.
      server.answer(metadataWith: .notFound)
      _ = try await error([url, "--account", accountName(in: home)], in: home)
      #expect(sentTokens(server))
    }
  }

  @Test func `The account of a resource is used while its metadata is away`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      let login = try await home.pixy(["login", url])
      #expect(login.status == 0, "\(login.errors)")
      for status in [404, 503] {
        server.answer(metadataWith: .init(code: status))
        #expect(try await error([url], in: home) == nil)
      }
    }
  }

  @Test(.covers("MCP: Another authorization server means a new registration"))
  func `The metadata is read once in a run, and once more after a rejected token`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      let before = server.resourceReads
      let bridge = HostedBridge([url, "--no-browser"], in: home)
      #expect(try await bridge.answer(to: Self.initialize)["result"] != nil)
      bridge.write(Self.initialized)
      for id in 2...6 { #expect(try await bridge.answer(to: list(id))["result"] != nil) }
      #expect(server.resourceReads == before + 1)
      server.refuseSeenTokens()
      #expect(try await bridge.answer(to: list(7))["result"] != nil)
      #expect(server.resourceReads == before + 2 && server.refreshes.count == 1)
      // The server moves to another authorization server while the bridge runs.
      server.name(authorizationServers: [Self.other])
      server.refuseSeenTokens()
      let tokens = Set(server.seen.compactMap(\.token))
      let moved = try await bridge.answer(to: list(8))
      let said = try #require(moved["error"]?.object?["message"]?.string)
      #expect(said.contains(Self.other) && said.contains("pixy login \(url)"), "\(said)")
      #expect(server.refreshes.count == 1 && Set(server.seen.compactMap(\.token)) == tokens)
      try await bridge.end()
    }
  }

  @Test(.covers("MCP: Another authorization server means a new registration"))
  func `After a sign-in at the other authorization server its account is used`() async throws {
    try await PlayedMCPServer.with { server, issuer, home in
      let url = issuer + "/a/mcp"
      #expect(try await home.pixy(["login", url]).status == 0)
      // The stored account becomes one of a former authorization server.
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      let tokens = try #require(try await store.tokens(for: account))
      var record = try #require(AccountRecord(in: tokens))
      record.server.issuer = Self.other
      record.metadata?["issuer"] = .string(Self.other)
      let former = try Account(provider: account.provider.replacing(issuer, with: Self.other), name: account.name)
      var moved = tokens
      moved.additionalMembers[AccountRecord.member] = record.json
      try await store.save(moved, for: former)
      try await store.delete(account)
      #expect(try await error([url], in: home)?.contains("pixy login \(url)") ?? false)
      #expect(try await home.pixy(["login", url]).status == 0)
      #expect(try await home.pixy(["switch", "\(former.name)@127.0.0.1:9"]).status == 0)
      #expect(try await error([url], in: home) == nil)
    }
  }
}
