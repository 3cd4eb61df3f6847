import Evidence
import Foundation
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthServerHummingbird
import Subprocess
import SystemPackage
import Testing

/// `pixy login NAME` and `pixy device NAME`, with look-alikes of the providers.
@Suite(.timeLimit(.minutes(60))) struct ProviderTests {
  private static let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()

  private static let lookAlikes: [(String, LookAlikeClient, @Sendable (Issuer) throws -> LookAlike)] = [
    ("github", .gitHubOAuthApp, { try LookAlike.gitHub(at: $0, pages: MustachePages()) }),
    ("github-app", .gitHubApp, { try LookAlike.gitHub(at: $0, pages: MustachePages()) }),
    ("google", .googleDesktop, { try LookAlike.google(at: $0, pages: MustachePages()) }),
    ("spotify", .spotify, { try LookAlike.spotify(at: $0, pages: MustachePages()) }),
  ]

  @Test(arguments: lookAlikes.map(\.0))
  func `Only a client ID has to be given, and for Google a secret`(_ name: String) async throws {
    let (_, client, make) = try #require(Self.lookAlikes.first { $0.0 == name })
    try await withAuthorizationServer(make: make, logger: CommandTests.silent) { address in
      let secret = name == "google" ? ["--client-secret-file", "-"] : []
      let outcome = try await CommandTests.pixy(
        [
          "login", name, "--client-id", client.id, "--look-alike", address.text, "--json", "--verbose", "--timeout",
          "1200",
        ] + secret
          + (["google", "spotify", "github-app"].contains(name) ? ["--refresh"] : []),
        input: secret.isEmpty ? "" : client.secret?.reveal() ?? "", environment: ["BROWSER": Self.browser])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let members = try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object)
      let profile = try #require(members["profile"]?.object)
      #expect(profile["id"] == "1815" && members["provider"]?.string == name)
      #expect(profile["name"] == "Ada Lovelace" && profile["picture"]?.string?.hasPrefix(address.text) == true)
      #expect(outcome.errors.contains("You are Ada Lovelace at"))
      // An ID token is verified if there is one, and no verification is reported without one.
      let verified = try #require(members["verified"]?.object)
      #expect((verified["id_token"] != nil) == (name == "google"))
      #expect(verified["profile_sub"] == .bool(name == "google") && verified["state"] == true)
      #expect(profile["email_verified"] == (name == "google" ? true : nil))
      for name in ["access_token", "refresh_token", "id_token"] {
        if let secret = members[name]?.string { #expect(!outcome.errors.contains(secret)) }
      }
    }
  }

  // Other tools report errors that don't name the fix.
  @Test(arguments: [
    (["google", "--client-id", "1-a.apps.googleusercontent.com"], 1, "secret"),
    (["google", "--client-id", "YOUR_CLIENT_ID.apps.googleusercontent.com"], 1, "placeholder"),
    (["github", "--client-id", "<client-id>"], 1, "Settings › Developer settings"),
    (["github", "--client-id", "12345"], 1, "client ID"),
    (["entra", "--client-id", "contoso"], 1, "App registrations"),
    (["gitlab", "--client-id", "0123456789abcdef"], 64, "--port PORT"),
    (["slack", "--client-id", "1.2"], 64, "http://localhost:PORT/callback"),
    (["auth0", "--client-id", "a1"], 64, "--at"), (["spotify", "--client-id", "a1", "--at", "x"], 64, "--at"),
    (["github", "--client-id", "a1", "--dpop"], 64, "--dpop"), (["github", "--client-id", "a1", "--par"], 64, "--par"),
    (["github", "--register"], 64, "--register"),
    (["github", "--client-id", "a1", "--resource", "https://api.example.com"], 64, "--resource"),
    (["github", "--client-id", "a1", "--response-mode", "form_post"], 64, "--response-mode"),
    (["github", "--client-id", "a1", "--grant", "device_code", "--dpop"], 64, "--dpop"),
    (["github", "--client-id", "a1", "--client-auth", "none"], 64, "--client-auth"),
    (["https://a.example", "--client-id", "a1", "--look-alike", "http://127.0.0.1:1"], 64, "--look-alike"),
    (
      [
        "spotify", "--client-id", "a1", "--callback-from-stdin", "--redirect-uri", "http://localhost/callback",
      ], 1, "Use http://127.0.0.1/callback"
    ),
    (
      ["google-ios", "--client-id", "1-a.apps.googleusercontent.com"], 1, "com.googleusercontent.apps.1-a:/callback"
    ),
    (["apple", "--client-id", "com.example.web", "--client-secret-file", "-"], 1, "https"),
  ])
  func `Unusable options are rejected before a browser opens`(
    _ arguments: [String], _ status: Int, _ text: String
  ) async throws {
    // A browser would create this file.
    let opened = FileManager.default.temporaryDirectory.appending(path: "opened-\(UUID().uuidString)")
    let outcome = try await CommandTests.pixy(
      ["login"] + arguments, input: arguments.last == "-" ? "a-secret" : "",
      environment: ["BROWSER": "touch \(opened.path())"])
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: opened.path()))
    #expect(!outcome.errors.contains("a-secret"))
  }

  @Test func `An organization's own server pushes requests and binds tokens, as an issuer does`() async throws {
    @Sendable func server(_ issuer: Issuer) throws -> AuthorizationServer {
      try CommandTests.server(issuer, features: [.dpop, .pushedRequests])
    }
    try await withAuthorizationServer(make: server, logger: CommandTests.silent) { issuer in
      try await Home.with { home in
        let environment = home.environment.merging(["BROWSER": Self.browser]) { $1 }
        let login = try await CommandTests.pixy(
          [
            "login", "keycloak", "--at", issuer.text, "--client-id", "pixy", "--scope", "profile", "--par", "--dpop",
            "--refresh", "--json",
          ], environment: environment)
        #expect(login.status == 0, "\(login.errors)")
        let members = try #require(try JSONValue(bytes: Array(login.output.utf8)).object)
        #expect(members["provider"] == "keycloak" && members["token_type"] == "DPoP")
        #expect(members["profile"]?.object?["name"] == "Ada Lovelace")
        let verified = try #require(members["verified"]?.object)
        #expect(verified["pushed_request"] == true && verified["dpop_jkt"] != nil && verified["iss"] == true)
        // The next run finds the server and the key again.
        let refresh = try await CommandTests.pixy(["refresh"], environment: environment)
        #expect(refresh.status == 0, "\(refresh.errors)")
      }
    }
  }

  // Tokens of OAuth Apps at GitHub don't expire, and Spotify has no endpoint that could be added.
  @Test(
    .covers("every provider: tokens that can't be revoked"),
    arguments: [
      ("github", "don't expire", "/settings/connections/applications/Ov23liLookAlikeOAuth"),
      ("github-app", "six months", "/settings/apps/authorizations"),
      ("spotify", "six months", "/account/apps/"),
    ])
  func `Without a revocation the commands name the page for removing access`(
    _ name: String, _ lifetime: String, _ page: String
  ) async throws {
    let (_, client, make) = try #require(Self.lookAlikes.first { $0.0 == name })
    try await withAuthorizationServer(make: make, logger: CommandTests.silent) { address in
      try await Home.with { home in
        let environment = home.environment.merging(["BROWSER": Self.browser]) { $1 }
        let login = try await CommandTests.pixy(
          ["login", name, "--client-id", client.id, "--look-alike", address.text], environment: environment)
        #expect(login.status == 0, "\(login.errors)")
        let logout = try await CommandTests.pixy(["logout"], environment: environment)
        #expect(logout.status == 0 && logout.output.isEmpty, "\(logout.errors)")
        #expect(logout.errors.contains("deleted here, but not revoked"), "\(logout.errors)")
        #expect(logout.errors.contains(lifetime) && logout.errors.contains(address.origin + page), "\(logout.errors)")
        #expect(logout.errors.contains("until they expire") == (name != "github"), "\(logout.errors)")
        #expect(!logout.errors.contains("metadata") && !logout.errors.contains("endpoint"), "\(logout.errors)")
        let revoke = try await CommandTests.pixy(
          ["revoke", name, "--client-id", client.id, "--look-alike", address.text], input: "a-token",
          environment: environment)
        #expect(revoke.status == 6 && revoke.errors.contains(address.origin + page), "\(revoke.errors)")
      }
    }
  }

  @Test func `A device signs in at GitHub`() async throws {
    try await withAuthorizationServer(
      make: { try LookAlike.gitHub(at: $0, pages: MustachePages()) }, logger: CommandTests.silent
    ) { address in
      let result = try await run(
        .path(FilePath(Repository.pixy)),
        arguments: [
          "device", "github", "--client-id", LookAlikeClient.gitHubOAuthApp.id, "--look-alike", address.text,
        ],
        environment: .inherit.updating(Home.shared.environment), input: .none, output: .discarded, error: .sequence
      ) { execution in
        var said = ""
        for try await line in execution.standardError.strings() {
          said += line
          guard line.hasPrefix("Open this address"), let code = line.split(separator: " ").last?.dropLast() else {
            continue
          }
          try await LookAlikeUser().simulated().enter(
            userCode: String(code.filter { $0 != ":" }), at: try Endpoint(address.origin + "/login/device"),
            through: AsyncHTTPClientTransport())
        }
        return said
      }
      #expect(result.terminationStatus == .exited(0))
      #expect(result.closureResult.contains("You are Ada Lovelace at GitHub."), "\(result.closureResult)")
    }
  }

  @Test(arguments: ["github", "google", "spotify"])
  func `pixy serve --as prints a command to try, and the command works`(_ name: String) async throws {
    let result = try await run(
      .path(FilePath(Repository.pixy)),
      arguments: ["serve", "--as", name, "--port", "0", "--username", "ada", "--password-file", "-"],
      environment: .inherit.updating(Home.shared.environment), input: .string("lovelace\n"), output: .discarded,
      error: .sequence
    ) { execution in
      var lines: [String] = []
      for try await line in execution.standardError.strings() {
        lines.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        guard line.hasPrefix("Everything") else { continue }
        let secret = lines.first { $0.hasPrefix("Client") && $0.contains(", secret ") }?.split(separator: " ").last
        let words = try #require(lines.first { $0.hasPrefix("Try") }).split(separator: " ").dropFirst(2)
        let login = try await CommandTests.pixy(
          words.map { $0 == "FILE" ? "-" : String($0) },
          input: words.contains("FILE") ? secret.map(String.init) ?? "" : "",
          environment: ["BROWSER": Self.browser])
        #expect(login.status == 0, "\(login.errors)")
        #expect(login.errors.contains("You are Ada Lovelace at"))
        try execution.send(signal: .interrupt)
      }
    }
    #expect(result.terminationStatus == .exited(0))
  }

  @Test(arguments: [
    ["--as", "facebook"], ["--as", "google", "--client-id", "x"], ["--redirect-uri", "http://127.0.0.1/c"],
  ])
  func `pixy serve rejects contradicting options`(_ arguments: [String]) async throws {
    let outcome = try await CommandTests.pixy(["serve"] + arguments)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("pixy: "))
  }
}
