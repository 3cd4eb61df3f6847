public import OAuthCore

/// The configuration of an authorization server: its issuer, scopes, lifetimes, keys and rules.
///
/// ```swift
/// var configuration = try AuthorizationServerConfiguration(
///   issuer: Issuer("https://login.example"),
///   scopes: Scope(["openid", "profile", "notes.read", "offline_access"]),
///   lifetimes: TokenLifetimes(accessToken: .seconds(600)),
///   signingKeys: keys)
/// configuration.registration = .closed
/// configuration.requests.resources = ["https://notes.example"]
/// ```
public struct AuthorizationServerConfiguration: Sendable {
  /// The server's identifier. Its endpoints are below this address (RFC 8414 §2).
  public let issuer: Issuer
  /// The scopes that the server knows.
  public let scopes: Scope
  /// The scope of requests without `scope` (RFC 6749 §3.3).
  public let defaultScope: Scope
  /// The lifetimes of codes, tokens and sessions.
  public let lifetimes: TokenLifetimes
  /// The accepted code challenge methods.
  public let codeChallenges: CodeChallengePolicy
  /// The limits on wrong user codes (RFC 8628 §5.1).
  public var wrongUserCodes = WrongUserCodeLimits.standard
  /// The time that a device waits between two polls (RFC 8628 §3.2, `interval`): 1 to 300 whole
  /// seconds, default 5. Values outside are clamped. Each poll that comes too early adds five
  /// seconds for that device.
  public var devicePollInterval: Duration = .seconds(5)
  var boundedDevicePollInterval: Duration { .seconds(min(max(devicePollInterval.components.seconds, 1), 300)) }
  /// The limits on failed sign-ins.
  public var signInAttempts = SignInAttemptPolicy.standard
  /// The authentication context class of a password sign-in (OpenID Connect Core §2, `acr`), as ID
  /// tokens state it; `nil` to omit it.
  public let passwordContext: String?

  /// The features that the server has. Default: all.
  public var features = Set(ServerFeature.allCases)
  /// The number of processes that serve this issuer, from 1. Each accepts its share of what strangers
  /// may do in a minute, so that all together keep the limits. A load balancer should spread requests
  /// evenly. Default: 1.
  public var processes = 1
  /// The rules for authorization requests.
  public var requests = AuthorizationRequestRules()
  /// The rules for clients that register themselves (RFC 7591). Default: registration is closed.
  public var registration = RegistrationPolicy.closed
  /// The rules for clients that identify themselves with the address of a metadata document
  /// (draft-ietf-oauth-client-id-metadata-document-02). Default: none; an address is no identifier.
  public var clientDocuments: ClientDocumentPolicy?
  /// The salt of pairwise subjects (OpenID Connect Core §8.1). Without it, the server offers none.
  public var pairwiseSubjects: PairwiseSubjects?
  /// The key by which the server recognizes browsers that a user has signed in with: they have
  /// waiting places of their own when many passwords are being checked. All processes of one issuer
  /// need the same key, of at least 128 random bits. Default: a random one for each server value.
  public var knownBrowsersKey: Secret?
  /// The addresses of documents about the server, for users and developers.
  public var documents = ServerDocuments()
  /// Whether log records have the address that a request came from. Default: `true`.
  public var logsAddresses = true
  /// Whether sessions have the address of their sign-in, which the account page shows. Default: `true`.
  public var keepsSessionAddresses = true
  /// The addresses that registered clients may make the server send requests to. Default: public
  /// ones, and loopback if the issuer is on loopback.
  public var outgoing: OutgoingAddresses

  /// The function that waits for a turn at a name that strangers guess at. Tests pass one that moves
  /// their clock.
  package var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

  let metadataPaths: Set<String>
  let keySource: (any SigningKeySource)?

  /// The rules of the token endpoint and of client authentication.
  public var tokenRules = TokenRules()

  /// The authorization endpoint: `/authorize` below the issuer.
  public let authorizationEndpoint: Endpoint
  /// The token endpoint: `/token` below the issuer.
  public let tokenEndpoint: Endpoint
  /// The UserInfo endpoint: `/userinfo` below the issuer.
  public let userInfoEndpoint: Endpoint
  /// The revocation endpoint: `/revoke` below the issuer.
  public let revocationEndpoint: Endpoint
  /// The introspection endpoint: `/introspect` below the issuer.
  public let introspectionEndpoint: Endpoint
  /// The device authorization endpoint: `/device_authorization` below the issuer.
  public let deviceAuthorizationEndpoint: Endpoint
  /// The page on which users enter the codes of devices: `/device` below the issuer.
  public let deviceVerificationEndpoint: Endpoint
  /// The pushed authorization request endpoint: `/par` below the issuer. Offered with
  /// ``ServerFeature/pushedRequests``.
  public let pushedRequestEndpoint: Endpoint
  /// The end session endpoint: `/logout` below the issuer. Offered with ``ServerFeature/sessions``.
  public let endSessionEndpoint: Endpoint
  /// The key set: `/jwks` below the issuer. Offered if there are ``signingKeys``.
  public let keySetEndpoint: Endpoint
  /// The registration endpoint: `/register` below the issuer. Offered unless ``registration`` is
  /// closed.
  public let registrationEndpoint: Endpoint

  /// Returns the share of one process of a limit.
  func share(of limit: Int) -> Int {
    let (share, rest) = limit.quotientAndRemainder(dividingBy: max(processes, 1))
    return max(rest == 0 ? share : share + 1, 1)
  }

  /// Creates a configuration, and checks it.
  /// - Parameters:
  ///   - issuer: The identifier that clients trust: https, or http on loopback.
  ///   - scopes: The scopes that the server knows. `openid` adds ID tokens (OpenID Connect Core
  ///     §3.1.3.3) and needs `signingKeys`. `profile` and `email` open claims at the UserInfo
  ///     endpoint. The resources define the meaning of other scopes.
  ///   - defaultScope: The scope of requests without `scope`. It must be part of `scopes`. Default:
  ///     empty.
  ///   - lifetimes: The lifetimes of codes, tokens and sessions.
  ///   - codeChallenges: The accepted code challenge methods. Default: only S256.
  ///   - signingKeys: The keys that sign ID tokens and other documents: fixed ``SigningKeys``, or a
  ///     ``SigningKeyRing`` that stores and rotates them. Default: none, and the server signs
  ///     nothing.
  ///   - passwordContext: The authentication context class of a password sign-in: an absolute URI,
  ///     or a registered name (RFC 6711). With sessions, it is announced as `acr_values_supported`
  ///     and stated in ID tokens. Default: none.
  /// - Throws: ``AuthorizationServerConfigurationError`` if the server could not keep its promises,
  ///   such as ID tokens without keys or a lifetime out of range.
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

  /// The endpoints' paths below the issuer's path.
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
    static let account = "/account"
    static let password = "/account/password"
    static let home = "/"
  }
}
