import Foundation
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Subprocess
import Testing

/// Clients and users of the configuration file.
@Suite(.timeLimit(.minutes(60))) struct ServeConfiguredTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("shop-secret", "correct horse battery staple\n")
    _ = try folder.file("ada", "lovelace\n")
    _ = try folder.file("bob", "a password\n")
  }

  private func configuration(database: Bool) throws -> String {
    try folder.file(
      "serve.json",
      #"""
      {"port": 0, \#(database ? #""database": "pixy.db","# : "") "scopes": ["openid", "profile", "read"], "clients": [
         {"client_id": "tool", "redirect_uris": ["http://127.0.0.1/callback"]},
         {"client_id": "shop", "client_name": "Shop", "token_endpoint_auth_method": "client_secret_basic",
          "grant_types": ["client_credentials"], "scope": "read", "client_secret_file": "shop-secret"}],
       "users": [{"username": "ada", "password_file": "ada", "name": "Ada", "subject": "ada-1"},
                 {"username": "bob", "password_file": "bob"}]}
      """#)
  }

  private func tokens(_ id: String, _ secret: String, at issuer: String) async throws -> TokenResponse {
    let transport = AsyncHTTPClientTransport()
    let server = try await AuthorizationServerMetadata.discover(try Issuer(issuer), through: transport)
    let client = OAuthClient(
      id: id, authentication: .clientSecretBasic(Secret(secret)), server: server, transport: transport)
    return try await client.clientCredentials(scope: Scope(["read"]))
  }

  @Test(arguments: [false, true])
  func `A client with a secret gets tokens, and a user signs in`(_ hasDatabase: Bool) async throws {
    let file = try configuration(database: hasDatabase)
    if hasDatabase {
      let added = try await CommandTests.pixy([
        "serve", "client", "add", "--config", file, "--id", "other", "--auth", "client_secret_basic", "--grant",
        "client_credentials", "--scope", "read",
      ])
      #expect(added.status == 0, "\(added.errors)")
      _ = try folder.file("added", String(added.output.split(separator: "=").last ?? ""))
    }
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let (status, said) = try await ServedPixy.running(["--config", file]) { said in
      let issuer = try said.issuer
      #expect(said.lines.contains { $0.hasPrefix("Clients   \(hasDatabase ? 3 : 2)") }, "\(said.lines)")
      #expect(said.lines.contains { $0.hasPrefix("Users     2") })
      _ = try await tokens("shop", "correct horse battery staple", at: issuer)
      await #expect(throws: EndpointError.self) { try await tokens("shop", "another", at: issuer) }
      if hasDatabase {
        let secret = try String(contentsOfFile: folder.path + "/added", encoding: .utf8)
        _ = try await tokens("other", secret.trimmingCharacters(in: .whitespacesAndNewlines), at: issuer)
      }
      let login = try await CommandTests.pixy(
        ["login", issuer, "--client-id", "tool", "--scope", "profile"], environment: ["BROWSER": browser])
      #expect(login.status == 0 && login.errors.contains("You are Ada (ada-1)."), "\(login.errors)")
      // The default client is absent.
      let foreign = try await AsyncHTTPClientTransport().send(
        Endpoint(issuer + "/authorize?client_id=pixy&response_type=code").request(.get), body: [], limits: HTTPLimits())
      #expect(foreign.response.status == .badRequest)
      #expect(String(decoding: foreign.body, as: UTF8.self).contains("The client_id is not registered here."))
    }
    #expect(status == .exited(0), "\(said.lines)")
    for secret in ["lovelace", "correct horse", "a password"] { #expect(!said.lines.contains { $0.contains(secret) }) }
  }

  @Test func `Lists mark the entries of the file, and removing one reports that it is in the file`() async throws {
    let file = try configuration(database: true)
    func serve(_ words: [String], input: String = "") async throws -> CommandTests.Outcome {
      try await CommandTests.pixy(["serve"] + words + ["--config", file], input: input)
    }
    let added = try await serve(["client", "add", "--id", "other", "--redirect-uri", "https://a.example"])
    #expect(added.status == 0, "\(added.errors)")
    let clients = try await serve(["client", "list"])
    let lines = clients.output.split(separator: "\n")
    #expect(lines.count == 3 && lines.count { $0.hasSuffix("\tin the configuration file") } == 2, "\(clients)")
    #expect(lines.last?.hasPrefix("other\t") == true && lines.first?.hasPrefix("tool\t") == true)
    let users = try await serve(["user", "list", "--json"])
    #expect(users.output.contains(#""in_configuration_file":true"#) && users.output.contains("ada-1"), "\(users)")
    for words in [["client", "remove", "shop"], ["user", "remove", "ada"], ["user", "password", "ada"]] {
      let outcome = try await serve(words, input: "a new password")
      #expect(outcome.status == 1 && outcome.errors.contains("in the configuration file"), "\(outcome.errors)")
    }
    for words in [["client", "add", "--id", "shop", "--redirect-uri", "https://a.example"], ["user", "add", "ada"]] {
      let outcome = try await serve(words, input: "a new password")
      #expect(outcome.status == 1 && outcome.errors.contains("already"), "\(outcome.errors)")
    }
  }

  @Test func `An entry in both the file and the database prevents the start of the server`() async throws {
    let file = try configuration(database: true)
    for (words, name) in [
      (["client", "add", "--id", "shop", "--redirect-uri", "https://a.example"], "client shop"),
      (["user", "add", "eve", "--subject", "ada-1"], "user name ada"),
    ] {
      let added = try await CommandTests.pixy(
        ["serve"] + words + ["--database", folder.database], input: "a new password")
      #expect(added.status == 0, "\(added.errors)")
      let outcome = try await CommandTests.pixy(["serve", "--config", file])
      #expect(outcome.status == 1 && outcome.errors.contains(name), "\(outcome.errors)")
      #expect(outcome.errors.contains("and in the database"))
      _ = try await CommandTests.pixy(["serve", "client", "remove", "shop", "--database", folder.database])
    }
  }

  @Test func `A missing secret and a short password are reported by name, not shown`() async throws {
    let file = try configuration(database: false)
    _ = try folder.file("bob", "short12\n")
    let short = try await CommandTests.pixy(["serve", "--config", file])
    #expect(short.status == 1 && short.errors.contains("password of bob") && !short.errors.contains("short12"))
    try FileManager.default.removeItem(atPath: folder.path + "/shop-secret")
    let none = try await CommandTests.pixy(["serve", "--config", file])
    #expect(none.status == 1 && none.errors.contains("shop-secret"), "\(none.errors)")
    for arguments in [["--client-id", "x"], ["--username", "x"]] {
      let outcome = try await CommandTests.pixy(["serve", "--config", file] + arguments)
      #expect(
        outcome.status == 1 && outcome.errors.contains("combined with clients or users in the configuration file"),
        "\(outcome.errors)")
    }
  }

  @Test func `Clients that registered themselves are listed with --registered`() async throws {
    let arguments = ["--database", folder.database]
    let (status, said) = try await ServedPixy.running(arguments + ["--port", "0", "--open-registration"]) { said in
      let transport = AsyncHTTPClientTransport()
      let server = try await AuthorizationServerMetadata.discover(try Issuer(try said.issuer), through: transport)
      var metadata = ClientMetadata(redirectURIs: [try RedirectURI("http://127.0.0.1/callback")])
      metadata.clientName = "Foreign"
      let registration = try await ClientRegistration.register(metadata, at: server, through: transport)
      let added = try await CommandTests.pixy(["serve", "client", "list"] + arguments)
      #expect(added.output.isEmpty)
      let listed = try await CommandTests.pixy(["serve", "client", "list", "--registered"] + arguments)
      #expect(listed.output.hasPrefix("\(registration.clientID)\tForeign\t"), "\(listed)")
      let removed = try await CommandTests.pixy(["serve", "client", "remove", registration.clientID] + arguments)
      #expect(removed.status == 0, "\(removed.errors)")
      #expect(try await CommandTests.pixy(["serve", "client", "list", "--registered"] + arguments).output.isEmpty)
    }
    #expect(status == .exited(0), "\(said.lines)")
  }
}
