internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy device`: signs in on another device that has a browser (RFC 8628).
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Sign in with a browser on another device.",
    discussion: """
      Shows a URL and a code that you enter in any browser, then waits until you have allowed the sign-in there. For \
      machines without a browser, with servers that support the device grant (RFC 8628). With the scope openid the ID \
      token is verified. The tokens are stored as `pixy login` stores them.

      With the URL of a protected resource, such as an MCP server, the rest is found as by `pixy login`.
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Account") var keep: AccountStorageOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: "Scope to request. Repeatable, or separate scopes with spaces.")
  var scope: [String] = []

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a new key (DPoP, RFC 9449).")
  var dpop = false

  @Option(help: ArgumentHelp("A resource that the token is for (RFC 8707). Repeatable.", valueName: "uri"))
  var resource: [String] = []

  func validate() throws {
    try server.requireServer()
    if client.isNamed || !mayNameResource { try client.requireRegisteredClient() }
    for text in resource where !ParsedURI.isResource(text) { throw ValidationError(RequestOptions.wrongResource) }
    guard !(server.isProvider && (dpop || !resource.isEmpty)) else {
      throw ValidationError("\(dpop ? "--dpop" : "--resource") is for an issuer, not for a provider's name.")
    }
    if !keep.forgets { try server.requireFilesThatStay() }
  }

  /// Whether the argument may be a protected resource instead of an issuer.
  private var mayNameResource: Bool { server.mayNameResource && resource.isEmpty }

  func run() async throws {
    try await Interruption.cancelling {
      let console = Console.standard
      do {
        try await signIn(console)
      } catch {
        throw ExitStatus.report(error, on: console)
      }
    }
  }

  /// Signs in at the issuer, or at the authorization server of the protected resource.
  private func signIn(_ console: Console) async throws {
    // Reads standard input and passphrases, which can be read only once.
    let choice = try client.choice(for: server)
    guard mayNameResource else { return try await signInInTurn(choice, for: nil, console) }
    guard client.isNamed else {
      guard let found = try await namedResource(console) else {
        throw ValidationError(
          """
          \(UntrustedText(server.address.issuer ?? "")) publishes no metadata of a protected resource. For an \
          authorization server, give --client-id, or --client-file.
          """)
      }
      return try await asking(for: found).signInInTurn(choice, for: found, console)
    }
    do {
      try await signInInTurn(choice, for: nil, console)
    } catch let error as DiscoveryError where error.isNoIssuer {
      guard let found = try await namedResource(console) else { throw error }
      try await asking(for: found).signInInTurn(choice, for: nil, console)
    }
  }

  private func namedResource(_ console: Console) async throws -> NamedResource? {
    try await NamedResource.find(at: server, for: client, grant: .device, saying: console.say)
  }

  /// Returns the same sign-in with the options that a resource asks for.
  private func asking(for found: NamedResource) -> DeviceCommand {
    var command = self
    command.server.address.issuer = found.issuer.text
    command.resource = [found.resource]
    if scope.isEmpty { command.scope = found.scope }
    if found.bindsTokens { command.dpop = true }
    return command
  }

  /// Signs in when it is this process's turn.
  ///
  /// - Parameters:
  ///   - choice: The client.
  ///   - found: The resource, if an existing or a new client signs in for it.
  private func signInInTurn(_ choice: ClientChoice, for found: NamedResource?, _ console: Console) async throws {
    // A dry run opens no store.
    let book = server.dryRun ? nil : try await keep.book()
    let scope = scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
    @Sendable func device() async -> DeviceSignIn {
      var device = DeviceSignIn(server: server, client: choice, scope: scope, bindsToKey: dpop, resources: resource)
      if let found {
        let known = await book?.knownClients(
          for: choice, at: server.choice, grant: RequestedGrant.name(AccountRecord.Grant.device.rawValue),
          scope: scope ?? .none)
        device.existing = ExistingClients(known: known ?? [], document: found.document)
      }
      return device
    }
    guard let book else { return try await signIn(by: device(), in: nil, console, request: nil) }
    var asked = AccountRecord(server: server.choice, client: choice, grant: .device, scope: scope ?? .none)
    asked.resources = resource
    asked.isRegistered = found != nil
    asked.isByResource = found != nil
    asked.origins = keep.origin
    asked.name = keep.name
    asked.isBound = dpop
    let provider = try SignIn.provider(
      server.choice, nil, clientID: found == nil ? choice.id : nil, resources: resource)
    let other = try found?.document.map { document in
      try SignIn.provider(server.choice, nil, clientID: document, resources: resource)
    }
    try await keep.requireUnambiguousName(in: book, at: provider)
    let turns = SignInQueue(
      book: book, providers: Set([provider, other].compactMap(\.self)), request: asked.digest([]),
      timeout: SignInQueue.deviceTimeout)
    let kept = try await turns.take(saying: console.say) {
      try await signIn(by: device(), in: book, console, request: turns.request)
    }
    if let kept { try await output.show(kept, in: book, on: console) }
  }

  private func signIn(
    by device: DeviceSignIn, in book: AccountBook?, _ console: Console, request: String?
  ) async throws {
    var signedIn = try await device.run(on: console, isVerbose: output.verbose)
    signedIn.request = request
    try await output.show(signedIn, signedIn.tokens.members, in: book, keep, on: console)
  }
}
