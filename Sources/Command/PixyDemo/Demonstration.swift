internal import HTTPTypes
internal import JOSE
package import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthLookAlikes
internal import OAuthServer
package import PKCE

/// The demonstration of one sign-in, then of two attacks on it, with a server in this process.
package struct Demonstration: Sendable {
  static let clientID = "demo-app"
  /// The path of the app's redirect URI, on any port of the loopback interface.
  package static let callbackPath = "/callback"
  /// OAuth only. An ID token would add a concept to the demonstration.
  static let scopes = ["profile", "email"]

  let stage: any DemonstrationStage
  let transcript: Transcript
  let random: any RandomSource
  let logger: Logger

  /// Creates a demonstration.
  ///
  /// - Parameters:
  ///   - stage: The server's surroundings.
  ///   - random: The source of verifiers and state.
  ///   - logger: The log of the server and the client.
  ///   - write: Writes a line of the transcript.
  package init(
    on stage: any DemonstrationStage, random: any RandomSource, logger: Logger,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.stage = stage
    self.random = random
    self.logger = logger
    transcript = Transcript(write: write)
  }

  private var user: SimulatedUser {
    SimulatedUser(username: "ada", password: Secret("lovelace"))
  }

  /// Runs the demonstration.
  ///
  /// - Throws: `DemoError` if a step succeeds that must be rejected, or the other way round.
  package func run() async throws {
    transcript.write(
      """
      pixy demo: one sign-in with the authorization code grant and PKCE, then two attacks on it.

      An authorization server runs inside this process; nothing leaves this machine. Codes, tokens and state
      are shortened as in a real trace. Code verifiers and challenges are shown in full, because showing
      them is what this demonstration is for.
      """)
    let pages = try stage.pages
    try await stage.serve({ try server($0, pages) }) { issuer, transport in
      let metadata = try await AuthorizationServerMetadata.discover(issuer, through: transport)
      let attempt = try await signIn(metadata, transport)
      try await Interception(
        demonstration: self, transport: transport, metadata: metadata, redirectURI: attempt.redirectURI
      ).run()
    }
    transcript.write("")
  }

  /// Creates the server, with one public client and one user. All state is in memory.
  private func server(_ issuer: Issuer, _ pages: any Pages) throws -> AuthorizationServer {
    let scopes = try Scope(["openid"] + Self.scopes)
    let client = RegisteredClient(
      id: Self.clientID, name: "Demo App",
      redirectURIs: [
        try RedirectURI("http://127.0.0.1\(Self.callbackPath)"), try RedirectURI("http://[::1]\(Self.callbackPath)"),
      ],
      scope: scopes, grants: [.authorizationCode, .refreshToken])
    let ada = User(
      subject: Subject(rawValue: "user-1"), username: user.username, name: "Ada Lovelace", email: "ada@example.com")
    return AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes, signingKeys: try SigningKeys(signing: .generate(.es256, keyID: "demo"))),
      database: InMemoryServerDatabase(), clients: InMemoryClientStore([client]),
      users: InMemoryUserDirectory([(user: ada, password: user.password)]), pages: pages, logger: logger)
  }

  private func signIn(
    _ metadata: AuthorizationServerMetadata, _ transport: any HTTPTransport
  ) async throws -> AuthorizationAttempt {
    let observed = ObservedTransport(transport, transcript: transcript)
    let client = client(metadata, observed)
    let started = StartedAttempt()
    let userAgent = stage.userAgent(of: user, through: transport, transcript) { announce($0) }
    let scope = try Scope(Self.scopes)
    let code = try await userAgent.authorize { redirectURI in
      try started.keep(client.authorizationAttempt(AuthorizationRequest(redirectURI: redirectURI, scope: scope)))
    }
    let attempt = try started.attempt()

    transcript.step(4, "The browser comes back to the app", "RFC 6749 §4.1.2, RFC 8252 §7.3, RFC 9207")
    transcript.say("\(attempt.redirectURI)")
    transcript.pairs([
      (name: "code", value: code.code.reveal()), (name: "state", value: attempt.state.reveal()),
      (name: "iss", value: metadata.issuer?.text ?? ""),
    ])
    transcript.say("state matches step 2, and iss names the server of this sign-in: the app accepts the code.")

    observed.show()
    transcript.step(5, "The app redeems the code and shows the verifier", "RFC 6749 §4.1.3, §5.1, RFC 7636 §4.5, §4.6")
    let tokens = try await client.exchange(code)
    transcript.say("SHA-256 of the verifier equals the challenge of step 2, so this app began the sign-in.")

    transcript.step(6, "The access token is refreshed", "RFC 6749 §6, RFC 9700 §4.14.2")
    guard let refreshToken = tokens.refreshToken else {
      throw DemoError.unexpected("the server issued no refresh token")
    }
    let refreshed = try await client.refresh(refreshToken)
    guard refreshed.refreshToken != refreshToken else {
      throw DemoError.unexpected("the refresh token was not rotated")
    }
    transcript.say("Both tokens are new; the old refresh token is no longer valid.")

    transcript.step(7, "The app reads the profile", "RFC 6750 §2.1, OpenID Connect Core §5.3")
    _ = try await client.userInfo(refreshed.accessToken)
    return attempt
  }

  @Sendable private func announce(_ attempt: AuthorizationAttempt) {
    transcript.step(1, "The app generates a code verifier and its challenge", "RFC 7636 §4.1, §4.2")
    let challenge = CodeChallenge(s256: attempt.verifier)
    transcript.pairs([
      (name: "code_verifier", value: attempt.verifier.reveal()), (name: "code_challenge", value: challenge.value),
      (name: "code_challenge_method", value: challenge.method.rawValue),
    ])
    transcript.say("code_challenge = BASE64URL(SHA-256(ASCII(code_verifier)))")

    transcript.step(2, "The app opens the authorization endpoint in the browser", "RFC 6749 §4.1.1, RFC 7636 §4.3")
    transcript.say(String(attempt.url.prefix { $0 != "?" }))
    if let parameters = try? FormParameters(decoding: attempt.url.drop { $0 != "?" }.dropFirst()) {
      transcript.parameters(parameters)
    }

    transcript.step(3, "The user signs in and allows it", "RFC 6749 §4.1 (B), (C)")
    if stage.hasBrowser {
      transcript.say("In your browser: user name \(user.username), password \(user.password.reveal()).")
      transcript.say("If no browser opens, open this URL yourself (shown in full, because you need all of it):")
      transcript.say(attempt.url)
    }
  }

  /// Creates a client of the demonstration's server.
  func client(_ metadata: AuthorizationServerMetadata, _ transport: any HTTPTransport) -> OAuthClient {
    OAuthClient(id: Self.clientID, server: metadata, transport: transport, random: random, logger: logger)
  }

  /// Signs the simulated user in on the page at `url`.
  func visit(_ url: String, through transport: any HTTPTransport) async throws -> String {
    try await user.visit(url, through: transport)
  }
}
