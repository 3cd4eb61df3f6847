internal import FoundationBasics
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import PixyConnection
internal import PixyTerminal
internal import QRCode

/// A sign-in with a browser on another device (RFC 8628).
struct DeviceSignIn: Sendable {
  let server: ServerOptions
  let client: ClientChoice
  /// The scope to request, or `nil` for the provider's default.
  let scope: Scope?
  let bindsToKey: Bool
  /// The resources that the token is for (RFC 8707).
  var resources: [String] = []
  /// The clients that may sign in instead of a new one; `nil` if ``client`` is registered.
  var existing: ExistingClients?

  /// Shows the address and the code, and waits until the user has signed in.
  func run(on console: Console, isVerbose: Bool) async throws -> SignIn {
    let status = StatusLine()
    // A trace goes to the same terminal and would overwrite the status line.
    let isShown = Terminal.isThere(ProcessInfo.processInfo.environment) && !server.connection.tracing.trace
    let signIn = try await RemainingTime(status: status, isShown: isShown).shown { begin in
      try await run(on: console.above(status), isVerbose: isVerbose, waiting: begin)
    }
    console.say("Signed in.")
    return signIn
  }

  private func run(
    on console: Console, isVerbose: Bool, waiting begin: @escaping @Sendable (Duration) -> Void
  ) async throws -> SignIn {
    let logger = console.logger(isVerbose: isVerbose)
    let choice = client
    let transport = try server.transport()
    if let provider = try server.provider() {
      let client = choice.providerClient(provider, through: transport, logger: logger)
      return try await run(choice, at: client, console, waiting: begin)
    }
    // A missing key fails before the first request.
    _ = try choice.signingKey(announced: nil)
    let metadata = try await server.choice.metadata(
      through: transport, needing: existing == nil ? [.deviceAuthorization] : [.deviceAuthorization, .registration],
      order: resources.isEmpty ? .openIDFirst : .oauthFirst)
    if bindsToKey, let warning = metadata.dpopWarning { console.say(warning) }
    let prover = bindsToKey ? try DPoPProver.generate() : nil
    return try await run(at: metadata, through: transport, existing, console, waiting: begin) { choice in
      OAuthClient(
        id: choice.id, authentication: try choice.authentication(at: metadata), server: metadata, prover: prover,
        transport: transport, logger: logger)
    }
  }

  /// Signs in as the given client, or as an existing or new one.
  private func run(
    at metadata: AuthorizationServerMetadata, through transport: any HTTPTransport, _ existing: ExistingClients?,
    _ console: Console, waiting begin: @Sendable (Duration) -> Void, as oauth: (ClientChoice) throws -> OAuthClient
  ) async throws -> SignIn {
    guard let existing else {
      return try await run(client, at: try oauth(client), scope ?? .none, console, waiting: begin)
    }
    guard metadata.deviceAuthorizationEndpoint != nil else {
      throw EndpointError(.deviceAuthorization, .notAnnounced)
    }
    let selection = ClientSelection(
      client: client, existing: existing, initialAccessToken: nil, transport: transport)
    let selectedClient = try await selection.select(
      at: metadata, usingKnown: { _ in true },
      registering: { try client.registration(redirectURI: nil, scope: scope ?? .none, at: metadata) },
      saying: console.say)
    do {
      var signIn = try await run(
        selectedClient.choice, at: try oauth(selectedClient.choice), scope ?? .none, console, waiting: begin)
      signIn.isRegistered = selectedClient.registration != nil
      signIn.registration = selectedClient.registration
      signIn.isByResource = true
      return signIn
    } catch {
      switch selectedClient.origin {
      case .new(let registration): await selection.discard(registration, saying: console.say)
      case .known where ClientSelection.isAboutUnknownClient(error):
        console.say("The server no longer accepts the client \(UntrustedText(selectedClient.choice.id)).")
        // A second refusal is an error.
        return try await run(
          at: metadata, through: transport, ExistingClients(document: existing.document), console, waiting: begin,
          as: oauth)
      case .given, .known, .document: break
      }
      throw error
    }
  }

  private func run(
    _ choice: ClientChoice, at oauth: OAuthClient, _ scope: Scope, _ console: Console,
    waiting begin: @Sendable (Duration) -> Void
  ) async throws -> SignIn {
    var parameters = FormParameters()
    for resource in resources { parameters.append("resource", resource) }
    let authorization = try await oauth.deviceAuthorization(scope: scope, parameters: parameters)
    show(authorization, on: console)
    begin(authorization.expiresIn)
    let tokens = try await oauth.tokens(for: authorization, resources: resources) { report($0, on: console) }
    var outcome = TokenOutcome(oauth, tokens)
    if scope.contains("openid") {
      let signedIn: SignedIn? = try await oauth.keeping(tokens) {
        do {
          return try await choice.openIDClient(oauth).verify(tokens)
        } catch IDTokenError.missing {
          return nil
        }
      }
      outcome.tokens = signedIn?.tokens ?? tokens
      outcome.idToken = signedIn?.idToken
      console.say(outcome.idToken == nil ? Self.noIDToken : "The ID token is verified.")
    }
    var claims = outcome.idToken?.claims ?? [:]
    if oauth.server.userInfoEndpoint != nil, let profileClaims = try? await oauth.userInfo(tokens.accessToken) {
      // With an ID token, the UserInfo response must be about the same user (OpenID Connect Core
      // §5.3.2).
      if outcome.idToken == nil || profileClaims["sub"]?.string == outcome.idToken?.subject {
        claims.merge(profileClaims) { $1 }
      }
    }
    return SignIn(
      tokens: outcome, server: server.choice, client: choice, grant: .device, scope: scope, resources: resources,
      claims: claims)
  }

  private func run(
    _ choice: ClientChoice, at client: ProviderClient, _ console: Console,
    waiting begin: @escaping @Sendable (Duration) -> Void
  ) async throws -> SignIn {
    let signedIn = try await client.signInOnDevice(
      scope: scope,
      showing: { authorization in
        show(authorization, on: console)
        begin(authorization.expiresIn)
      }, progress: { report($0, on: console) })
    var outcome = TokenOutcome(try await client.oauthClient(), signedIn.tokens)
    outcome.idToken = signedIn.idToken
    let scope = scope ?? client.provider.scope
    if signedIn.idToken != nil {
      console.say("The ID token is verified.")
    } else if scope.contains("openid") {
      console.say(Self.noIDToken)
    }
    let profile = try await ProviderLogin.profile(of: signedIn, client, saying: console.say)
    return SignIn(
      tokens: outcome, server: server.choice, client: choice, grant: .device, scope: scope,
      claims: (signedIn.idToken?.claims ?? [:]).merging(profile?.members ?? [:]) { $1 })
  }

  /// RFC 8628 doesn't specify ID tokens, and some servers issue none in this grant.
  private static let noIDToken = "The server issued no ID token, so the user's identity is not verified."

  private func show(_ authorization: DeviceAuthorization, on console: Console) {
    console.say("Open this address in any browser, and enter the code \(UntrustedText(authorization.userCode)):")
    console.say("")
    console.say("  \(authorization.verificationURI.text)")
    if let complete = authorization.verificationURIComplete {
      console.say("")
      console.say("Or open this one, which contains the code:")
      console.say("")
      console.say("  \(complete.text)")
      for line in Self.picture(of: complete) { console.say(line) }
    }
    console.say("")
    console.say("Waiting, for at most \(authorization.expiresIn.components.seconds) s …")
  }

  /// Returns the URL as a QR code for a phone's camera, if standard error is a terminal and the
  /// code fits.
  private static func picture(of address: Endpoint) -> [String] {
    guard Terminal.isThere(ProcessInfo.processInfo.environment), let symbol = QRSymbol(address.text),
      symbol.boxSize <= 80
    else { return [] }
    return ["", "Or scan this code with a phone:", ""] + symbol.terminalLines
  }

  private func report(_ progress: PollingProgress, on console: Console) {
    if progress.state == .slowedDown { console.say("The server asked for longer pauses between requests.") }
    if progress.state == .unreachable { console.say("The server gave no usable answer; trying again.") }
  }
}
