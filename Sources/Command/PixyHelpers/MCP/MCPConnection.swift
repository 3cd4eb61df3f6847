internal import FoundationBasics
internal import HTTPTypes
internal import MCPBridge
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// The connection to an MCP server, with the tokens of the account for it.
actor MCPConnection {
  let endpoint: Endpoint
  private let options: AccountOptions
  private let identity: IdentityProviderOptions?
  private let isVerbose: Bool
  private let console: Console
  private let clock: WallClock
  private typealias Opened = (session: AccountSession, transport: AsyncHTTPClientTransport)
  private var opened: Opened?
  /// The session that is being opened. Requests that need it at the same time share it.
  private var opening: SharedTask<Opened?>?
  /// The time of the sign-in whose tokens were used last.
  private var usedSignIn: Date?
  /// The time when the last sign-in of this run began; `nil` after its tokens were rejected. The
  /// sign-in has read the server's metadata, so an account that it stored is used without reading them
  /// again.
  private var signInBegan: Date?
  private var signIns: SignInState
  private var withoutToken: (any HTTPStreaming)?
  /// Whether the server has accepted a request without a token. Until it rejects one, no account is
  /// looked for.
  private var needsNoToken = false

  /// - Parameters:
  ///   - endpoint: The address of the MCP server.
  ///   - options: The account.
  ///   - identity: The account at the user's identity provider, and its client. Default: none.
  ///   - opensBrowser: Whether a request that needs a sign-in starts one.
  ///   - isVerbose: Whether each step is logged.
  ///   - console: The console for messages.
  ///   - clock: The wall clock. Default: the system's.
  init(
    to endpoint: Endpoint, account options: AccountOptions, identity: IdentityProviderOptions? = nil,
    opensBrowser: Bool, isVerbose: Bool, console: Console, clock: WallClock = .system
  ) {
    self.clock = clock
    self.endpoint = endpoint
    signIns = SignInState(isAllowed: opensBrowser)
    self.options = options
    self.identity = identity
    self.isVerbose = isVerbose
    self.console = console
  }

  /// The effects of a bridge over this connection.
  nonisolated var effects: BridgeEffects {
    BridgeEffects(
      send: { try await self.send($0, $1) }, write: { [console] in console.bytes($0) },
      say: { [console] in console.say($0) }, explain: { ErrorReport.text(of: $0, asJSON: false) },
      sleep: { try await Task.sleep(for: $0) })
  }

  /// The number of sign-ins that one request waits for.
  private static let signInsOfRequest = 4

  /// Sends a request, and once more after each sign-in that it needs.
  ///
  /// - Throws: The errors of ``sendOnce(_:_:)`` if there is no browser, the user declines, or the
  ///   sign-in doesn't help.
  private func send(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPStream {
    var signedIn = 0
    while true {
      let before = signIns.count
      do {
        return try await sendOnce(request, body)
      } catch {
        // The host has ended when the session is deleted.
        guard request.method != .delete, signedIn < Self.signInsOfRequest,
          let browserLogin = BrowserLogin(solving: error, of: options.choice)
        else { throw error }
        if signedIn > 0, browserLogin.missing == nil { signIns.hasFailed = true }
        // Another request may have signed in meanwhile.
        if signIns.count == before {
          guard try await signIn(browserLogin) else {
            throw FailedSignIn.error(error, because: signIns.lastError, of: browserLogin)
          }
        }
        signedIn += 1
      }
    }
  }

  /// Signs in, once for all requests and all processes that need it.
  ///
  /// - Returns: Whether the request should be sent again.
  private func signIn(_ browserLogin: BrowserLogin) async throws -> Bool {
    if let running = signIns.running { return try await running.value() }
    guard signIns.allows(browserLogin) else { return false }
    let sharedSignIn = SharedSignIn(endpoint: endpoint, folders: try UserFolders(app: options.profile.app))
    let lastSignIn = usedSignIn
    signInBegan = clock.now()
    let task = SharedTask {
      let outcome = try? await sharedSignIn.run(browserLogin) {
        await self.isSolved(browserLogin, since: lastSignIn)
      }
      return await self.finish(browserLogin, outcome ?? .failed(nil))
    }
    signIns.running = task
    return try await task.value()
  }

  /// Returns whether an account is stored that solves the problem.
  private func isSolved(_ browserLogin: BrowserLogin, since lastSignIn: Date?) async -> Bool {
    guard let directory = try? await AccountDirectory.openExisting(options.profile),
      let storedAccount = try? await account(in: directory)
    else { return false }
    if let missing = browserLogin.missing {
      let scope = (storedAccount.tokens.scope ?? storedAccount.record.scope).tokens
      return missing.allSatisfy(scope.contains)
    }
    guard let lastSignIn else { return true }
    return await Self.signIn(of: storedAccount, in: directory).map { $0 > lastSignIn } ?? false
  }

  /// Returns the time of an account's last sign-in: its own, or that of the account at the identity
  /// provider which vouches for the user.
  private static func signIn(of storedAccount: StoredAccount, in directory: AccountDirectory) async -> Date? {
    var moments = [storedAccount.record.signedInAt]
    if let identityProvider = storedAccount.record.identityProvider {
      moments.append((try? await directory.storedAccount(identityProvider))?.record.signedInAt)
    }
    return moments.compactMap(\.self).max()
  }

  private func finish(_ browserLogin: BrowserLogin, _ outcome: SharedSignIn.Outcome) -> Bool {
    if outcome == .signedIn { opened = nil }
    return signIns.finish(browserLogin, outcome)
  }

  /// Sends a request with the account's token, or without one while no account is for the server.
  ///
  /// - Throws: ``SignInNeeded`` if the server rejects the request and no valid token can be had;
  ///   ``ScopeNeeded``; the errors of the session and the transport.
  private func sendOnce(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPStream {
    var rejection: HTTPStream?
    if needsNoToken {
      let answer = try await anonymous().open(request, body: body)
      guard answer.response.status == .unauthorized else { return answer }
      // The user may have signed in meanwhile.
      needsNoToken = false
      rejection = answer
    }
    guard let (session, transport) = try await connection() else {
      let answer = if let rejection { rejection } else { try await anonymous().open(request, body: body) }
      guard answer.response.status == .unauthorized else {
        needsNoToken = true
        return answer
      }
      throw SignInNeeded(
        .noAccountFor(endpoint), command: command, profile: options.profile.name,
        challenge: answer.response.headerFields[values: .wwwAuthenticate])
    }
    do {
      let isOver = { @Sendable in session.storedAccount.state(at: WallClock.system.now()) != .valid }
      let exchange = StreamedExchange(transport, isOver: isOver) { answer in
        try await self.confirm(session.storedAccount, challengedBy: answer, through: transport)
      }
      let answer = try await session.send(request, body: body, through: exchange)
      if answer.response.status == .unauthorized {
        throw SignInNeeded(
          .unusable(session.storedAccount.account, "\(endpoint) does not accept the token."),
          command: session.storedAccount.loginCommand(adding: ResourceChallenge(answer).scope),
          challenge: session.storedAccount.loginChallenge(of: answer))
      }
      if let browserLogin = ScopeNeeded(answer, from: endpoint, session.storedAccount) { throw browserLogin }
      signIns.hasFailed = false
      return exchange.stream ?? HTTPStream(answer)
    } catch let error where ErrorCategory(of: error) == .signInNeeded {
      // The next request uses the account of a new sign-in.
      opened = nil
      signInBegan = nil
      throw error
    }
  }

  /// The command that signs in at the server.
  private var command: String {
    (["pixy", "login", endpoint.text] + (identity?.arguments ?? [])
      + (options.profile.profile.map { ["--profile", $0] } ?? []))
      .map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns the session of the account for the server; `nil` if there is no such account.
  private func connection() async throws -> Opened? {
    if let opened { return opened }
    let task = opening ?? SharedTask { try await self.open() }
    opening = task
    defer { if opening === task { opening = nil } }
    return try await task.value()
  }

  /// Opens the session of the account for the server. Before the session sends a token, the server's
  /// metadata is read.
  private func open() async throws -> Opened? {
    guard let directory = try await AccountDirectory.openExisting(options.profile) else { return nil }
    guard let storedAccount = try await account(in: directory) else { return nil }
    usedSignIn = await Self.signIn(of: storedAccount, in: directory)
    let session = try await options.session(of: storedAccount, in: directory, on: console, isVerbose: isVerbose)
    let made = (session, try storedAccount.record.server.transport())
    opened = made
    return made
  }

  /// Finds the account for the server; `nil` if there is none.
  func account() async throws -> StoredAccount? {
    guard let directory = try await AccountDirectory.openExisting(options.profile) else { return nil }
    return try await account(in: directory)
  }

  private func account(in directory: AccountDirectory) async throws -> StoredAccount? {
    try await directory.account(
      for: endpoint, named: options.choice, vouchedBy: identity?.identityProvider, signingInWith: command
    ) {
      [endpoint, tracing = options.tracing, signInBegan] storedAccount in
      if let signInBegan, let moment = storedAccount.record.signedInAt, moment >= signInBegan,
        storedAccount.record.isByResource, storedAccount.isFor(endpoint), let issuer = storedAccount.issuer
      {
        return .named([issuer])
      }
      return try await .read(of: endpoint, through: tracing.transport(storedAccount.record.server.transport()))
    }
  }

  /// Checks after a rejected token that the server still names the account's authorization server,
  /// before another token is sent (RFC 9728 §5.2).
  ///
  /// - Throws: ``SignInNeeded`` if it names only others.
  private func confirm(
    _ storedAccount: StoredAccount, challengedBy answer: HTTPAnswer, through transport: any HTTPTransport
  ) async throws {
    let challenge = ResourceChallenge(answer)
    let issuers = try await ResourceIssuers.read(
      of: endpoint, challengedBy: challenge, through: options.tracing.transport(transport))
    guard case .named(let issuers) = issuers, !storedAccount.isFrom(issuers) else { return }
    throw SignInNeeded(
      .anotherAuthorizationServer(endpoint, issuers, storedAccount.account), command: command,
      profile: options.profile.name, challenge: challenge.fields)
  }

  private func anonymous() throws -> any HTTPStreaming {
    if let withoutToken { return withoutToken }
    let made = try ConnectionCertificates().transport()
    withoutToken = made
    return made
  }
}
