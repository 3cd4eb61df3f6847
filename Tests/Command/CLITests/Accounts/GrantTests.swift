import Foundation
import JOSE
import OAuthCore
import OAuthTestSupport
import Subprocess
import Testing
import TokenStorage

/// `pixy login` with grants that need no browser, and tokens that are bound to a key.
@Suite(.timeLimit(.minutes(60))) struct GrantTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func pixy(
    _ arguments: [String], _ home: Home, input: String = ""
  ) async throws -> CommandTests.Outcome {
    try await CommandTests.pixy(
      arguments, input: input, environment: home.environment.merging(["BROWSER": browser]) { $1 })
  }

  /// Returns a server with a service that has a key.
  /// - Parameter hasPerson: Whether the user ada exists too. Hashing the password takes a second in
  ///   a debug build.
  func withServer(
    hasPerson: Bool = false, _ body: @escaping @Sendable (_ issuer: String, _ key: String, Home) async throws -> Void
  )
    async throws
  {
    let service = try SigningKey.generate(.es256, keyID: "service")
    let company = try SigningKey.generate(.es256, keyID: "company")
    let keys = try folder.file("keys.json", try Self.jwks(service))
    let file = try folder.file(
      "serve.json",
      #"""
      {"database": "pixy.db", "port": 0, "scopes": ["openid", "profile", "notes", "offline_access"],
       "resources": ["https://api.example"],
       "trusted_issuers": [{"issuer": "https://idp.example", "scope": "notes", "jwks": \#(try Self.jwks(company))}]}
      """#)
    let added = try await CommandTests.pixy([
      "serve", "client", "add", "--config", file, "--id", "service", "--auth", "private_key_jwt", "--jwks-file", keys,
      "--grant", "client_credentials", "--grant", "token-exchange", "--grant", "jwt-bearer", "--scope", "notes",
      "--resource", "https://api.example",
    ])
    #expect(added.status == 0, "\(added.errors)")
    let app = try await CommandTests.pixy([
      "serve", "client", "add", "--config", file, "--id", "app", "--auth", "none", "--redirect-uri",
      "http://127.0.0.1/callback", "--scope", "openid profile offline_access",
    ])
    #expect(app.status == 0, "\(app.errors)")
    if hasPerson {
      _ = try await CommandTests.pixy(
        ["serve", "user", "add", "ada", "--config", file, "--subject", "ada-1"], input: "lovelace")
    }
    let key = try folder.file("service.jwk", try service.privateJWK().reveal())
    let (status, said) = try await ServedPixy.running(["--config", file]) { said in
      let issuer = try said.issuer
      try await Home.with { home in try await body(issuer, key, home) }
    }
    #expect(status == .exited(0), "\(said.lines)")
  }

  private static func jwks(_ key: SigningKey) throws -> String {
    String(decoding: JSONValue.object(["keys": [try #require(key.verificationKey.publicJWK)]]).bytes(), as: UTF8.self)
  }

  @Test func `A service's token is requested again at its end, and exchanged, without a user`() async throws {
    try await withServer { issuer, key, home in
      let login = ["login", issuer, "--client-id", "service", "--client-key-file", key, "--scope", "notes"]
      let own = try await Self.pixy(login + ["--grant", "client_credentials"], home)
      #expect(own.status == 0 && own.output.isEmpty, "\(own.errors)")
      let first = try await Self.pixy(["token"], home)
      #expect(first.status == 0 && first.output.count > 40)
      let asked = try await Self.pixy(
        ["introspect", issuer, "--client-id", "service", "--client-key-file", key], home, input: first.output)
      #expect(asked.status == 0 && asked.output.contains(#""active":true"#), "\(asked.errors)")
      try await home.age()
      #expect(try await Self.pixy(["status"], home).output.contains("refreshed at the next use"))
      let dry = try await Self.pixy(["token", "--dry-run"], home)
      #expect(dry.status == 0 && dry.output.contains("# Token request: client credentials"), "\(dry.errors)")
      // The key was stored with the tokens, so its file is no longer needed.
      try FileManager.default.removeItem(atPath: key)
      let second = try await Self.pixy(["token"], home)
      #expect(second.status == 0 && second.output != first.output, "\(second.errors)")
      #expect(try await Self.pixy(["refresh", "--token"], home).output != second.output)
    }
  }

  @Test func `A service's token that a resource rejects is requested again`() async throws {
    try await withServer { issuer, key, home in
      let client = ["--client-id", "service", "--client-key-file", key]
      let login = ["login", issuer] + client + ["--scope", "notes", "--grant", "client_credentials"]
      #expect(try await Self.pixy(login, home).status == 0)
      let first = try await Self.pixy(["token"], home).output
      #expect(try await Self.pixy(["revoke", issuer] + client, home, input: first).status == 0)
      // A service's token has no user, so its successor is rejected too: it isn't replaced again.
      let request = try await Self.pixy(["request", "GET", issuer + "/userinfo"], home)
      #expect(request.status != 0, "\(request)")
      let second = try await Self.pixy(["token"], home).output
      #expect(second != first && second.count > 40)
      let asked = try await Self.pixy(["introspect", issuer] + client, home, input: second)
      #expect(asked.status == 0, "\(asked.errors)")
    }
  }

  @Test func `A token is exchanged for another one, which is stored under its own name`() async throws {
    try await withServer { issuer, key, home in
      let login = ["login", issuer, "--client-id", "service", "--client-key-file", key, "--scope", "notes"]
      let own = try await Self.pixy(login + ["--grant", "client_credentials", "--no-keep", "--token"], home)
      let exchanged = try await Self.pixy(
        login + ["--grant", "token_exchange", "--subject-token-file", "-", "--name", "exchanged", "--json"], home,
        input: own.output)
      #expect(exchanged.status == 0, "\(exchanged.errors)")
      let members = try #require(try JSONValue(bytes: Array(exchanged.output.utf8)).object)
      #expect(members["account"]?.object?["name"] == "exchanged")
      let token = try #require(members["access_token"]?.string)
      #expect(token + "\n" != own.output && !exchanged.errors.contains(token))
      #expect(try await Self.pixy(["token", "--account", "exchanged"], home).output == token + "\n")
      try await home.age()
      // An exchanged token can't be refreshed: the holder of the subject token exchanges it again.
      let over = try await Self.pixy(["token", "--account", "exchanged"], home)
      let command = "pixy login \(issuer) --grant token_exchange --client-id service --client-key-file FILE"
      #expect(over.status == 4 && over.errors.contains(command))
      #expect(over.errors.contains("--scope notes --subject-token-file FILE --name exchanged"), "\(over.errors)")
    }
  }

  @Test func `A token that is bound to a key isn't printed as a bearer token`() async throws {
    try await withServer(hasPerson: true) { issuer, _, home in
      let login = try await Self.pixy(
        ["login", issuer, "--client-id", "app", "--scope", "openid profile offline_access", "--dpop"], home)
      #expect(login.status == 0, "\(login.errors)")
      let token = try await Self.pixy(["token"], home)
      #expect(token.status == 1 && token.output.isEmpty && token.errors.contains("pixy request"))
      try await home.age()
      let dry = try await Self.pixy(["token", "--dry-run"], home)
      #expect(dry.status == 0 && dry.output.contains("dpop.header"), "\(dry.output)")
      // The key is stored with the tokens, so another process can refresh them (RFC 9449 §5).
      let json = try await Self.pixy(["token", "--json"], home)
      let members = try #require(try JSONValue(bytes: Array(json.output.utf8)).object)
      #expect(members["token_type"] == "DPoP" && json.status == 0)
      #expect(try await Self.pixy(["status"], home).output.contains("bound to a key"))
      #expect(try await Self.pixy(["logout"], home).status == 0)
    }
  }

  @Test(arguments: [["client_credentials"], ["device_code"]])
  func `DPoP is rejected for a provider that doesn't support it`(_ grant: [String]) async throws {
    let outcome = try await CommandTests.pixy(
      ["login", "github", "--client-id", "a1", "--dpop", "--grant"] + grant)
    #expect(outcome.status == 64 && outcome.errors.contains("GitHub does not support --dpop"))
  }

  @Test(arguments: [
    ["--grant", "jwt_bearer"], ["--grant", "token_exchange"], ["--assertion-file", "x"],
    ["--grant", "client_credentials", "--par"], ["--grant", "client_credentials", "--refresh"],
    ["--grant", "password"], ["--audience", "x"], ["--no-keep", "--name", "x"], ["--origin", "ftp://x"],
    ["--grant", "token_exchange", "--subject-token-file", "x", "--response-mode", "jwt"],
    ["--grant", "device_code", "--resource", "a"], ["--grant", "device_code", "--parameter", "x=y"],
    ["--grant", "device_code", "--refresh"], ["--name", ""], ["--name", "a\u{1b}b"], ["--trust", "-"],
    ["--certificate", "-", "--certificate-key", "x"],
  ])
  func `Options that belong to another grant exit with 64`(_ options: [String]) async throws {
    let outcome = try await CommandTests.pixy(["login", "https://a.example", "--client-id", "x"] + options)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("pixy: "))
  }
}
