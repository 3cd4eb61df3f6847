import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport

/// Makes clients with random registered values.
struct ClientMaker {
  /// The number of members of ``ClientSettings`` that ``settings(_:)`` sets.
  static let settingsMembers = 38

  let random: SeededRandomSource

  private func maybe<Value>(_ value: Value) -> Value? { random.below(2) == 0 ? nil : value }
  private func flag() -> Bool { random.below(2) == 0 }
  private func some<Value>(_ values: [Value]) -> [Value] { values.filter { _ in flag() } }

  func client() throws -> RegisteredClient {
    let redirects = some(
      try ["https://app.example/callback?a=b", "https://b.example/", "http://127.0.0.1/", "com.example.app:/x"].map {
        try RedirectURI($0)
      })
    let kind = try kind()
    var settings = try settings()
    if case .confidential(.secret, _) = kind {
      settings.secretMethod = maybe(random.one(of: ClientSecretMethod.allCases))
    }
    return RegisteredClient(
      id: random.one(of: ["app", "ü \"\\\u{7}", "https://client.example"]),
      name: random.one(of: ["App", "Ä\u{1F600}"]),
      kind: kind, redirectURIs: redirects, scope: try Scope(some(["openid", "profile", "a:b/c"])),
      grants: Set(some(GrantType.builtIn)), settings: settings)
  }

  private func keys() throws -> ClientKeys {
    switch random.below(3) {
    case 0: .address(try Endpoint("https://app.example/keys"))
    case 1: .set(JSONWebKeySet([]))
    default:
      .set(JSONWebKeySet([try OpenIDKeys.es256.get().verificationKey, try OpenIDKeys.rs256.get().verificationKey]))
    }
  }

  private func kind() throws -> RegisteredClient.Kind {
    let proofKey = random.one(of: [RegisteredClient.ProofKeyRequirement.required, .optionalDespiteCodeInjection])
    return switch random.below(5) {
    case 0: .public
    case 1: .confidential(.secret(SecretHash(of: Secret("s\(random.below(9))"))), proofKey: proofKey)
    case 2: .confidential(.privateKeyJWT(try keys()), proofKey: proofKey)
    case 3: .confidential(.certificate(subject: "CN=app,O=Example"), proofKey: proofKey)
    default: .confidential(.selfSignedCertificate(try keys()), proofKey: proofKey)
    }
  }

  private func settings() throws -> ClientSettings {
    var settings = ClientSettings()
    let algorithms = SignatureAlgorithm.asymmetric.sorted { $0.rawValue < $1.rawValue }
    settings.home = maybe(try Endpoint("https://app.example/"))
    settings.logo = maybe(try Endpoint("https://app.example/logo.png"))
    settings.policy = maybe(try Endpoint("https://app.example/policy"))
    settings.terms = maybe(try Endpoint("https://app.example/terms"))
    settings.contacts = some(["a@app.example", ""])
    settings.needsNoConsent = flag()
    settings.keys = maybe(try keys())
    settings.assertionAlgorithm = maybe(random.one(of: algorithms))
    settings.requestObjectAlgorithm = maybe(random.one(of: algorithms))
    settings.requestObjectsAreUnsigned = settings.requestObjectAlgorithm == nil && flag()
    settings.requiresSignedRequests = flag()
    settings.requiresPushedRequests = flag()
    settings.requestURIs = some(["https://app.example/request#1"])
    settings.idTokenAlgorithm = maybe(random.one(of: algorithms))
    settings.userInfoAlgorithm = maybe(random.one(of: algorithms))
    let encryptions = KeyManagementAlgorithm.allCases.flatMap { algorithm in
      ContentEncryptionAlgorithm.allCases.map { ResponseEncryption(algorithm, $0) }
    }
    settings.requestObjectEncryption = maybe(random.one(of: encryptions))
    settings.idTokenEncryption = maybe(random.one(of: encryptions))
    settings.userInfoEncryption = maybe(random.one(of: encryptions))
    settings.authorizationResponseAlgorithm = maybe(random.one(of: algorithms))
    settings.introspectionAlgorithm = maybe(random.one(of: algorithms))
    settings.subjectType = flag() ? .public : .pairwise(sector: random.one(of: ["app.example", "b.example", "x"]))
    settings.defaultMaximumAge = maybe(random.below(9_999))
    settings.accessTokenFormat = flag() ? .opaque : .jwt
    settings.requiresDPoP = flag()
    settings.requiresCertificateBinding = flag()
    settings.resources = maybe(some(["https://api.example/"]))
    settings.authorizationDetailsTypes = some(["payment"])
    settings.mayIntrospectAll = flag()
    settings.protectedResources = some(["https://api.example/"])
    settings.formerSecret = maybe(
      FormerSecret(hash: SecretHash(of: Secret("former")), validUntil: ManualClock().now))
    settings.claimsInIDToken = some(["email", "groups"])
    settings.allowedGroups = some(["staff"])
    settings.exchangeTargets = some(["https://next.example/"])
    settings.followsFAPI2 = flag()
    settings.postLogoutRedirectURIs = some([try RedirectURI("https://app.example/out")])
    settings.backchannelLogout = maybe(try Endpoint("https://app.example/logout"))
    settings.requiresLogoutSession = flag()
    return settings
  }
}
