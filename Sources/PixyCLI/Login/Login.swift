internal import JOSE
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthUserAgent
internal import OpenIDConnect
internal import Synchronization

/// A sign-in from the command line: discovers the server, registers the client if requested, lets
/// the user sign in, verifies the ID token, and reads the profile.
struct Login {
  let server: ServerChoice
  let client: ClientChoice
  let registers: Bool
  /// The registered clients that may sign in instead of a new one, the newest first.
  var known: [KnownClient] = []
  /// The endpoints of extensions that the sign-in needs.
  let needed: Set<EndpointName>
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
    let used = Mutex<UsedClient?>(nil)
    do {
      return try await run(using: { client in used.withLock { $0 = client } }, saying: say)
    } catch {
      switch used.withLock({ $0 }) {
      case .new(let registration)?: await delete(registration, saying: say)
      case .known(let known)? where Self.isAboutUnknownClient(error):
        return try await registeringAnew(insteadOf: known, saying: say)
      case .known?:
        if case UserAgentError.timedOut = error {
          say("If the sign-in page reported an unknown client, register a new one: add --register.")
        }
      case nil: break
      }
      throw error
    }
  }

  /// The client of a sign-in that was given none.
  private enum UsedClient {
    case new(ClientRegistration)
    case known(KnownClient)
  }

  /// Returns whether the server refused the client itself.
  private static func isAboutUnknownClient(_ error: any Error) -> Bool {
    switch error {
    case CallbackError.refused(let response): response.isAboutUnknownClient
    case let error as EndpointError: error.refusal?.isAboutUnknownClient ?? false
    default: false
    }
  }

  /// Signs in once more, as a new client. A second refusal is an error.
  private func registeringAnew(
    insteadOf known: KnownClient, saying say: @escaping @Sendable (String) -> Void
  ) async throws -> LoginOutcome {
    say("The server no longer accepts the client \(UntrustedText(known.client.id)), so a new one is registered.")
    var anew = self
    anew.known = []
    return try await anew.run(saying: say)
  }

  /// Deletes the client of a sign-in that failed (RFC 7592 §2.3), because nothing else keeps its ID
  /// and its secret.
  private func delete(_ registration: ClientRegistration, saying say: @escaping @Sendable (String) -> Void) async {
    let id = UntrustedText(registration.clientID)
    guard let address = registration.registrationClientURI, let token = registration.registrationAccessToken else {
      return say("The client \(id) stays registered at the server, which issued no token to delete it.")
    }
    // A task of its own: the sign-in may have been cancelled.
    await Task { [transport] in
      do {
        try await ClientRegistration.delete(at: address, with: token, through: transport)
        say("Deleted the registration of \(id), because the sign-in failed.")
      } catch {
        say("The client \(id) stays registered at the server, which did not delete it.")
      }
    }.value
  }

  private func run(
    using use: @escaping @Sendable (UsedClient) -> Void, saying say: @escaping @Sendable (String) -> Void
  ) async throws -> LoginOutcome {
    let metadata = try await server.metadata(
      through: transport, needing: needed, order: resources.isEmpty ? .openIDFirst : .oauthFirst)
    if prover != nil, let warning = metadata.dpopWarning { say(warning) }
    // The client may have to be registered with the redirect URI, so it is created after it.
    let made = Mutex<(oauth: OAuthClient, chosen: ChosenClient)?>(nil)
    let asked = Mutex<AuthorizationRequest?>(nil)
    let code = try await userAgent.authorize { redirectURI in
      let chosen = try await chosenClient(metadata, redirectURI, use, saying: say)
      let choice = chosen.choice
      let oauth = try oauthClient(choice, metadata)
      var request = try request(redirectURI)
      if request.requestObjectKey != nil {
        request.requestObjectKey = try choice.signingKey(announced: metadata.requestObjectSigningAlgValuesSupported)
      }
      if encryptsRequest { request.requestObjectEncryption = try RequestObjectEncryption(announcedBy: metadata) }
      let asking = request
      made.withLock { $0 = (oauth, chosen) }
      asked.withLock { $0 = asking }
      return try await oauth.begin(asking)
    }
    guard let (oauth, chosen) = made.withLock({ $0 }), let request = asked.withLock({ $0 }) else {
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

  /// The client of the sign-in, with its registration if ``registers`` is set.
  private struct ChosenClient {
    var choice: ClientChoice
    var registration: RegistrationRecord?
  }

  private func oauthClient(_ choice: ClientChoice, _ metadata: AuthorizationServerMetadata) throws -> OAuthClient {
    OAuthClient(
      id: choice.id, authentication: try choice.authentication(at: metadata), server: metadata, prover: prover,
      transport: transport, logger: logger)
  }

  private func chosenClient(
    _ metadata: AuthorizationServerMetadata, _ redirectURI: RedirectURI, _ use: @Sendable (UsedClient) -> Void,
    saying say: @Sendable (String) -> Void
  ) async throws -> ChosenClient {
    guard registers else { return ChosenClient(choice: client) }
    if let known = known.first(where: { $0.registration.redirectURIs.contains(redirectURI.text) }) {
      let id = UntrustedText(known.client.id)
      if try await oauthClient(known.client, metadata).isKnownToServer(redirectURI: redirectURI) {
        use(.known(known))
        say("Using the client \(id), which an earlier sign-in registered.")
        return ChosenClient(choice: known.client, registration: known.registration)
      }
      say("The server no longer knows the client \(id), so a new one is registered.")
    }
    let asked = try clientMetadata(redirectURI, metadata)
    let registration = try await ClientRegistration.register(
      asked, at: metadata, initialAccessToken: initialAccessToken, through: transport)
    use(.new(registration))
    say("Registered as \(UntrustedText(registration.clientID)).")
    var choice = client
    choice.id = registration.clientID
    choice.secret = registration.clientSecret
    choice.method = try Self.method(of: registration, asked: client.requestedMethod)
    // A missing key fails here, before the user signs in.
    _ = try choice.authentication(at: metadata)
    return ChosenClient(choice: choice, registration: RegistrationRecord(registration, requested: asked))
  }

  /// Returns the authentication method of the new client. Servers may choose another than the
  /// requested one (RFC 7591 §3.2.1).
  private static func method(
    of registration: ClientRegistration, asked: ClientOptions.Method
  ) throws -> ClientOptions.Method {
    let name = registration.tokenEndpointAuthMethod
    if asked == .clientSecretBasicWithoutEncoding, name == ClientOptions.Method.clientSecretBasic.rawValue {
      return asked
    }
    guard let method = ClientOptions.Method(rawValue: name) else { throw ClientChoiceError.unknownMethod(name) }
    return method
  }

  /// Returns the metadata of a client with only the requested capabilities (RFC 7591 §2).
  private func clientMetadata(
    _ redirectURI: RedirectURI, _ server: AuthorizationServerMetadata
  ) throws -> ClientMetadata {
    let method = client.requestedMethod
    var metadata = ClientMetadata.native(name: "pixy", redirectURIs: [redirectURI])
    metadata.tokenEndpointAuthMethod =
      method == .clientSecretBasicWithoutEncoding ? "client_secret_basic" : method.rawValue
    metadata.scope = try request(redirectURI).scope
    if let key = try client.signingKey(announced: server.tokenEndpointAuthSigningAlgValuesSupported) {
      metadata.jwks = key.verificationKey.publicJWK.map { .object(["keys": .array([$0])]) }
      if method == .privateKeyJWT { metadata.tokenEndpointAuthSigningAlg = key.algorithm.rawValue }
    }
    if let algorithm = client.idTokenAlgorithms.first { metadata.idTokenSignedResponseAlg = algorithm }
    try client.registerDecryption(in: &metadata, at: server)
    for member in clientMembers { member.set(in: &metadata) }
    return metadata
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
        let refreshed = try await openID.refresh(signedIn, resources: resources)
        say("Refreshed. \(Self.summary(of: refreshed.tokens))")
        outcome.tokens.tokens = refreshed.tokens
        outcome.tokens.idToken = refreshed.idToken
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
        let refreshed = try await oauth.refresh(refreshToken, resources: resources)
        say("Refreshed. \(Self.summary(of: refreshed))")
        outcome.tokens.tokens = refreshed
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
