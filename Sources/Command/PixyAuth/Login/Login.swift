internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect
internal import PixyConnection
internal import Synchronization

/// A sign-in from the command line: discovers the server, selects or registers the client, obtains
/// tokens by a grant, verifies the ID token, and reads the profile.
struct Login: Sendable {
  /// The grant, with what it needs besides the request.
  enum Way: Sendable {
    /// The authorization code grant in a browser (RFC 6749 §4.1).
    case browser(any UserAgent)
    /// The device grant (RFC 8628).
    case device(DeviceInstructions)
    /// A grant of one request.
    case direct(GrantOptions)
    /// The identity assertion grant, with the account at the user's identity provider.
    case identityProvider(IdentityProviderSession)
  }

  /// The request: server, client, grant, scope and resources. With ``AccountRecord/isRegistered``,
  /// a client is selected or registered.
  var record: AccountRecord
  let options: AuthorizationOptions
  var way: Way
  /// The clients that may sign in instead of a new one; `nil` if only a new one may.
  var existing: ExistingClients?
  var initialAccessToken: Secret?
  /// Further members of a new client's metadata.
  var clientMembers: [MetadataMember] = []
  /// Whether the tokens are refreshed once, as a test.
  var refreshes = false
  var transport: any HTTPTransport
  var clock = WallClock.system
  let logger: Logger

  /// Runs the sign-in.
  /// - Parameter say: Reports each step, without secrets.
  /// - Returns: The outcome. Its record has the new or the known client if the sign-in registered one
  ///   or used one.
  /// - Throws: ``WrongClock`` for an ID token that isn't valid by this machine's wrong clock; the errors of
  ///   discovery, of the grant and of the verification.
  func run(saying say: @escaping @Sendable (String) -> Void) async throws -> SignInOutcome {
    let watch = ClockWatch(transport, clock: clock)
    var login = self
    login.transport = watch
    do {
      return try await login.runWithClient(saying: say)
    } catch let error as IDTokenError {
      throw WrongClock(error, watch.serverClock).map { $0 as any Error } ?? error
    }
  }

  /// Runs the sign-in, and once more if the server no longer accepts a client of an earlier sign-in.
  private func runWithClient(saying say: @escaping @Sendable (String) -> Void) async throws -> SignInOutcome {
    let selected = Mutex<ClientSelection.Selected?>(nil)
    do {
      return try await run(selecting: { client in selected.withLock { $0 = client } }, saying: say)
    } catch {
      guard let selected = selected.withLock({ $0 }) else { throw error }
      switch selected.origin {
      case .new(let registration): await selection.discard(registration, saying: say)
      case .known where ClientSelection.isAboutUnknownClient(error):
        say("The server no longer accepts the client \(UntrustedText(selected.choice.id)).")
        // A second refusal is an error.
        var anew = self
        anew.existing?.known = []
        return try await anew.runWithClient(saying: say)
      case .known, .given, .document: break
      }
      throw error
    }
  }

  private func run(
    selecting select: @escaping @Sendable (ClientSelection.Selected) -> Void,
    saying say: @escaping @Sendable (String) -> Void
  ) async throws -> SignInOutcome {
    let metadata = try await record.server.metadata(
      through: transport, needing: neededEndpoints, order: record.resources.isEmpty ? .openIDFirst : .oauthFirst)
    if record.server.isNamedProvider {
      try options.requireSupport(by: record, metadata)
    } else if record.isBound, let warning = metadata.dpopWarning {
      say(warning)
    }
    let prover = record.isBound ? try DPoPProver.generate() : nil
    // The client may have to be registered with the redirect URI, so it is created after it.
    @Sendable func selectedClient(_ redirectURI: RedirectURI?) async throws -> (AccountRecord, ServerClient) {
      let selected = try await selected(metadata, redirectURI, prover, saying: say)
      select(selected)
      var record = record
      record.client = selected.choice
      record.registration = selected.registration
      record.isRegistered = selected.registration != nil
      return (record, try client(selected.choice, metadata, prover))
    }
    switch way {
    case .browser(let userAgent):
      let begun = Mutex<(AccountRecord, ServerClient, AuthorizationRequest)?>(nil)
      let code = try await userAgent.authorize { redirectURI in
        let (record, client) = try await selectedClient(redirectURI)
        let request = try request(redirectURI, for: record, client, metadata)
        begun.withLock { $0 = (record, client, request) }
        return try await client.oauth.begin(request)
      }
      guard let (record, client, request) = begun.withLock({ $0 }) else { throw CancellationError() }
      guard let verifier = try client.verifier(for: record.scope) else {
        let tokens = try await client.oauth.exchange(code, resources: record.resources)
        return try await finish(
          SignInOutcome(record: record, client: client, tokens: tokens, request: request), nil, saying: say)
      }
      let signedIn = try await verifier.exchange(code, resources: record.resources)
      return try await finish(
        SignInOutcome(
          record: record, client: client, tokens: signedIn.tokens, idToken: signedIn.idToken, request: request),
        verifier, saying: say)
    case .device(let instructions):
      guard metadata.deviceAuthorizationEndpoint != nil else {
        guard record.server.isNamedProvider else { throw EndpointError(.deviceAuthorization, .notAnnounced) }
        throw ProviderError.noDeviceGrant(provider: try record.server.provider().name)
      }
      let (record, client) = try await selectedClient(nil)
      let verifier = try client.verifier(for: record.scope)
      var outcome = SignInOutcome(
        record: record, client: client,
        tokens: try await instructions.tokens(from: client.oauth, scope: record.scope, resources: record.resources))
      if let verifier {
        let signedIn: SignedIn? = try await client.keeping(outcome.tokens) {
          do {
            return try await verifier.verify(outcome.tokens)
          } catch IDTokenError.missing {
            return nil
          }
        }
        outcome.tokens = signedIn?.tokens ?? outcome.tokens
        outcome.idToken = signedIn?.idToken
      }
      return try await finish(outcome, verifier, saying: say)
    case .direct(let grant):
      let client = try client(record.client, metadata, prover)
      let tokens = try await grant.tokens(from: client.oauth, for: record)
      say("Tokens issued. \(Self.summary(of: tokens))")
      return SignInOutcome(record: record, client: client, tokens: tokens)
    case .identityProvider(let identityProvider):
      let client = try client(record.client, metadata, prover)
      let tokens = try await identityProvider.tokens(for: record, from: client.oauth)
      say("\(identityProvider.name) vouched for you. \(Self.summary(of: tokens))")
      var record = record
      record.identityProvider = identityProvider.account
      return SignInOutcome(record: record, client: client, tokens: tokens)
    }
  }

  /// The endpoints of extensions that the sign-in needs.
  private var neededEndpoints: Set<EndpointName> {
    var endpoints: Set<EndpointName> = []
    if record.isRegistered { endpoints.insert(.registration) }
    if options.par { endpoints.insert(.pushedAuthorizationRequest) }
    if case .device = way { endpoints.insert(.deviceAuthorization) }
    return endpoints
  }

  private var selection: ClientSelection {
    ClientSelection(
      client: record.client, existing: existing, initialAccessToken: initialAccessToken, transport: transport)
  }

  private func client(
    _ choice: ClientChoice, _ metadata: AuthorizationServerMetadata, _ prover: DPoPProver?
  ) throws -> ServerClient {
    try ServerClient(
      choice, at: record.server, metadata, through: transport, prover: prover, clock: clock, logger: logger)
  }

  /// Creates the authorization request of a client.
  private func request(
    _ redirectURI: RedirectURI, for record: AccountRecord, _ client: ServerClient,
    _ metadata: AuthorizationServerMetadata
  ) throws -> AuthorizationRequest {
    var request = try options.request(redirectURI, for: record, at: metadata)
    try client.provider.configure(&request, clientID: client.choice.id)
    return request
  }

  /// Selects the client.
  /// - Parameter redirectURI: The redirect URI; `nil` for the device grant.
  private func selected(
    _ metadata: AuthorizationServerMetadata, _ redirectURI: RedirectURI?, _ prover: DPoPProver?,
    saying say: @Sendable (String) -> Void
  ) async throws -> ClientSelection.Selected {
    guard record.isRegistered else { return ClientSelection.Selected(choice: record.client, origin: .given) }
    return try await selection.select(
      at: metadata,
      usingKnown: { known in
        guard let redirectURI else { return true }
        guard known.registration.redirectURIs.contains(redirectURI.text) else { return false }
        if known.wasJustAccepted { return true }
        let client = try client(known.client, metadata, prover)
        var record = record
        record.client = known.client
        if try await client.oauth.isKnownToServer(redirectURI: redirectURI),
          try await client.oauth.isKnownToAuthorizationEndpoint(
            request(redirectURI, for: record, client, metadata))
        {
          return true
        }
        say("The server no longer accepts the client \(UntrustedText(known.client.id)).")
        return false
      },
      registering: {
        var newClient = try record.client.registration(redirectURI: redirectURI, scope: record.scope, at: metadata)
        for member in clientMembers { member.set(in: &newClient) }
        return newClient
      }, saying: say)
  }

  /// Reports a sign-in of a user, reads the profile, and refreshes the tokens if requested.
  private func finish(
    _ outcome: SignInOutcome, _ verifier: OpenIDClient?, saying say: @Sendable (String) -> Void
  ) async throws -> SignInOutcome {
    say("Signed in. \(Self.summary(of: outcome.tokens))")
    if let idToken = outcome.idToken {
      say("The ID token is verified: \(Self.name(in: idToken.claims)).")
    } else if verifier != nil {
      // RFC 8628 doesn't specify ID tokens, and some servers issue none in this grant.
      say("The server issued no ID token, so the user's identity is not verified.")
    }
    let oauth = outcome.client.oauth
    return try await outcome.client.keeping(outcome.tokens) {
      var outcome = outcome
      outcome.profile = try await profile(of: outcome, verifier, saying: say)
      guard refreshes else { return outcome }
      guard let refreshToken = outcome.tokens.refreshToken else { throw OpenIDError.noRefreshToken }
      outcome.tokens = try await oauth.refresh(refreshToken, forgoing: record.resources)
      if let verifier, let idToken = outcome.idToken {
        let newTokens = try await verifier.verify(outcome.tokens, continuing: idToken)
        (outcome.tokens, outcome.idToken) = (newTokens.tokens, newTokens.idToken)
      }
      say("Refreshed. \(Self.summary(of: outcome.tokens))")
      return outcome
    }
  }

  /// Reads the profile; `nil` if it can't be read.
  ///
  /// The tokens are valid without a profile. Only the profile of another user than the ID token's
  /// ends the sign-in (OpenID Connect Core §5.3.2).
  private func profile(
    of outcome: SignInOutcome, _ verifier: OpenIDClient?, saying say: @Sendable (String) -> Void
  ) async throws -> [String: JSONValue]? {
    let (client, accessToken) = (outcome.client, outcome.tokens.accessToken)
    do {
      if client.named != nil {
        let profile = try await client.provider.profile(outcome.idToken, outcome.tokens, through: client.oauth)
        say("You are \(UntrustedText(profile.displayName)) at \(client.provider.name).")
        return profile.members
      }
      guard client.oauth.server.userInfoEndpoint != nil else { return nil }
      let claims =
        if let verifier, let idToken = outcome.idToken {
          try await verifier.userInfo(accessToken, of: idToken.subject).claims
        } else {
          try await client.oauth.userInfo(accessToken)
        }
      say("You are \(Self.name(in: claims)).")
      return claims
    } catch let error as EndpointError where error.isRefusal && client.named == nil && outcome.idToken == nil {
      // Without the scope openid no profile was requested (OpenID Connect Core §5.3).
      return nil
    } catch let error as any ExplainedError where !Self.isAboutAnotherUser(error) {
      say("The profile could not be read: \(error.explanation)")
      return nil
    }
  }

  private static func isAboutAnotherUser(_ error: any Error) -> Bool {
    switch error {
    case UserInfoError.wrongSubject, ProviderError.profileOfAnotherUser: true
    default: false
    }
  }

  static func summary(of tokens: TokenResponse) -> String {
    let life = tokens.expiresIn.map { "lasts \($0.inWords)" } ?? "has an unknown lifetime"
    let scope = tokens.scope.map { $0.isEmpty ? "no scope" : "scope \($0)" } ?? "the requested scope"
    let refresh = tokens.refreshToken == nil ? "there is no refresh token" : "there is a refresh token"
    let bound = tokens.tokenType == .dpop ? ", is bound to a key" : ""
    return "The access token \(life), has \(scope)\(bound), and \(refresh)."
  }

  static func name(in claims: [String: JSONValue]) -> String {
    let subject = claims["sub"]?.string ?? "an unknown user"
    let name = claims["name"]?.string ?? claims["preferred_username"]?.string ?? claims["email"]?.string
    return UntrustedText(name.map { "\($0) (\(subject))" } ?? subject).description
  }
}
