public import OAuthCore

/// What an authorization server is told about itself.
public struct AuthorizationServerConfiguration: Sendable {
  /// The server's name for itself; its endpoints are below this address (RFC 8414 §2).
  public let issuer: Issuer
  /// Every scope that this server knows.
  public let scopes: Scope
  /// What a request without `scope` asks for (RFC 6749 §3.3).
  public let defaultScope: Scope
  /// How long what the server gives out stays good.
  public let lifetimes: TokenLifetimes
  /// Which code challenge methods the server takes.
  public let codeChallenges: CodeChallengePolicy
  /// How many wrong user codes are looked at (RFC 8628 §5.1).
  public var wrongUserCodes = WrongUserCodeLimits.standard
  /// How long a device waits between two polls (RFC 8628 §3.2, `interval`), in whole seconds from 1 to 300; what is outside counts as the
  /// nearer of the two. Each poll that comes earlier makes it five seconds longer for that device.
  public var devicePollInterval: Duration = .seconds(5)
  var boundedDevicePollInterval: Duration { .seconds(min(max(devicePollInterval.components.seconds, 1), 300)) }
  /// How many wrong passwords are looked at, if there is a ``ServerStores/signInAttempts`` to count them.
  public var signInAttempts = SignInAttemptPolicy.standard
  /// How well a password recognizes a person here (OpenID Connect Core §2, `acr`), as ID tokens tell it; `nil` to tell nothing.
  public let passwordContext: String?

  /// What is asked of authorization requests, and what they may name.
  public var requests = AuthorizationRequestRules()
  /// Who may register clients (RFC 7591); nobody unless set.
  public var registration = RegistrationPolicy.closed
  /// What pairwise subjects are made with (OpenID Connect Core §8.1); without it there are none.
  public var pairwiseSubjects: PairwiseSubjects?
  /// What people and developers may read about the server.
  public var documents = ServerDocuments()
  /// Which addresses clients may name that the server sends requests to. This machine's own only if the issuer is on it.
  public var outgoing: OutgoingAddresses

  let metadataPaths: Set<String>
  let keySource: (any SigningKeySource)?

  /// Rules of the token endpoint that not every server needs.
  public var tokenRules = TokenRules()

  /// `/authorize` below the issuer.
  public let authorizationEndpoint: Endpoint
  /// `/token` below the issuer.
  public let tokenEndpoint: Endpoint
  /// `/userinfo` below the issuer.
  public let userInfoEndpoint: Endpoint
  /// `/revoke` below the issuer.
  public let revocationEndpoint: Endpoint
  /// `/introspect` below the issuer.
  public let introspectionEndpoint: Endpoint
  /// `/device_authorization` below the issuer.
  public let deviceAuthorizationEndpoint: Endpoint
  /// `/device` below the issuer, where people enter devices' codes.
  public let deviceVerificationEndpoint: Endpoint
  /// `/par` below the issuer; answers if there is a ``PushedRequestStore``.
  public let pushedRequestEndpoint: Endpoint
  /// `/logout` below the issuer; answers if there are sessions.
  public let endSessionEndpoint: Endpoint
  /// `/jwks` below the issuer; answers if there are ``signingKeys``.
  public let keySetEndpoint: Endpoint
  /// `/register` below the issuer; answers if ``registration`` isn't closed.
  public let registrationEndpoint: Endpoint

  /// Checks and takes a configuration.
  /// - Parameters:
  ///   - issuer: what clients are told to trust; https, or http on loopback.
  ///   - scopes: every scope the server knows. `profile` and `email` open claims at the UserInfo endpoint; with `openid`
  ///     there are ID tokens (OpenID Connect Core §3.1.3.3), which need `signingKeys`; others mean what resources make of
  ///     them.
  ///   - defaultScope: what a request without `scope` asks for; nothing unless said.
  ///   - lifetimes: how long things stay good.
  ///   - codeChallenges: S256 alone unless said.
  ///   - signingKeys: what signs ID tokens and everything else: ``SigningKeys``, or a ``SigningKeyRing`` that keeps them in a store and
  ///     has new ones from time to time. Without any nothing is signed.
  ///   - passwordContext: how well a password recognizes a person here: an absolute URI, or a name that is registered for it
  ///     (RFC 6711). Announced as `acr_values_supported` and told to clients if there are sessions; nothing unless said.
  /// - Throws: ``AuthorizationServerConfigurationError`` for what would make a server that breaks its promises.
  public init(
    issuer: Issuer, scopes: Scope, defaultScope: Scope = .none, lifetimes: TokenLifetimes = TokenLifetimes(),
    codeChallenges: CodeChallengePolicy = .s256, signingKeys: (any SigningKeySource)? = nil,
    passwordContext: String? = nil
  ) throws(AuthorizationServerConfigurationError) {
    guard !scopes.contains("openid") || signingKeys != nil else { throw .openIDWithoutIDTokens }
    guard defaultScope.isSubset(of: scopes) else { throw .defaultScopeUnknown }
    guard lifetimes.authorizationCode >= .seconds(1), lifetimes.accessToken >= .seconds(1),
      lifetimes.refreshToken >= .seconds(1), lifetimes.deviceCode >= .seconds(1), lifetimes.idToken >= .seconds(1),
      lifetimes.session >= .seconds(1), lifetimes.sessionIdle >= .seconds(1)
    else { throw .lifetimeTooShort }
    guard lifetimes.authorizationCode <= .seconds(600) else { throw .codeLifetimeTooLong }
    guard lifetimes.refreshTokenLeeway >= .zero, lifetimes.refreshTokenLeeway <= .seconds(60) else {
      throw .leewayOutOfRange
    }
    guard lifetimes.deviceCode <= .seconds(1_800) else { throw .deviceCodeLifetimeTooLong }
    self.issuer = issuer
    self.scopes = scopes
    self.defaultScope = defaultScope
    self.lifetimes = lifetimes
    self.codeChallenges = codeChallenges
    metadataPaths = Self.metadataPaths(of: issuer)
    keySource = signingKeys
    outgoing = issuer.parts.isLoopback ? .loopbackToo : .publicOnly
    self.passwordContext = passwordContext
    do {
      let base = issuer.origin + issuer.pathPrefix
      authorizationEndpoint = try Endpoint(base + Path.authorize)
      tokenEndpoint = try Endpoint(base + Path.token)
      userInfoEndpoint = try Endpoint(base + Path.userInfo)
      revocationEndpoint = try Endpoint(base + Path.revoke)
      introspectionEndpoint = try Endpoint(base + Path.introspect)
      deviceAuthorizationEndpoint = try Endpoint(base + Path.deviceAuthorization)
      deviceVerificationEndpoint = try Endpoint(base + Path.device)
      pushedRequestEndpoint = try Endpoint(base + Path.pushedRequest)
      endSessionEndpoint = try Endpoint(base + Path.logout)
      keySetEndpoint = try Endpoint(base + Path.keySet)
      registrationEndpoint = try Endpoint(base + Path.registration)
    } catch {
      throw .issuer(error)
    }
  }

  /// Paths below the issuer's own.
  enum Path {
    static let authorize = "/authorize"
    static let decision = "/authorize/decision"
    static let token = "/token"
    static let userInfo = "/userinfo"
    static let revoke = "/revoke"
    static let introspect = "/introspect"
    static let deviceAuthorization = "/device_authorization"
    static let device = "/device"
    static let deviceLink = "/device/qr"
    static let pushedRequest = "/par"
    static let logout = "/logout"
    static let logoutDecision = "/logout/decision"
    static let keySet = "/jwks"
    static let registration = "/register"
    static let openAPI = "/openapi.json"
  }
}
