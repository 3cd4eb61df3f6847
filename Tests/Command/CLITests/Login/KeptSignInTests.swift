import DPoPVerification
import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization
import TestSurroundings
import Testing
import TokenStorage

@testable import PixyCLI

/// Sign-ins and refreshes whose answers are incomplete or wrong: what is kept, and what is revoked.
@Suite(.covers("OpenID Core §12.2"), .timeLimit(.minutes(60))) struct KeptSignInTests {
  private static let login = ["--client-id", EmbeddedServer.clientID, "--scope", "openid profile"]

  private static func with(
    _ body: (_ server: WatchedServer, _ faults: FaultyServer, _ issuer: String, _ home: Home) async throws -> Void
  ) async throws {
    let made = Kept<FaultyServer>()
    try await WatchedServer.with { issuer in
      let faults = try EmbeddedServer(issuer: issuer).faults
      made.value = faults
      return faults
    } _: { server, issuer, home in
      try await body(server, try #require(made.value), issuer, home)
    }
  }

  // The code is spent: a sign-in that is thrown away leaves a refresh token that no program knows.
  @Test(arguments: [
    HTTPAnswer(HTTPResponse(status: .serviceUnavailable)), HTTPAnswer(HTTPResponse(status: .unauthorized)),
    .text("<html>", contentType: "text/html"), .json([:]),
  ])
  func `A sign-in with a verified ID token is kept although UserInfo fails`(_ answer: HTTPAnswer) async throws {
    try await Self.with { server, _, issuer, home in
      server.answer("/userinfo", with: answer)
      let login = try await home.pixy(["login", issuer] + Self.login)
      #expect(login.status == 0 && login.errors.contains("The profile could not be read: "), "\(login.errors)")
      #expect(!server.paths.contains("/revoke"))
      #expect(try await home.pixy(["token"]).status == 0)
    }
  }

  @Test func `A sign-in whose UserInfo is about another user fails, and its tokens are revoked`() async throws {
    try await Self.with { server, _, issuer, home in
      server.answer("/userinfo", with: .json(["sub": "another-user"]))
      let login = try await home.pixy(["login", issuer] + Self.login)
      #expect(login.status == 1 && login.errors.contains("about another user"), "\(login.errors)")
      #expect(server.paths.last == "/revoke")
      #expect(try await home.pixy(["token"]).status == 4)
    }
  }

  @Test func `A client that was registered into a file signs in with it, and its account introspects`() async throws {
    try await Self.with { server, _, issuer, home in
      let folder = try TemporaryFolder()
      let file = folder.path + "/client.json"
      let registered = try await home.pixy([
        "register", issuer, "--redirect-uri", "http://127.0.0.1/callback", "--client-auth", "client_secret_post",
        "--grant", "authorization_code", "--grant", "refresh_token", "--scope", "openid profile", "--output", file,
      ])
      #expect(registered.status == 0, "\(registered.errors)")
      let login = try await home.pixy(["login", issuer, "--client-file", file, "--scope", "openid profile"])
      #expect(login.status == 0, "\(login.errors)")
      // The file is no longer needed.
      try FileManager.default.removeItem(atPath: file)
      let token = try await home.pixy(["token"])
      _ = server.paths
      let introspected = try await home.pixy(["introspect"], input: token.output)
      #expect(introspected.status == 0 && introspected.output.contains(#""active":true"#), "\(introspected)")
      #expect(server.paths.last == "/introspect")
      let json = try await home.pixy(["token", "--json"]).output
      for input in [json, "Authorization: Bearer \(token.output)", "\(token.output)another\n"] {
        for command in ["revoke", "introspect"] {
          let outcome = try await home.pixy([command, "--account", "ada"], input: input)
          #expect(outcome.status == 64 && outcome.errors.contains("one token and nothing else"), "\(outcome)")
        }
      }
      for option in ["--client-secret-file", "--trust", "--introspection-endpoint", "--revocation-endpoint"] {
        let value = option.hasSuffix("endpoint") ? "http://127.0.0.1:9/x" : "/nowhere"
        let outcome = try await home.pixy(["introspect", "--account", "ada", option, value], input: token.output)
        #expect(outcome.status == 64 && outcome.errors.contains("\(option) needs an issuer"), "\(outcome)")
      }
      #expect(try await home.pixy(["revoke", "--hint", "nosuch"], input: token.output).status == 64)
      let revoked = try await home.pixy(["revoke", "--account", "ada", "--json"], input: token.output)
      #expect(revoked.status == 0 && revoked.output == #"{"revoked":true,"version":1}"# + "\n", "\(revoked)")
      #expect(try await home.pixy(["introspect"], input: token.output).status == 1)
      let both = try await home.pixy(["introspect", issuer, "--client-id", "x", "--account", "ada"], input: "t")
      #expect(both.status == 64 && both.errors.contains("not both"), "\(both.errors)")
    }
  }

  // Salesforce's external clients and Slack's MCP server accept no other host, and no other port (apify/mcpc,
  // issue 269; vercel-labs/fx, pull request 491).
  @Test func `A registered redirect URI on this machine is listened at`() async throws {
    try await Self.with { _, _, issuer, home in
      let file = home.path + "/client.json"
      let redirect = ["--redirect-uri", "http://localhost:\(try unusedPort())/oauth/done"]
      let registered = try await home.pixy(
        ["register", issuer, "--client-auth", "client_secret_post", "--grant", "authorization_code"]
          + ["--scope", "openid profile", "--output", file] + redirect)
      #expect(registered.status == 0, "\(registered.errors)")
      let client = ["login", issuer, "--client-file", file, "--scope", "openid profile"]
      let login = try await home.pixy(client + redirect)
      #expect(login.status == 0, "\(login.errors)")
      // The command that signs in again has the address.
      let store = try await home.store()
      let account = try #require(try await store.accounts().first)
      var tokens = try #require(try await store.tokens(for: account))
      tokens.refreshToken = nil
      try await store.save(tokens, for: account)
      try await home.age()
      let status = try await home.pixy(["status"])
      #expect(status.output.contains(redirect.joined(separator: " ")), "\(status)")
    }
  }

  @Test func `A new client has the further members that were given`() async throws {
    try await Self.with { server, _, issuer, home in
      let login = try await home.pixy(
        ["login", issuer, "--register", "--scope", "openid", "--member", "client_name=Ada's laptop"]
          + ["--member", "software_id=x1", "--trace-file", home.path + "/trace"])
      #expect(login.status == 0, "\(login.errors)")
      let trace = try String(contentsOfFile: home.path + "/trace", encoding: .utf8)
      #expect(trace.contains("Ada's laptop") && trace.contains("x1"))
    }
  }

  // Each run would otherwise send its first request twice.
  @Test func `A DPoP nonce of one run is used by the next`() async throws {
    try await WatchedServer.with { issuer in
      // The test must not take longer than a nonce is valid.
      try CommandTests.server(issuer, dpopNonces: TimedDPoPNonces(overlap: .seconds(86_400)))
    } _: { server, issuer, home in
      let login = try await home.pixy(["login", issuer, "--client-id", "pixy", "--scope", "profile", "--dpop"])
      #expect(login.status == 0, "\(login.errors)")
      for _ in 0..<2 {
        _ = server.paths
        let request = try await home.pixy(["request", issuer + "/userinfo"])
        #expect(request.status == 0 && server.paths == ["/userinfo"], "\(request.errors)")
      }
      #expect(try await home.pixy(["refresh"]).status == 0)
      #expect(server.paths == ["/token"])
    }
  }

  @Test(arguments: [["token"], ["refresh"]])
  func `A refresh for another user prints nothing and keeps the new refresh token`(_ command: [String]) async throws {
    try await Self.with { server, faults, issuer, home in
      #expect(try await home.pixy(["login", issuer] + Self.login).status == 0)
      try await home.age()
      faults.misbehave(.wrongSubject)
      let outcome = try await home.pixy(command)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("another sub"), "\(outcome.errors)")
      #expect(faults.outstanding.isEmpty)
      // The old refresh token is spent: only the new one gives tokens.
      let next = try await home.pixy(["refresh"])
      #expect(next.status == 0, "\(next.errors)")
    }
  }
}
