import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServerHummingbird
import Subprocess
import TestSurroundings
import Testing

/// `pixy serve --database`: restarts, and changes by other processes while the server runs.
@Suite(.timeLimit(.minutes(60))) struct ServeDurabilityTests {
  private let folder: TemporaryFolder
  private let person = SimulatedUser(username: "ada", password: Secret("lovelace"))
  private static let redirectURI = "http://127.0.0.1:49152/callback"

  init() async throws {
    folder = try TemporaryFolder()
    let client = try await pixy([
      "client", "add", "--id", "app", "--name", "App", "--redirect-uri", "http://127.0.0.1/callback",
    ])
    #expect(client.status == 0)
  }

  /// A user for tests. Hashing the password takes a second without optimization.
  private func addPerson() async throws {
    #expect(try await pixy(["user", "add", "ada", "--name", "Ada"], input: "lovelace\n").status == 0)
  }

  @discardableResult
  private func pixy(_ arguments: [String], input: String = "") async throws -> CommandTests.Outcome {
    try await CommandTests.pixy(["serve"] + arguments + ["--database", folder.database], input: input)
  }

  private func serving(
    _ arguments: [String] = [], port: String = "0", environment: [Environment.Key: String?] = [:],
    endedBy signal: Signal = .terminate,
    _ body: @escaping @Sendable (OAuthClient, any HTTPTransport) async throws -> Void
  ) async throws -> (TerminationStatus, ServedPixy.Said) {
    try await ServedPixy.running(
      ["--database", folder.database, "--port", port] + arguments, environment: environment, endedBy: signal
    ) { said in
      let transport = AsyncHTTPClientTransport()
      let server = try await AuthorizationServerMetadata.discover(try Issuer(try said.issuer), through: transport)
      try await body(OAuthClient(id: "app", server: server, transport: transport), transport)
    }
  }

  /// The result of a sign-in.
  private struct SignedIn: Sendable {
    let tokens: TokenResponse
    /// The request that redeemed the code.
    let redeeming: EndpointRequest
    let idToken: String
    let keys: JSONWebKeySet
  }

  private func signIn(_ client: OAuthClient, _ transport: any HTTPTransport) async throws -> SignedIn {
    let attempt = try client.authorizationAttempt(
      AuthorizationRequest(
        redirectURI: try RedirectURI(Self.redirectURI), scope: try Scope(["openid", "profile", "offline_access"])))
    let code = try attempt.receive(
      AuthorizationCallback(url: try await person.visit(attempt.url, through: transport)))
    let redeeming = try await client.tokenRequest(exchanging: code)
    let tokens = try await client.exchange(code)
    return SignedIn(
      tokens: tokens, redeeming: redeeming,
      idToken: try #require(tokens.additionalMembers["id_token"]?.string), keys: try await keys(client, transport))
  }

  private func keys(_ client: OAuthClient, _ transport: any HTTPTransport) async throws -> JSONWebKeySet {
    let address = try Endpoint(try #require(client.server.issuer).text + "/jwks")
    let answer = try await transport.send(address.request(.get), body: [], limits: HTTPLimits())
    return try JSONWebKeySet(try JSONValue(bytes: answer.body))
  }

  private func names(_ set: JSONWebKeySet) -> Set<String> { Set(set.keys.compactMap(\.keyID)) }

  // A restart of some servers signs all users out.
  @Test func `Tokens stay valid after a kill, and used codes stay used`() async throws {
    try await addPerson()
    let kept = Kept<(SignedIn, String)>()
    let (killed, said) = try await serving(endedBy: .kill) { client, transport in
      let signedIn = try await signIn(client, transport)
      kept.value = (signedIn, try #require(client.server.issuer).text)
    }
    #expect(killed == .signaled(9))
    #expect(
      said.lines.contains { $0.contains("The sealing key was created") && $0.contains("\(folder.database).seal-key") },
      "\(said.lines)")
    let (before, issuer) = try #require(kept.value)
    let port = String(try #require(issuer.split(separator: ":").last))
    let (ended, again) = try await serving(port: port) { client, transport in
      #expect(client.server.issuer?.text == issuer)
      #expect(names(try await keys(client, transport)) == names(before.keys))
      #expect(names(before.keys).count == 2)
      #expect(try await client.userInfo(before.tokens.accessToken)["name"] == "Ada")
      let refreshed = try await client.refresh(try #require(before.tokens.refreshToken))
      // The code was redeemed before the kill. A second use revokes its tokens, including refreshed
      // ones.
      let replay = try await transport.send(
        before.redeeming.head, body: before.redeeming.body, limits: HTTPLimits())
      #expect(replay.response.status == .badRequest)
      #expect(try JSONValue(bytes: replay.body).object?["error"] == "invalid_grant")
      await #expect(throws: EndpointError.self) { try await client.refresh(try #require(refreshed.refreshToken)) }
    }
    // SIGTERM stops the server, as a service manager does.
    #expect(ended == .exited(0))
    #expect(again["Seal"]?.contains("created") == false && again["Clients"] == "1" && again["Users"] == "1")
    for secret in [
      before.tokens.accessToken.reveal(), before.tokens.refreshToken?.reveal() ?? "-", before.idToken, "lovelace",
    ] {
      #expect(!(said.lines + again.lines).contains { $0.contains(secret) })
    }
  }

  @Test func `A program that isn't registered as it behaves is explained without an audit log`() async throws {
    let (_, said) = try await serving { client, transport in
      let issuer = try #require(client.server.issuer).text
      for _ in 0..<2 {
        let answer = try await transport.send(
          try Endpoint(issuer + "/authorize?client_id=app&response_type=code&redirect_uri=https://a.example/cb")
            .request(.get), body: [], limits: HTTPLimits())
        #expect(answer.response.status == .badRequest)
      }
    }
    #expect(said.lines.count { $0.contains("unregistered_redirect_uri") } == 1)
    // What was sent may be a secret in the wrong place.
    #expect(!said.lines.contains { $0.contains("a.example") })
    let check = try await pixy(["client", "check", "app"])
    #expect(check.output.contains("--redirect-uri https://a.example/cb"), "\(check.output) \(check.errors)")
  }

  @Test func `Old ID tokens stay valid after a key rotation`() async throws {
    try await addPerson()
    let kept = Kept<SignedIn>()
    _ = try await serving { client, transport in kept.value = try await signIn(client, transport) }
    let before = try #require(kept.value)
    #expect(try await pixy(["key", "rotate"]).status == 0)
    _ = try await serving { client, transport in
      let now = try await keys(client, transport)
      #expect(names(now).isSuperset(of: names(before.keys)) && now.keys.count == 4)
      let verified = try JSONWebSignature(compact: before.idToken)
        .verified(by: now, allowing: SignatureAlgorithm.asymmetric)
      #expect(verified.header.keyID.map(names(before.keys).contains) == true)
      // The new key is published and doesn't sign yet.
      let next = try await signIn(client, transport)
      let name = try JSONWebSignature(compact: next.idToken).header.keyID
      #expect(name == verified.header.keyID)
    }
  }

  @Test(.covers("CVE-2024-47000", "CVE-2025-64521"))
  func `A running server applies new clients and users, changed passwords and removals`()
    async throws
  {
    try await addPerson()
    _ = try await serving { client, transport in
      let added = try await pixy([
        "client", "add", "--id", "other", "--redirect-uri", "http://127.0.0.1/callback",
      ])
      #expect(added.status == 0)
      let other = OAuthClient(id: "other", server: client.server, transport: transport)
      let tokens = try await signIn(other, transport).tokens

      #expect(try await pixy(["user", "password", "ada"], input: "another one").status == 0)
      await #expect(throws: SimulatedUser.UnexpectedAnswer.self) { try await signIn(other, transport) }
      // Tokens with offline_access outlive the sessions, and end with the user.
      let refreshed = try await other.refresh(try #require(tokens.refreshToken))
      #expect(try await pixy(["user", "remove", "ada"]).status == 0)
      await #expect(throws: EndpointError.self) { try await other.refresh(try #require(refreshed.refreshToken)) }
      #expect(try await pixy(["client", "remove", "other"]).status == 0)
    }
  }

  @Test func `The state port answers, and all output is JSON records`() async throws {
    let state = try unusedPort()
    let path = folder.path
    let (status, said) = try await ServedPixy.running(
      [
        "--database", folder.database, "--port", "0", "--state-port", "\(state)", "--log-format", "json", "--log-level",
        "debug",
      ], endedBy: .terminate
    ) { _ in
      let transport = AsyncHTTPClientTransport()
      for (address, word) in [
        ("/health/live", "live"), ("/health/ready", "ready"), ("/metrics", "authorization_server_requests_total"),
      ] {
        let answer = try await transport.send(
          Endpoint("http://127.0.0.1:\(state)\(address)").request(.get), body: [], limits: HTTPLimits())
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.response.status == .ok && text.contains(word))
        // Each metric has a description, which Grafana shows.
        let lines = text.split(separator: "\n")
        func names(_ head: String) -> [Substring] {
          lines.filter { $0.hasPrefix(head) }.compactMap { $0.split(separator: " ").dropFirst(2).first }
        }
        #expect(names("# TYPE ") == names("# HELP "))
        if address == "/metrics" { #expect(Set(names("# TYPE ")).count >= 8, "\(lines)") }
      }
    }
    #expect(status == .exited(0))
    #expect(said.lines.count > 2)
    for line in said.lines {
      let members = try JSONValue(bytes: Array(line.utf8)).object
      #expect(members?["level"] != nil && members?["time"] != nil && members?["message"] != nil, "\(line)")
    }
    #expect(said.lines.contains { $0.contains("The server listens") && $0.contains(path) })
    #expect(
      said.lines.contains {
        $0.contains("The sealing key was created") && $0.contains("warning") && $0.contains(path + "/pixy.db.seal-key")
      })
  }

  @Test(arguments: [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]")])
  func `The state port can have its own address`(_ host: String, _ reached: String)
    async throws
  {
    let port = try unusedPort()
    let (status, said) = try await ServedPixy.running([
      "--port", "0", "--state-port", "\(port)", "--state-host", host,
    ]) { _ in
      let answer = try await AsyncHTTPClientTransport().send(
        Endpoint("http://\(reached):\(port)/health/ready").request(.get), body: [], limits: HTTPLimits())
      #expect(answer.response.status == .ok)
    }
    #expect(status == .exited(0), "\(said.lines)")
  }

  @Test func `Options for a server without database are rejected with one`() async throws {
    for arguments in [["--username", "bob"], ["--client-id", "x"]] {
      let outcome = try await pixy(arguments)
      #expect(outcome.status == 1 && outcome.errors.contains("pixy serve client add"))
    }
    let open = try folder.file("open.db", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    let readable = try await CommandTests.pixy(["serve", "--database", open])
    #expect(readable.status == 1 && readable.errors.contains("chmod"))
  }
}
