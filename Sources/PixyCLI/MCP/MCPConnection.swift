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
  private var opened: (session: AccountSession, transport: any HTTPStreaming)?
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
      let exchange = StreamedExchange(transport)
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

  /// Opens the session of the account for the server; `nil` if there is no such account.
  private func connection() async throws -> (session: AccountSession, transport: any HTTPStreaming)? {
    if let opened { return opened }
    guard let book = try await AccountBook.openExisting(options.profile) else { return nil }
    guard let kept = try await book.account(for: endpoint, named: options.choice) else { return nil }
    let session = try await options.session(of: kept, in: book, on: console, isVerbose: isVerbose)
    opened = (session, try kept.record.server.transport())
    return opened
  }

  private func anonymous() throws -> any HTTPStreaming {
    if let withoutToken { return withoutToken }
    let made = try ConnectionCertificates().transport()
    withoutToken = made
    return made
  }
}
