package import ArgumentParser
internal import CLibrary
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
package import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// `pixy login`: signs the user in with the browser, or obtains tokens by another grant, and stores
/// them.
package struct LoginCommand: AsyncParsableCommand, ServerOptionGroups {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in and store the tokens.",
    discussion: """
      Discovers the server's endpoints by its issuer, opens the sign-in page in your browser, waits on 127.0.0.1 for \
      the response, checks state and iss, and redeems the code with PKCE. With the scope openid, it verifies the ID \
      token: signature, issuer, audience, times, nonce and hashes. The address is always shown, so that you can open \
      it yourself. BROWSER names another browser.

      The tokens are stored in the machine's keyring, or in encrypted files if there is none. `pixy token` prints a \
      valid access token and refreshes it when necessary.

      A provider's name stands for its endpoints, scopes, redirect rules and profile; you supply only a client ID. \
      Google's desktop clients also have a secret (--client-secret-file). Options that the provider doesn't support, \
      such as --par or --dpop, are errors. On a terminal, the command asks for a server or client ID that you leave \
      out, and says where the provider gives client IDs.

      With the URL of a protected resource, such as an MCP server, its authorization server, scope and resource are \
      discovered, and a client is registered if you name none and no earlier sign-in registered one at that server. \
      A resource's account is separate from those of other resources at the same server, and never becomes the \
      default account.

      --grant obtains tokens without this machine's browser: device_code with a browser on another device, \
      client_credentials for the client itself, token_exchange and jwt_bearer for a token that you have. With \
      --identity-provider, an account at your company's identity provider takes the browser's place.

      The exit status is 0 only if all checks passed; --json lists them.
      """
  ).withExamples(of: "login")

  @OptionGroup(title: "Server") package var address: ServerAddressOptions
  @OptionGroup(title: "Connection") package var connection: ConnectionOptions
  @OptionGroup package var dry: DryRunOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Registration") var registration: RegistrationOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Authorization request") var authorization: AuthorizationOptions
  @OptionGroup(title: "Grant") var grant: GrantOptions
  @OptionGroup(title: "Browser") var browser: BrowserOptions
  @OptionGroup(title: "Account") var keep: AccountStorageOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Refresh once after the sign-in, as a test.")
  var refresh = false

  @Flag(
    name: .customLong(LoginCommand.reportOption),
    help: ArgumentHelp(
      "Record an error for pixy mcp, in the locked file that this process inherits from it.", visibility: .private))
  var reportsError = false

  /// The name of the option that no user gives.
  package static let reportOption = "report-error"

  package func validate() throws {
    // The guide asks for the rest, and the completed command line is validated again.
    if !(needsGuide && SignInGuide.isPossible) { try validateCompleted() }
  }

  private func validateCompleted() throws {
    try server.requireServer()
    if registration.register {
      guard !client.isNamed else {
        throw ValidationError("Give --register, or --client-id or --client-file, not both.")
      }
      guard grant.grant == .code else { throw ValidationError("--register needs a sign-in with the browser.") }
    } else if client.isNamed || !findsClient {
      guard client.isNamed else { throw ValidationError("Give --client-id, --client-file, or --register.") }
      try client.requireRegisteredClient()
    }
    try grant.check(authorization, refreshes: refresh)
    guard
      authorization.claims == nil || request.scope.isEmpty
        || request.scope.contains(where: { $0.split(separator: " ").contains("openid") })
    else {
      throw ValidationError("--claims needs the scope openid, because it requests claims in the ID token.")
    }
    guard !authorization.signedRequest || client.clientKeyFile != nil else {
      throw ValidationError("--signed-request needs --client-key-file.")
    }
    guard request.challenge.isEmpty || mayNameResource else {
      throw ValidationError("--challenge needs the URL of a protected resource in place of an issuer.")
    }
    if server.isProvider, grant.grant.needsUser, !request.resource.isEmpty {
      // No metadata announces resources (RFC 8707). Only an organization's own server can be set up for them.
      let provider = try server.choice.provider()
      guard case .published = provider.server, server.address.at != nil else {
        throw ValidationError("\(provider.name) does not support --resource.")
      }
    }
    if !keep.forgets { try server.requireFilesThatStay() }
  }

  package func run() async throws {
    // The process that reads the messages may end before the sign-in, which stores its account then too.
    if reportsError { _ = signal(SIGPIPE, SIG_IGN) }
    try await Interruption.cancelling {
      let console = Console.standard
      do {
        try await guidedCommand(console).signIn(console)
      } catch {
        let error = (error as? AccountStorageOptions.NameInUse)?.usage ?? error
        if reportsError { RefreshLock(RefreshLock.number).report(ReportedError(error)) }
        throw console.failure(reporting: error)
      }
    }
  }

  /// Returns the command with what a user at the terminal adds to its command line.
  private func guidedCommand(_ console: Console) async throws -> LoginCommand {
    guard needsGuide, SignInGuide.isPossible else { return self }
    let command = try await completed(by: SignInGuide(saying: console.say))
    try command.validateCompleted()
    return command
  }

  /// Signs in at the issuer, or at the authorization server of the protected resource.
  private func signIn(_ console: Console) async throws {
    // Reads standard input and passphrases, which can be read only once.
    var choice = try client.choice(for: server)
    guard mayNameResource else { return try await signInInTurn(choice, console) }
    guard client.isNamed || registration.register else {
      guard let command = try await forResource(saying: console.say) else {
        if SignInGuide.isPossible, let command = try await completedAtIssuer(by: SignInGuide(saying: console.say)) {
          choice.id = command.client.clientID ?? ""
          return try await command.signInInTurn(choice, console)
        }
        let others = grant.grant == .code ? "--client-file, or --register" : "or --client-file"
        throw ValidationError(
          """
          \(UntrustedText(server.address.issuer ?? "")) publishes no metadata of a protected resource. For an \
          authorization server, give --client-id, \(others).
          """)
      }
      if grant.grant == .identityAssertion { choice.id = command.client.clientID ?? choice.id }
      return try await command.signInInTurn(choice, console)
    }
    // Only a protected resource has a challenge.
    if !request.challenge.isEmpty, let command = try await forResource(saying: console.say) {
      return try await command.signInInTurn(choice, console)
    }
    do {
      try await signInInTurn(choice, console)
    } catch let error as DiscoveryError {
      guard let command = try await forResource(saying: console.say) else { throw error }
      try await command.signInInTurn(choice, console)
    } catch let error as AccountStorageOptions.NameInUse {
      // A resource's account is not the one of an issuer with the same URL.
      guard let command = try? await forResource(saying: console.say) else { throw error }
      try await command.signInInTurn(choice, console)
    }
  }

  private func signInInTurn(_ choice: ClientChoice, _ console: Console) async throws {
    try choice.check(at: server.choice, isNew: registration.register)
    let record = try requested(choice)
    // A dry run opens no store and waits for no other process.
    let directory = server.dryRun ? nil : try await keep.directory()
    let provider = try record.server.accountProvider(
      clientID: registration.register ? nil : choice.id, resources: record.resources)
    if let directory {
      try await keep.requireUnambiguousName(in: directory, at: provider)
      if let notice = try await directory.notice(beforeReplacingBy: record, at: provider) { console.say(notice) }
    }
    guard let directory, record.grant.needsUser else { return try await signInAndKeep(record, in: directory, console) }
    // The account of the user's document belongs to its client ID.
    let other = try registration.document.map { document in
      try record.server.accountProvider(clientID: document, resources: record.resources)
    }
    let turns = SignInQueue(
      directory: directory, providers: Set([provider, other].compactMap(\.self)), request: record.request ?? "",
      timeout: record.grant == .device ? SignInQueue.deviceTimeout : .seconds(browser.timeout + 60))
    // Stored within the turn, so that waiting processes find the account.
    let storedAccount = try await turns.take(saying: console.say) {
      try await signInAndKeep(record, in: directory, console)
    }
    if let storedAccount { try await output.show(storedAccount, in: directory, on: console) }
  }

  /// Returns the request as a record, without its outcome.
  private func requested(_ choice: ClientChoice) throws -> AccountRecord {
    let usual = grant.grant.needsUser ? try server.choice.provider().scope : .none
    var record = AccountRecord(
      server: server.choice, client: choice, grant: grant.grant, scope: try request.givenScope() ?? usual)
    record.resources = request.resource
    record.origins = keep.origin
    record.name = keep.name
    record.isBound = request.dpop
    record.isRegistered = registration.register
    record.isByResource = registration.usesExistingClient
    if registration.initialAccessTokenFile != nil { record.options = ["--initial-access-token-file", "FILE"] }
    record.options += grant.arguments + authorization.arguments + (grant.grant == .code ? browser.arguments : [])
    record.request = record.digest(authorization.parameter + (refresh ? ["--refresh"] : []))
    if !grant.grant.needsUser { record.parameters = authorization.givenParameters }
    if grant.grant == .clientCredentials {
      for audience in grant.audience { record.parameters.append("audience", audience) }
    }
    return record
  }

  private func signInAndKeep(_ record: AccountRecord, in directory: AccountDirectory?, _ console: Console) async throws
  {
    do {
      try await output.show(try await signIn(record, in: directory, console), in: directory, on: console)
    } catch DirectGrantError.noAccessToken(let exchanged) where keep.forgets && output.token {
      console.result(exchanged.token.reveal())
    }
  }

  private func signIn(
    _ record: AccountRecord, in directory: AccountDirectory?, _ console: Console
  ) async throws -> SignInOutcome {
    let device = DeviceInstructions(on: console, isTraced: server.connection.tracing.trace)
    let logger = device.console.logger(isVerbose: output.verbose)
    let existing = await existingClients(for: record, in: directory)
    let way: Login.Way =
      switch record.grant {
      case .code:
        .browser(
          try server.userAgent(
            browser.userAgent(
              console, for: record.server.provider(), clientID: record.client.id, known: existing?.known ?? [],
              offersDevice: canUseDevice, logger: logger)))
      case .device: .device(device)
      case .clientCredentials, .tokenExchange, .jwtBearer: .direct(grant)
      case .identityAssertion: .identityProvider(try await identityProvider(on: console, logger: logger))
      }
    var login = Login(
      record: record, options: authorization, way: way, existing: existing,
      initialAccessToken: try registration.initialAccessTokenFile.map(SecretInput.read),
      clientMembers: registration.member, refreshes: refresh, transport: try server.transport(), logger: logger)
    do {
      return try await login.run(saying: console.say)
    } catch is DeviceGrantChosen {
      login.record.grant = .device
      login.way = .device(device)
      return try await login.run(saying: console.say)
    }
  }

  /// Opens the account at the user's identity provider.
  private func identityProvider(on console: Console, logger: Logger) async throws -> IdentityProviderSession {
    let directory = try await AccountDirectory.existing(keep.profile)
    let storedAccount = try await directory.account(grant.identityProvider)
    return try await IdentityProviderSession(
      of: storedAccount, in: directory,
      connecting: { [connection = server.connection, dryRun = server.dryRun] choice in
        LazyTransport {
          let transport = try connection.tracing.transport(choice.transport())
          return dryRun ? DryRunTransport(transport, curl: choice.curlOptions, console: console) : transport
        }
      }, logger: logger,
      refreshingIn: server.dryRun
        ? nil
        : RefreshProcess(
          directory: directory, account: storedAccount.account, server: storedAccount.record.server,
          recorder: try server.connection.tracing.recorder(), console: console, isVerbose: output.verbose))
  }

  /// Whether the device grant supports all given options: a registered client, and no option of
  /// authorization requests.
  private var canUseDevice: Bool {
    !registration.register && !refresh && authorization.parameter.isEmpty && authorization.forBrowser.isEmpty
  }

  /// Returns the clients that a sign-in at a protected resource may use instead of a new one; `nil` for
  /// other sign-ins.
  private func existingClients(for record: AccountRecord, in directory: AccountDirectory?) async -> ExistingClients? {
    guard registration.usesExistingClient else { return nil }
    let clients = await directory?.knownClients(
      for: record.client, at: record.server, grant: RequestedGrant.name(record.grant.rawValue), scope: record.scope,
      accepting: ResourceChallenge(fields: request.challenge).lacksScope ? request.resource.first : nil)
    return ExistingClients(known: clients ?? [], document: registration.document)
  }
}
