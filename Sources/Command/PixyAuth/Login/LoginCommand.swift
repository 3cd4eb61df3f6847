package import ArgumentParser
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import PixyConnection
internal import PixyTerminal
internal import TokenStorage

/// `pixy login`: signs the user in with the browser, or obtains tokens by another grant, and stores
/// them.
package struct LoginCommand: AsyncParsableCommand {
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
      Google's desktop clients also have a secret (--client-secret-file).

      With the URL of a protected resource, such as an MCP server, its authorization server, scope and resource are \
      discovered, and a client is registered if you name none and no earlier sign-in registered one at that server. \
      A resource's account is separate from those of other resources at the same server.

      --grant obtains tokens without this machine's browser: device_code with a browser on another device, \
      client_credentials for the client itself, token_exchange and jwt_bearer for a token that you have.

      The exit status is 0 only if all checks passed; --json lists them.
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Registration") var registration: RegistrationOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Grant") var grant: GrantOptions
  @OptionGroup(title: "Browser") var browser: BrowserOptions
  @OptionGroup(title: "Account") var keep: AccountStorageOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Refresh once after the sign-in, as a test.")
  var refresh = false

  package func validate() throws {
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
    try grant.check(request, refreshes: refresh)
    guard !(server.isProvider && request.dpop) else {
      throw ValidationError("--dpop needs an issuer, not a provider's name.")
    }
    guard !(server.isProvider && grant.grant == .device && !request.resource.isEmpty) else {
      throw ValidationError("--resource needs an issuer, not a provider's name.")
    }
    guard request.challenge.isEmpty || mayNameResource else {
      throw ValidationError("--challenge needs the URL of a protected resource in place of an issuer.")
    }
    if !keep.forgets { try server.requireFilesThatStay() }
  }

  package func run() async throws {
    try await Interruption.cancelling {
      let console = Console.standard
      do {
        try await signIn(console)
      } catch {
        throw console.failure(reporting: error)
      }
    }
  }

  /// Signs in at the issuer, or at the authorization server of the protected resource.
  private func signIn(_ console: Console) async throws {
    // Reads standard input and passphrases, which can be read only once.
    let choice = try client.choice(for: server)
    guard mayNameResource else { return try await signInInTurn(choice, console) }
    guard client.isNamed || registration.register else {
      guard let command = try await forResource(saying: console.say) else {
        let others = grant.grant == .device ? "or --client-file" : "--client-file, or --register"
        throw ValidationError(
          """
          \(UntrustedText(server.address.issuer ?? "")) publishes no metadata of a protected resource. For an \
          authorization server, give --client-id, \(others).
          """)
      }
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
    }
  }

  private func signInInTurn(_ choice: ClientChoice, _ console: Console) async throws {
    // A dry run opens no store and waits for no other process.
    let directory = server.dryRun ? nil : try await keep.directory()
    let provider = try SignIn.provider(
      server.choice, nil, clientID: registration.register ? nil : choice.id, resources: request.resource)
    if let directory { try await keep.requireUnambiguousName(in: directory, at: provider) }
    guard let directory, grant.grant == .code || grant.grant == .device else {
      return try await signInAndKeep(choice, in: directory, console)
    }
    // The account of the user's document belongs to its client ID.
    let other = try registration.document.map { document in
      try SignIn.provider(server.choice, nil, clientID: document, resources: request.resource)
    }
    let turns = SignInQueue(
      directory: directory, providers: Set([provider, other].compactMap(\.self)), request: try digest(choice),
      timeout: grant.grant == .device ? SignInQueue.deviceTimeout : .seconds(browser.timeout + 60))
    // Stored within the turn, so that waiting processes find the account.
    let storedAccount = try await turns.take(saying: console.say) {
      try await signInAndKeep(choice, in: directory, console)
    }
    if let storedAccount { try await output.show(storedAccount, in: directory, on: console) }
  }

  /// The sign-in and its `--json` output.
  private struct Result: Sendable {
    let signIn: SignIn
    let members: [String: JSONValue]
  }

  /// Returns the request as a record, without its outcome.
  private func requested(_ choice: ClientChoice) throws -> AccountRecord {
    var record = AccountRecord(
      server: server.choice, client: choice, grant: grant.grant, scope: try request.givenScope() ?? .none)
    record.resources = request.resource
    record.origins = keep.origin
    record.name = keep.name
    record.isBound = request.dpop
    record.isRegistered = registration.register
    record.isByResource = registration.usesExistingClient
    if registration.initialAccessTokenFile != nil { record.options = ["--initial-access-token-file", "FILE"] }
    record.options += grant.arguments + request.arguments + (grant.grant == .code ? browser.arguments : [])
    return record
  }

  private func digest(_ choice: ClientChoice) throws -> String {
    try requested(choice).digest(request.parameter + (refresh ? ["--refresh"] : []))
  }

  private func signIn(_ choice: ClientChoice, in directory: AccountDirectory?, _ console: Console) async throws
    -> Result
  {
    let logger = console.logger(isVerbose: output.verbose)
    switch grant.grant {
    case .code:
      do {
        return try await signInWithBrowser(choice, in: directory, console, logger)
      } catch is DeviceGrantChosen {
        return try await signInOnDevice(choice, in: directory, console)
      }
    case .device: return try await signInOnDevice(choice, in: directory, console)
    case .clientCredentials, .tokenExchange, .jwtBearer:
      let direct = DirectGrant(
        server: server, client: choice, options: grant, scope: try request.givenScope() ?? .none,
        resources: request.resource, parameters: request.givenParameters,
        prover: request.dpop ? try DPoPProver.generate() : nil)
      let signIn = try await direct.run(logger: logger)
      console.say("Tokens issued. \(Login.summary(of: signIn.tokens.tokens))")
      return Result(signIn: signIn, members: signIn.tokens.members)
    }
  }

  /// Whether the device grant supports all given options: a registered client, and no option of
  /// authorization requests.
  private var canUseDevice: Bool {
    !registration.register && !refresh && request.parameter.isEmpty
      && Set(request.forIssuers).isSubset(of: ["--dpop", "--resource"])
  }

  private func signInOnDevice(
    _ choice: ClientChoice, in directory: AccountDirectory?, _ console: Console
  ) async throws -> Result {
    let device = DeviceSignIn(
      server: server, client: choice, scope: try request.givenScope(), bindsToKey: request.dpop,
      resources: request.resource, existing: try await existingClients(for: choice, in: directory))
    let signIn = try await device.run(on: console, isVerbose: output.verbose)
    return Result(signIn: signIn, members: signIn.tokens.members)
  }

  /// Returns the clients that a sign-in at a protected resource may use instead of a new one; `nil` for
  /// other sign-ins.
  private func existingClients(for client: ClientChoice, in directory: AccountDirectory?) async throws
    -> ExistingClients?
  {
    guard registration.usesExistingClient else { return nil }
    let clients = await directory?.knownClients(
      for: client, at: server.choice, grant: RequestedGrant.name(grant.grant.rawValue),
      scope: try request.givenScope() ?? .none,
      accepting: ResourceChallenge(fields: request.challenge).lacksScope ? request.resource.first : nil)
    return ExistingClients(known: clients ?? [], document: registration.document)
  }

  private func signInWithBrowser(
    _ client: ClientChoice, in directory: AccountDirectory?, _ console: Console, _ logger: Logger
  ) async throws -> Result {
    if let provider = try server.provider() { return try await signIn(client, at: provider, console) }
    let request = try request.request(key: client.signingKey(announced: nil))
    let existing = try await existingClients(for: client, in: directory)
    let login = Login(
      server: server.choice, client: client, registers: registration.register, existing: existing,
      neededEndpoints: Set(
        (registration.register ? [.registration] : []) + (self.request.par ? [.pushedAuthorizationRequest] : [])),
      initialAccessToken: try registration.initialAccessTokenFile.map(SecretInput.read),
      clientMembers: registration.member, resources: self.request.resource, request: request,
      encryptsRequest: self.request.encryptedRequest,
      prover: self.request.dpop ? try DPoPProver.generate() : nil,
      userAgent: try server.userAgent(
        browser.userAgent(console, for: existing?.known ?? [], offersDevice: canUseDevice, logger: logger)),
      refreshes: refresh, transport: try server.transport(), logger: logger)
    let outcome = try await login.run(saying: console.say)
    let signIn = SignIn(
      tokens: outcome.tokens, server: server.choice, client: outcome.client, isRegistered: outcome.registration != nil,
      registration: outcome.registration, isByResource: registration.usesExistingClient, grant: .code,
      scope: outcome.request.scope, resources: self.request.resource,
      claims: (outcome.tokens.idToken?.claims ?? [:]).merging(outcome.userInfo ?? [:]) { $1 })
    return Result(signIn: signIn, members: outcome.members)
  }

  private func signIn(_ choice: ClientChoice, at provider: Provider, _ console: Console) async throws -> Result {
    if let option = request.forIssuers.first ?? (registration.register ? "--register" : nil) {
      throw ValidationError("\(option) needs an issuer, not a provider's name.")
    }
    let logger = console.logger(isVerbose: output.verbose)
    let scope = try request.givenScope()
    let login = ProviderLogin(
      client: choice.providerClient(provider, through: try server.transport(), logger: logger), scope: scope,
      parameters: request.givenParameters,
      userAgent: try server.userAgent(
        browser.userAgent(console, for: provider, offersDevice: canUseDevice, logger: logger)),
      refreshes: refresh)
    let outcome = try await login.run(saying: console.say)
    let signIn = SignIn(
      tokens: outcome.tokens, server: server.choice, client: choice, grant: .code,
      scope: scope ?? provider.scope,
      claims: (outcome.tokens.idToken?.claims ?? [:]).merging(outcome.profile?.members ?? [:]) { $1 })
    return Result(signIn: signIn, members: outcome.members)
  }

  private func signInAndKeep(_ choice: ClientChoice, in directory: AccountDirectory?, _ console: Console) async throws {
    let result = try await signIn(choice, in: directory, console)
    var signIn = result.signIn
    signIn.options = try requested(choice).options
    signIn.request = try digest(choice)
    try await output.show(signIn, result.members, in: directory, keep, on: console)
  }
}
