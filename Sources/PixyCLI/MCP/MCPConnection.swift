internal import HTTPTypes
internal import MCPBridge
internal import OAuthAsyncHTTPClient
internal import OAuthCore

/// The connection to an MCP server, with the tokens of the account for it.
actor MCPConnection {
  let endpoint: Endpoint
  private let options: AccountOptions
  private let isVerbose: Bool
  private let console: Console
  private typealias Opened = (session: AccountSession, transport: AsyncHTTPClientTransport)
  private var opened: Opened?
  /// The session that is being opened. Requests that need it at the same time share it.
  private var opening: SharedTask<Opened?>?
  private var withoutToken: (any HTTPStreaming)?
  /// Whether the server has accepted a request without a token. Until it rejects one, no account is
  /// looked for.
  private var needsNoToken = false

  init(to endpoint: Endpoint, account options: AccountOptions, isVerbose: Bool, console: Console) {
    self.endpoint = endpoint
    self.options = options
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

  /// Sends a request with the account's token, or without one while no account is for the server.
  ///
  /// - Throws: ``SignInNeeded`` if the server rejects the request and no valid token can be had;
  ///   ``ScopeNeeded``; the errors of the session and the transport.
  private func send(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPStream {
    if needsNoToken {
      let answer = try await anonymous().open(request, body: body)
      guard answer.response.status == .unauthorized else { return answer }
      // The user may have signed in meanwhile.
      needsNoToken = false
    }
    guard let (session, transport) = try await connection() else {
      let answer = try await anonymous().open(request, body: body)
      guard answer.response.status == .unauthorized else {
        needsNoToken = true
        return answer
      }
      throw SignInNeeded(.noAccountFor(endpoint), command: command, profile: options.profile.name)
    }
    do {
      let exchange = StreamedExchange(transport) { answer in
        try await self.confirm(session.kept, challengedBy: answer, through: transport)
      }
      let answer = try await session.send(request, body: body, through: exchange)
      if answer.response.status == .unauthorized {
        throw SignInNeeded(
          .over(session.kept.account, "\(endpoint) does not accept the token."),
          command: session.kept.record.loginCommand)
      }
      if let needed = ScopeNeeded(answer, from: endpoint, session.kept) { throw needed }
      return exchange.stream ?? HTTPStream(answer)
    } catch let error where ErrorCategory(of: error) == .signInNeeded {
      // The next request uses the account of a new sign-in.
      opened = nil
      throw error
    }
  }

  /// The command that signs in at the server.
  private var command: String {
    (["pixy", "login", endpoint.text] + (options.profile.profile.map { ["--profile", $0] } ?? []))
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
    guard let book = try await AccountBook.openExisting(options.profile) else { return nil }
    let kept = try await book.account(for: endpoint, named: options.choice, signingInWith: command) { [endpoint] kept in
      try await .read(of: endpoint, through: kept.record.server.transport())
    }
    guard let kept else { return nil }
    let session = try await options.session(of: kept, in: book, on: console, isVerbose: isVerbose)
    let made = (session, try kept.record.server.transport())
    opened = made
    return made
  }

  /// Checks after a rejected token that the server still names the account's authorization server,
  /// before another token is sent (RFC 9728 §5.2).
  ///
  /// - Throws: ``SignInNeeded`` if it names only others.
  private func confirm(
    _ kept: StoredAccount, challengedBy answer: HTTPAnswer, through transport: any HTTPTransport
  ) async throws {
    let issuers = try await ResourceIssuers.read(of: endpoint, challengedBy: answer, through: transport)
    guard case .named(let issuers) = issuers, !(kept.issuer.map(issuers.contains) ?? false) else { return }
    throw SignInNeeded(
      .anotherAuthorizationServer(endpoint, issuers, kept.account), command: command, profile: options.profile.name)
  }

  private func anonymous() throws -> any HTTPStreaming {
    if let withoutToken { return withoutToken }
    let made = try ConnectionCertificates().transport()
    withoutToken = made
    return made
  }
}
