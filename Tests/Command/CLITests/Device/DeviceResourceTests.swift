import Foundation
import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import PixyConnection
import Subprocess
import Synchronization
import Testing
import TokenStorage

@testable import PixyAuth

/// Device sign-ins with the URL of a protected resource.
@Suite(.timeLimit(.minutes(60))) struct DeviceResourceTests {
  /// Enters the code that was shown, as the user on another device.
  private static func approve(_ line: String, at issuer: String) async throws {
    guard let match = line.firstMatch(of: /enter the code ([A-Z0-9-]+):/) else { return }
    let (transport, address) = (AsyncHTTPClientTransport(), try Endpoint("\(issuer)/device"))
    let page = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    let cookie = try #require(page.response.headerFields[.setCookie]?.prefix { $0 != ";" })
    let token = try #require(String(decoding: page.body, as: UTF8.self).firstMatch(of: /csrf_token" value="([^"]+)"/))
    var form = FormParameters()
    for (name, value) in [
      ("csrf_token", String(token.1)), ("user_code", String(match.1)), ("username", "ada"), ("password", "lovelace"),
      ("decision", "approve"),
    ] { form.append(name, value) }
    var request = address.request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.cookie] = String(cookie)
    let answer = try await transport.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
    #expect(answer.response.status == .ok)
  }

  /// Signs in, and approves on another device.
  private func signIn(_ home: Home, _ arguments: [String], at issuer: String) async throws {
    let lines = AsyncStream.makeStream(of: String.self)
    let user = Task {
      for await line in lines.stream { try await Self.approve(line, at: issuer) }
    }
    let login = try await home.pixy(beside: arguments, hearing: { line in lines.continuation.yield(line) })
    lines.continuation.finish()
    try await user.value
    #expect(login.status == 0, "\(login.errors)")
  }

  private func records(_ home: Home) async throws -> [AccountRecord] {
    let store = try await home.store()
    var records: [AccountRecord] = []
    for account in try await store.accounts() {
      let tokens = try #require(try await store.tokens(for: account))
      records.append(try #require(AccountRecord(in: tokens)))
    }
    return records
  }

  private func list(_ home: Home, _ url: String) async throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let request = try await home.pixy(["request", "POST", url, "--data", list])
    #expect(request.status == 0, "\(request)")
  }

  @Test(arguments: [["device"], ["login", "--grant", "device_code"]])
  func `A device sign-in with a resource's URL finds the server, and the token is for the resource`(
    _ command: [String]
  ) async throws {
    try await WatchedServer.with(make: { try PlayedMCPServer($0) }) { server, issuer, home in
      try await signIn(home, command + [issuer + "/a/mcp"], at: issuer)
      try await list(home, issuer + "/a/mcp")
      // The refreshed token is for the resource too.
      try await home.age()
      try await list(home, issuer + "/a/mcp")
      #expect(server.paths.count { $0 == "/register" } == 1)
      // The client of the first sign-in is used for the second resource.
      try await signIn(home, command + [issuer + "/b/mcp"], at: issuer)
      try await list(home, issuer + "/b/mcp")
      #expect(!server.paths.contains("/register"))
      let records = try await records(home)
      #expect(records.count == 2 && Set(records.map(\.client.id)).count == 1)
      #expect(records.map(\.loginCommand).contains("pixy login \(issuer)/b/mcp --grant device_code --scope profile"))
      // This client has no redirect URI.
      let login = try await home.pixy(["login", issuer + "/a/mcp"])
      #expect(login.status == 0 && server.paths.contains("/register"), "\(login.errors)")
    }
  }

  @Test(arguments: [["device"], ["login", "--grant", "device_code"]])
  func `A known client and a resource can be named`(_ command: [String]) async throws {
    try await WatchedServer.with(make: { try PlayedMCPServer($0) }) { server, issuer, home in
      let options = ["--client-id", "device", "--scope", "profile"]
      try await signIn(home, command + [issuer, "--resource", issuer + "/a/mcp"] + options, at: issuer)
      try await list(home, issuer + "/a/mcp")
      try await signIn(home, command + [issuer + "/b/mcp"] + options, at: issuer)
      try await list(home, issuer + "/b/mcp")
      #expect(!server.paths.contains("/register"))
    }
  }

  @Test func `A forgotten client is replaced, and a server without the grant is named before a registration`()
    async throws
  {
    try await WatchedServer.with(make: { try PlayedMCPServer($0) }) { server, issuer, home in
      try await signIn(home, ["device", issuer + "/a/mcp"], at: issuer)
      try await home.changeRecord { record in
        var client = record["client"]?.object ?? [:]
        client["id"] = "forgotten"
        record["client"] = .object(client)
      }
      _ = server.paths
      try await signIn(home, ["device", issuer + "/b/mcp"], at: issuer)
      #expect(server.paths.contains("/register"))
      try await list(home, issuer + "/b/mcp")
      let metadata: HTTPAnswer = .json([
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"), "registration_endpoint": .string(issuer + "/register"),
        "revocation_endpoint": .string(issuer + "/revoke"),
      ])
      server.answer("/.well-known/oauth-authorization-server", with: metadata)
      server.answer("/.well-known/openid-configuration", with: metadata)
      _ = server.paths
      let outcome = try await home.pixy(["device", issuer + "/a/mcp"])
      #expect(outcome.status == 1 && outcome.errors.contains("device_authorization_endpoint"), "\(outcome)")
      #expect(!server.paths.contains("/register"))
    }
  }

  @Test func `A URL that is neither a resource nor an issuer is wrong usage without a client`() async throws {
    try await WatchedServer.with(make: { try PlayedMCPServer($0) }) { _, issuer, home in
      for command in [["device"], ["login", "--grant", "device_code"]] {
        let outcome = try await home.pixy(command + [issuer + "/nothing"])
        #expect(outcome.status == 64 && outcome.errors.contains("--client-id"), "\(outcome)")
      }
      let provider = try await home.pixy(["device", "google", "--client-id", "x", "--resource", "https://a.example"])
      #expect(provider.status == 64 && provider.errors.contains("--resource"), "\(provider)")
    }
  }
}
