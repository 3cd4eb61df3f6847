import DPoPVerification
import Foundation
import Logging
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import PKCE
import Subprocess
import SystemPackage
import Testing

/// The built `pixy`, run as users and scripts run it.
@Suite(.timeLimit(.minutes(60))) struct CommandTests {
  struct Outcome: Sendable {
    let status: Int
    let output: String
    let errors: String
  }

  private static let slots = ProcessSlots(count: 4)

  static func pixy(
    _ arguments: [String], input: String = "", environment: [Environment.Key: String?] = [:],
    isOneOfMany: Bool = false
  ) async throws -> Outcome {
    // Tests run concurrently. As many concurrent processes would keep each other, and servers, from
    // answering in time.
    if !isOneOfMany { await slots.take() }
    defer { if !isOneOfMany { slots.giveBack() } }
    let result = try await run(
      .path(FilePath(Repository.pixy)), arguments: Arguments(arguments),
      environment: .inherit.updating([
        "BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", "NO_COLOR": nil, "CLICOLOR_FORCE": nil,
      ])
      .updating(Home.shared.environment).updating(environment),
      input: .fileDescriptor(try StandardInput.holding(input), closeAfterSpawningProcess: true),
      output: .string(limit: 1_000_000), error: .string(limit: 1_000_000))
    let status: Int
    if case .exited(let code) = result.terminationStatus { status = Int(code) } else { status = -1 }
    return Outcome(status: status, output: result.standardOutput, errors: result.standardError)
  }

  private static func pairs(_ output: String) -> [String: String] {
    Dictionary(
      output.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { $1 })
  }

  @Test func `pixy pkce prints a pair that pixy pkce check accepts`() async throws {
    let made = try await Self.pixy(["pkce"])
    #expect(made.status == 0 && made.errors.isEmpty)
    let pair = Self.pairs(made.output)
    let verifier = try #require(pair["code_verifier"])
    let challenge = try #require(pair["code_challenge"])
    #expect(verifier.count == 86 && challenge.count == 43 && pair["code_challenge_method"] == "S256")

    let right = try await Self.pixy(["pkce", "check", "--", challenge], input: verifier + "\n")
    #expect(right.status == 0 && right.output.isEmpty)
    let other = try await Self.pixy(["pkce", "--length", "43", "--json"])
    let otherPair = try #require(try JSONValue(bytes: Array(other.output.utf8)).object)
    #expect(otherPair["version"] == 1)
    let otherVerifier = try #require(otherPair["code_verifier"]?.string)
    #expect(otherVerifier.count == 43)
    let wrong = try await Self.pixy(["pkce", "check", "--", challenge], input: otherVerifier)
    // Other tools exit with 0 although they failed.
    #expect(wrong.status == 1 && wrong.output.isEmpty)
    #expect(wrong.errors.contains("does not match") && !wrong.errors.contains(otherVerifier))
    #expect(wrong.errors.contains(try #require(otherPair["code_challenge"]?.string)), "\(wrong.errors)")
  }

  // RFC 7636 appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  @Test func `pixy pkce challenge prints the challenge of a verifier, which is no argument`() async throws {
    let lines = try await Self.pixy(["pkce", "challenge"], input: Self.verifier + "\n")
    #expect(lines.status == 0 && lines.errors.isEmpty)
    #expect(Self.pairs(lines.output) == ["code_challenge": Self.challenge, "code_challenge_method": "S256"])
    let json = try await Self.pixy(["pkce", "challenge", "--json"], input: Self.verifier)
    #expect(
      try JSONValue(bytes: Array(json.output.utf8)) == [
        "version": 1, "code_challenge": .string(Self.challenge), "code_challenge_method": "S256",
      ])
    let argument = try await Self.pixy(["pkce", "challenge", Self.verifier])
    #expect(argument.status == 64 && argument.output.isEmpty)
    let short = try await Self.pixy(["pkce", "challenge"], input: "short")
    #expect(short.status == 1 && short.output.isEmpty && short.errors.contains("5 characters"), "\(short.errors)")
  }

  // The digest in hexadecimal, and the base64url of that text.
  @Test(arguments: [
    ("13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3", "hexadecimal digits"),
    (
      "MTNkMzFlOTYxYTFhZDhlYzJmMTZiMTBjNGM5ODJlMDg3NmE4NzhhZDZkZjE0NDU2NmVlMTg5NGFjYjcwZjljMw",
      "text of a digest in hexadecimal"
    ),
    (verifier, "the same text"), (challenge + "=", "padding"), (challenge.replacing("-", with: "+"), "Plain base64"),
  ])
  func `pixy pkce check names a common mistake and shows the right challenge`(
    _ wrong: String, _ words: String
  ) async throws {
    let outcome = try await Self.pixy(["pkce", "check", "--", wrong], input: Self.verifier + "\n")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains(Self.challenge), "\(outcome.errors)")
    #expect(!outcome.errors.contains(Self.verifier))
  }

  @Test(arguments: [
    ["pkce", "--bytes", "31"], ["pkce", "--bytes", "97"], ["pkce", "--length", "42"], ["login"],
    ["login", "https://a.example", "--client-id", "x", "--port", "65536"],
    ["login", "--client-id", "x", "--token-endpoint", "https://a.example/t"], ["serve", "--port", "-1"], ["nonsense"],
  ])
  func `Wrong usage exits with 64 and says why on standard error`(_ arguments: [String]) async throws {
    let outcome = try await Self.pixy(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("pixy: "))
  }

  @Test func `An unreachable server and a server without metadata have different errors`() async throws {
    let unreachable = try await Self.pixy(["login", "http://127.0.0.1:1", "--client-id", "x"])
    #expect(unreachable.status == 5)
    #expect(unreachable.errors.contains("http://127.0.0.1:1"))
    try await MisbehavingServer.whileRunning { origin in
      let outcome = try await Self.pixy(["login", origin, "--client-id", "x"])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("publishes no authorization server metadata"))
    }
    let insecure = try await Self.pixy(["login", "http://login.example", "--client-id", "x"])
    #expect(insecure.status == 64 && insecure.errors.contains("https"))
  }

  @Test func `A browser that never returns has its own exit status`() async throws {
    try await withAuthorizationServer(make: Self.server, logger: Self.silent) { issuer in
      let outcome = try await Self.pixy(["login", issuer.text, "--client-id", "pixy", "--timeout", "1"])
      #expect(outcome.status == 7)
      // The URL is always printed, because not every browser opens.
      #expect(outcome.errors.contains("\(issuer)/authorize?response_type=code"))
      #expect(outcome.output.isEmpty)
    }
  }

  // Other tools mix prompts and the token in one output.
  @Test func `A login prints the token when asked, and nothing else on standard output`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await withAuthorizationServer(make: Self.server, logger: Self.silent) { issuer in
      let login = ["login", issuer.text, "--client-id", "pixy", "--scope", "profile email", "--refresh"]
      let quiet = try await Self.pixy(login, environment: ["BROWSER": browser])
      #expect(quiet.status == 0 && quiet.output.isEmpty)
      #expect(quiet.errors.contains("You are Ada Lovelace (user-1)."))
      // Other tools mix the browser's messages into the output.
      #expect(!quiet.errors.contains("noise"))

      let token = try await Self.pixy(login + ["--token"], environment: ["BROWSER": browser])
      #expect(token.status == 0)
      #expect(token.output.split(separator: "\n").map(\.count) == [40])
      #expect(!token.errors.contains(token.output.dropLast()))

      let json = try await Self.pixy(login + ["--json", "--verbose"], environment: ["BROWSER": browser])
      let members = try #require(try JSONValue(bytes: Array(json.output.utf8)).object)
      #expect(members["token_type"] == "Bearer" && members["scope"] == "profile email")
      #expect(members["userinfo"]?.object?["email"] == "ada@example.com")
      for name in ["access_token", "refresh_token"] {
        let secret = try #require(members[name]?.string)
        #expect(!json.errors.contains(secret))
      }
    }
  }

  @Test func `A refusal exits with 6 and shows the server's error`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await withAuthorizationServer(make: Self.server, logger: Self.silent) { issuer in
      let outcome = try await Self.pixy(
        ["login", issuer.text, "--client-id", "pixy"], environment: ["BROWSER": browser, "DECISION": "deny"])
      #expect(outcome.status == 6)
      #expect(outcome.errors.contains("access_denied"))
    }
  }

  // Other tools accept secrets only as arguments.
  @Test func `A client secret comes from standard input, and a wrong one is not printed`() async throws {
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    try await withAuthorizationServer(make: Self.server, logger: Self.silent) { issuer in
      let login = ["login", issuer.text, "--client-id", "service", "--client-secret-file", "-"]
      let right = try await Self.pixy(login, input: "secret-of-the-service\n", environment: ["BROWSER": browser])
      #expect(right.status == 0)
      let posted = try await Self.pixy(
        login + ["--client-auth", "client_secret_post"], input: "secret-of-the-service",
        environment: ["BROWSER": browser])
      #expect(posted.status == 0)
      let wrong = try await Self.pixy(login, input: "another-secret", environment: ["BROWSER": browser])
      #expect(wrong.status == 6 && wrong.errors.contains("invalid_client"))
      #expect(!wrong.errors.contains("another-secret"))
      let missing = try await Self.pixy(login, input: "", environment: ["BROWSER": browser])
      #expect(missing.status == 1)
      let elsewhere = ["login", issuer.text, "--client-id", "service", "--client-secret-file"]
      let named = try await Self.pixy(
        elsewhere + ["env:SERVICE_SECRET"],
        environment: ["BROWSER": browser, "SERVICE_SECRET": "secret-of-the-service"])
      #expect(named.status == 0)
      let printed = try await Self.pixy(
        elsewhere + ["command:echo secret-of-the-service"], environment: ["BROWSER": browser])
      #expect(printed.status == 0)
      for wrong in ["env:NOT_THERE", "command:echo leaked-secret; exit 3", "command:true"] {
        let outcome = try await Self.pixy(elsewhere + [wrong], environment: ["BROWSER": browser])
        #expect(outcome.status == 1 && !outcome.errors.contains("leaked-secret\n"), "\(wrong)")
      }
    }
  }

  @Test func `A busy port is named`() async throws {
    try await withAuthorizationServer(make: Self.server, logger: Self.silent) { issuer in
      let port = String(issuer.text.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst())
      let login = try await Self.pixy(["login", issuer.text, "--client-id", "pixy", "--port", port])
      #expect(login.status == 1 && login.errors.contains(port))
      let serve = try await Self.pixy(["serve", "--port", port])
      #expect(serve.status == 1 && serve.errors.contains("127.0.0.1:\(port)"))
      #if os(Linux)
      // The server is in this process.
      let holder = "(process \(ProcessInfo.processInfo.processIdentifier))"
      #expect(login.errors.contains(holder) && serve.errors.contains(holder))
      #endif
    }
  }

  @Test func `pixy demo succeeds`() async throws {
    let outcome = try await Self.pixy(["demo"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("invalid_grant"))
  }

  static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

  static func server(_ issuer: Issuer) throws -> AuthorizationServer { try server(issuer, dpopNonces: nil) }

  static func server(
    _ issuer: Issuer, features: Set<ServerFeature>? = nil, dpopNonces: (any DPoPNonces)? = nil
  ) throws -> AuthorizationServer {
    let scopes = try Scope(["profile", "email"])
    var configuration = try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes)
    configuration.features = features ?? (dpopNonces == nil ? [] : [.dpop])
    return AuthorizationServer(
      configuration: configuration,
      database: InMemoryServerDatabase(),
      clients: InMemoryClientStore([
        RegisteredClient(
          id: "pixy", name: "Pixy", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes),
        RegisteredClient(
          id: "service", name: "Service",
          kind: .confidential(secretHash: SecretHash(of: Secret("secret-of-the-service"))),
          redirectURIs: [try RedirectURI("http://127.0.0.1/callback")], scope: scopes),
      ]),
      users: InMemoryUserDirectory([
        (
          user: User(
            subject: Subject(rawValue: "user-1"), username: "ada", name: "Ada Lovelace", email: "ada@example.com"),
          password: Secret("lovelace")
        )
      ]), pages: try MustachePages(), dpopNonces: dpopNonces, logger: silent)
  }
}
