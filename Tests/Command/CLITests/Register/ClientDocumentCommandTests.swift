import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PixyConnection
import Subprocess
import Testing
import TokenStorage

@testable import PixyAuth

/// `pixy client-document`, and sign-ins with the document that it prints.
@Suite(.covers("Client ID Metadata §3, server"), .timeLimit(.minutes(60))) struct ClientDocumentCommandTests {
  private static let address = "https://pixy.example/client.json"

  /// The host of the document.
  private struct DocumentHost: HTTPTransport {
    let document: String

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      request.path == "/client.json"
        ? .text(document, contentType: "application/json") : .text("", status: .notFound, contentType: "text/plain")
    }
  }

  private func document(_ home: Home, _ options: [String] = []) async throws -> (text: String, [String: JSONValue]) {
    let outcome = try await home.pixy(["client-document", Self.address] + options)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    return (outcome.output, try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object))
  }

  /// Runs `body` with a user's folders, and two resources whose server reaches the document.
  private func withServer(
    _ options: [String] = [], _ body: (_ server: WatchedServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    let text = try await Home.with { home in try await document(home, options).text }
    try await WatchedServer.with { issuer in
      try PlayedMCPServer(issuer, reachingDocuments: DocumentHost(document: text))
    } _: { server, issuer, home in
      try await body(server, issuer, home)
    }
  }

  private func signIn(_ home: Home, _ url: String, _ options: [String] = [], variable: String? = nil) async throws {
    let login = try await home.pixy(["login", url] + options, ["PIXY_CLIENT_DOCUMENT": variable])
    #expect(login.status == 0, "\(login.errors)")
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let request = try await home.pixy(["request", "POST", url, "--data", list])
    #expect(request.status == 0, "\(request)")
  }

  private func clients(_ home: Home) async throws -> [String] {
    let store = try await home.store()
    var clients: [String] = []
    for account in try await store.accounts() {
      let tokens = try #require(try await store.tokens(for: account))
      clients.append(try #require(AccountRecord(in: tokens)).client.id)
    }
    return clients
  }

  @Test func `The document describes a public native app on this machine`() async throws {
    try await Home.with { home in
      let (_, members) = try await document(home)
      #expect(
        members == [
          "client_id": .string(Self.address), "client_name": "Pixy", "application_type": "native",
          "redirect_uris": ["http://127.0.0.1/callback"], "response_types": ["code"],
          "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
          "token_endpoint_auth_method": "none",
        ])
      #expect(try await home.pixy(["config", "set", "port", "8414"]).status == 0)
      let (_, more) = try await document(
        home, ["--name", "Ada's pixy", "--client-uri", "https://pixy.example", "--redirect-uri", "com.example:/back"])
      #expect(more["client_name"] == "Ada's pixy" && more["client_uri"] == "https://pixy.example")
      #expect(
        more["redirect_uris"] == ["http://127.0.0.1/callback", "http://127.0.0.1:8414/callback", "com.example:/back"])
    }
  }

  @Test func `Only the public part of keys is printed`() async throws {
    try await Home.with { home in
      let folder = try TemporaryFolder()
      let (first, second) = (try SigningKey.generate(.es256, keyID: "one"), try SigningKey.generate(.rs256))
      let published = try [first, second].map { try #require($0.verificationKey.publicJWK) }
      let key = try folder.file("key.json", try second.privateJWK().reveal())
      let (_, members) = try await document(home, ["--jwks", key])
      #expect(members["jwks"] == ["keys": [published[1]]])
      #expect(members["token_endpoint_auth_method"] == "private_key_jwt")
      let set = try folder.file(
        "keys.json", String(decoding: JSONValue.object(["keys": .array(published)]).bytes(), as: UTF8.self))
      #expect(try await document(home, ["--jwks", set]).1["jwks"] == ["keys": .array(published)])
      let wrong = [
        #"{"keys":[{"kty":"oct","k":"c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA"}]}"#, #"{"keys":[]}"#,
        #"{"keys":[{"kty":"EC"}]}"#, "nonsense",
      ]
      for (index, text) in wrong.enumerated() {
        let file = try folder.file("\(index).json", text)
        let outcome = try await home.pixy(["client-document", Self.address, "--jwks", file])
        #expect(outcome.status != 0 && outcome.output.isEmpty, "\(text)")
        #expect(!outcome.errors.contains("c2VjcmV0"))
      }
    }
  }

  @Test(arguments: [
    ["http://pixy.example/c"], ["https://pixy.example"], ["https://pixy.example/a/../c"], ["https://pixy.example/c#f"],
    ["https://u@pixy.example/c"], ["pixy.example/c"], [address, "--name", ""], [address, "--name", "a\u{200B}b"],
    [address, "--client-uri", "http://pixy.example"], [address, "--redirect-uri", "/callback"], [],
  ])
  func `A document that servers would reject is wrong usage`(_ arguments: [String]) async throws {
    let outcome = try await CommandTests.pixy(["client-document"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
  }

  // Revision 03: servers compare byte for byte, so the client should use the normal form.
  @Test(arguments: [
    ("https://PIXY.example/c", "https://pixy.example/c"), ("HTTPS://pixy.example:443/c", "https://pixy.example/c"),
    ("https://pixy.example/%7ec%2f", "https://pixy.example/~c%2F"),
    ("https://pixy.example/c?a=%41", "https://pixy.example/c?a=A"),
  ])
  func `An address that isn't in normal form is wrong usage, and the normal form is named`(
    _ address: String, _ normalForm: String
  ) async throws {
    let outcome = try await CommandTests.pixy(["client-document", address])
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.replacing("\n", with: " ").contains(normalForm), "\(outcome)")
    #expect(try await CommandTests.pixy(["client-document", normalForm]).status == 0)
  }

  @Test(.covers("MCP: The client hosts its document at an https address"))
  func `Pixy's server accepts the printed document, and its address is the client ID`() async throws {
    try await withServer { server, issuer, home in
      #expect(try await home.pixy(["config", "set", "client-document", Self.address]).status == 0)
      try await signIn(home, issuer + "/a/mcp")
      #expect(try await clients(home) == [Self.address] && !server.paths.contains("/register"))
      // Both give the same account.
      try await signIn(home, issuer + "/a/mcp", ["--client-id", Self.address])
      #expect(try await clients(home) == [Self.address])
    }
  }

  @Test func `A registered client comes before the document, and the document before a registration`() async throws {
    try await withServer { server, issuer, home in
      try await signIn(home, issuer + "/a/mcp")
      let registered = try #require(try await clients(home).first)
      #expect(registered != Self.address)
      try await signIn(home, issuer + "/b/mcp", variable: Self.address)
      #expect(try await clients(home) == [registered, registered])
      #expect(try await home.pixy(["logout", "--all"]).status == 0)
      _ = server.paths
      try await signIn(home, issuer + "/b/mcp", variable: Self.address)
      #expect(try await clients(home) == [Self.address] && !server.paths.contains("/register"))
      let wrong = try await home.pixy(["login", issuer + "/a/mcp"], ["PIXY_CLIENT_DOCUMENT": "http://pixy.example/c"])
      #expect(wrong.status == 1 && wrong.errors.contains("client-document"), "\(wrong)")
    }
  }

  @Test func `The document's key authenticates the client`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("key.json", try SigningKey.generate(.es256).privateJWK().reveal())
    try await withServer(["--jwks", file]) { server, issuer, home in
      try await signIn(home, issuer + "/a/mcp", ["--client-key-file", file], variable: Self.address)
      #expect(try await clients(home) == [Self.address] && !server.paths.contains("/register"))
      let without = try await home.pixy(["login", issuer + "/b/mcp"], ["PIXY_CLIENT_DOCUMENT": Self.address])
      #expect(without.status == 6 && without.errors.contains("invalid_client"), "\(without)")
    }
  }

  @Test func `Without a registration endpoint the error names the document`() async throws {
    try await withServer { server, issuer, home in
      let path = "/.well-known/oauth-authorization-server"
      server.answer(
        path,
        with: .json([
          "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
          "token_endpoint": .string(issuer + "/token"), "code_challenge_methods_supported": ["S256"],
          "client_id_metadata_document_supported": true, "response_types_supported": ["code"],
          "revocation_endpoint": .string(issuer + "/revoke"),
        ]))
      server.answer("/.well-known/openid-configuration", with: .text("", status: .notFound, contentType: "text/plain"))
      let outcome = try await home.pixy(["login", issuer + "/a/mcp"])
      #expect(outcome.status == 1 && outcome.errors.contains("pixy client-document"), "\(outcome)")
    }
  }
}
