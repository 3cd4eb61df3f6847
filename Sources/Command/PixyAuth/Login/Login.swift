internal import JOSE
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import OpenIDConnect
internal import PixyConnection
internal import Synchronization

/// A sign-in from the command line: discovers the server, registers the client if requested, lets
/// the user sign in, verifies the ID token, and reads the profile.
struct Login {
  let server: ServerChoice
  let client: ClientChoice
  let registers: Bool
  /// The clients that may sign in instead of a new one; `nil` if only a new one may.
  var existing: ExistingClients?
  /// The endpoints of extensions that the sign-in needs.
  let neededEndpoints: Set<EndpointName>
  let initialAccessToken: Secret?
  /// Further members of a new client's metadata.
  var clientMembers: [MetadataMember] = []
  /// The resources that the token is for (RFC 8707), also in ``request``.
  var resources: [String] = []
  let request: @Sendable (RedirectURI) throws -> AuthorizationRequest
  /// Whether the signed request is encrypted, with algorithms that the server announces.
  var encryptsRequest = false
  let prover: DPoPProver?
  let userAgent: any UserAgent
  let refreshes: Bool
  let transport: any HTTPTransport
  let logger: Logger

  /// Runs the sign-in.
  /// - Parameter say: Reports each step, without secrets.
  /// - Returns: The outcome. Its ``LoginOutcome/client`` is the new or the known client if the
  ///   sign-in registered one or used one.
  func run(saying say: @escaping @Sendable (String) -> Void) async throws -> LoginOutcome {
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
        return try await anew.run(saying: say)
      case .known:
        if case UserAgentError.timedOut = error {
          say("If the sign-in page reported an unknown client, register a new one: add --register.")
        }
      case .given, .document: break
      }
      throw error
    }
  }

  private var selection: ClientSelection {
    ClientSelection(
      client: client, existing: existing, initialAccessToken: initialAccessToken, transport: transport)
  }

  private func run(
    selecting select: @escaping @Sendable (ClientSelection.Selected) -> Void,
    saying say: @escaping @Sendable (String) -> Void
  ) async throws -> LoginOutcome {
    let metadata = try await server.metadata(
      through: transport, needing: neededEndpoints, order: resources.isEmpty ? .openIDFirst : .oauthFirst)
    if prover != nil, let warning = metadata.dpopWarning { say(warning) }
    // The client may have to be registered with the redirect URI, so it is created after it.
    let clientBox = Mutex<(oauth: OAuthClient, chosen: ClientSelection.Selected)?>(nil)
    let requestBox = Mutex<AuthorizationRequest?>(nil)
    let code = try await userAgent.authorize { redirectURI in
      let chosen = try await selected(metadata, redirectURI, saying: say)
      select(chosen)
      let choice = chosen.choice
      let oauth = try oauthClient(choice, metadata)
      var request = try request(redirectURI)
      if request.requestObjectKey != nil {
        request.requestObjectKey = try choice.signingKey(announced: metadata.requestObjectSigningAlgValuesSupported)
      }
      if encryptsRequest { request.requestObjectEncryption = try RequestObjectEncryption(announcedBy: metadata) }
      let asking = request
      clientBox.withLock { $0 = (oauth, chosen) }
      requestBox.withLock { $0 = asking }
      return try await oauth.begin(asking)
    }
    guard let (oauth, chosen) = clientBox.withLock({ $0 }), let request = requestBox.withLock({ $0 }) else {
      throw CancellationError()
    }
    var outcome =
      if request.scope.contains("openid") {
        try await finish(try chosen.choice.openIDClient(oauth), redeeming: code, request, saying: say)
      } else {
        try await finish(oauth, redeeming: code, request, saying: say)
      }
    outcome.client = chosen.choice
    outcome.registration = chosen.registration
    return outcome
  }

  private func oauthClient(_ choice: ClientChoice, _ metadata: AuthorizationServerMetadata) throws -> OAuthClient {
    OAuthClient(
      id: choice.id, authentication: try choice.authentication(at: metadata), server: metadata, prover: prover,
      transport: transport, logger: logger)
  }

  private func selected(
    _ metadata: AuthorizationServerMetadata, _ redirectURI: RedirectURI, saying say: @Sendable (String) -> Void
  ) async throws -> ClientSelection.Selected {
    guard registers else { return ClientSelection.Selected(choice: client, origin: .given) }
    return try await selection.select(
      at: metadata,
      usingKnown: { known in
        guard known.registration.redirectURIs.contains(redirectURI.text) else { return false }
        if known.wasJustAccepted { return true }
        let oauth = try oauthClient(known.client, metadata)
        guard try await !oauth.isKnownToServer(redirectURI: redirectURI) else { return true }
        say("The server no longer knows the client \(UntrustedText(known.client.id)).")
        return false
      },
      registering: {
        var newClient = try client.registration(
          redirectURI: redirectURI, scope: try request(redirectURI).scope, at: metadata)
        for member in clientMembers { member.set(in: &newClient) }
        return newClient
      }, saying: say)
  }

  private func finish(
    _ openID: OpenIDClient, redeeming code: consuming AuthorizationCode, _ request: AuthorizationRequest,
    saying say: @Sendable (String) -> Void
  ) async throws -> LoginOutcome {
    let signedIn = try await openID.redeem(code, resources: resources)
    say("Signed in. \(Self.summary(of: signedIn.tokens))")
    say("The ID token is verified: \(Self.name(in: signedIn.idToken.claims)).")
    return try await openID.client.keeping(signedIn.tokens) {
      var outcome = LoginOutcome(openID.client, client, request, signedIn.tokens)
      outcome.tokens.idToken = signedIn.idToken
      if openID.client.server.userInfoEndpoint != nil {
        outcome.userInfo = try await claims(saying: say) { try await openID.userInfo(signedIn).claims }
        outcome.userInfoIsVerified = outcome.userInfo != nil
      }
      if refreshes {
        let newTokens = try await openID.refresh(signedIn, resources: resources)
        say("Refreshed. \(Self.summary(of: newTokens.tokens))")
        outcome.tokens.tokens = newTokens.tokens
        outcome.tokens.idToken = newTokens.idToken
      }
      return outcome
    }
  }

  private func finish(
    _ oauth: OAuthClient, redeeming code: consuming AuthorizationCode, _ request: AuthorizationRequest,
    saying say: @Sendable (String) -> Void
  ) async throws -> LoginOutcome {
    let tokens = try await oauth.redeem(code, resources: resources)
    say("Signed in. \(Self.summary(of: tokens))")
    return try await oauth.keeping(tokens) {
      var outcome = LoginOutcome(oauth, client, request, tokens)
      if oauth.server.userInfoEndpoint != nil {
        outcome.userInfo = try await claims(saying: say) {
          do {
            return try await oauth.userInfo(tokens.accessToken)
          } catch let error as EndpointError where error.isRefusal {
            // Without the scope openid no profile was requested (OpenID Connect Core §5.3).
            return nil
          }
        }
      }
      if refreshes {
        guard let refreshToken = tokens.refreshToken else { throw OpenIDError.noRefreshToken }
        let newTokens = try await oauth.refresh(refreshToken, resources: resources)
        say("Refreshed. \(Self.summary(of: newTokens))")
        outcome.tokens.tokens = newTokens
      }
      return outcome
    }
  }

  /// Reads the profile; `nil` if it can't be read.
  ///
  /// The tokens are valid without a profile. Only the profile of another user than the ID token's
  /// ends the sign-in (OpenID Connect Core §5.3.2).
  private func claims(
    saying say: @Sendable (String) -> Void, _ read: () async throws -> [String: JSONValue]?
  ) async throws -> [String: JSONValue]? {
    do {
      guard let claims = try await read() else { return nil }
      say("You are \(Self.name(in: claims)).")
      return claims
    } catch UserInfoError.wrongSubject {
      throw UserInfoError.wrongSubject
    } catch let error as any ExplainedError {
      say("The profile could not be read: \(error.explanation)")
      return nil
    }
  }

  static func summary(of tokens: TokenResponse) -> String {
    let life = tokens.expiresIn.map { "lasts \($0.components.seconds) s" } ?? "has an unknown lifetime"
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
