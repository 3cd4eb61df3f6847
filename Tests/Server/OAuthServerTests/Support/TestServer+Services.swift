import DPoPVerification
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

/// Keys of clients, generated once.
enum ClientKey {
  static let es256 = made(.es256, "client-es")
  static let rs256 = made(.rs256, "client-rs")
  static let ps256 = made(.ps256, "client-ps")
  static let stranger = made(.es256, "client-es")

  private static func made(_ algorithm: SignatureAlgorithm, _ keyID: String) -> Result<SigningKey, JSONWebKeyError> {
    do {
      return .success(try SigningKey.generate(algorithm, keyID: keyID))
    } catch {
      return .failure(error)
    }
  }
}

extension TestServer {
  static let notesResource = "https://notes.example/"
  static let mailResource = "https://mail.example/"
  static let service = "service"
  static let otherService = "other-service"
  static let fapi = "fapi"
  static let resourceServer = "resource-server"

  /// Makes a server with DPoP, assertions, and clients that use them.
  static func withServices(
    _ changing: (inout ClientSettings) -> Void = { _ in }, rules: (inout TokenRules) -> Void = { _ in },
    key: Result<SigningKey, JSONWebKeyError> = OpenIDKeys.es256, nonces: (any DPoPNonces)? = nil,
    users: (any UserDirectory)? = nil, moreClients: [RegisteredClient] = [],
    lifetimes: TokenLifetimes = TokenLifetimes(), random: any RandomSource = SeededRandomSource()
  ) throws -> TestServer {
    var settings = ClientSettings()
    changing(&settings)
    var all = TokenRules()
    rules(&all)
    return try TestServer(
      clients: try clients(openID: true) + services(settings) + moreClients, rules: all, key: key, nonces: nonces,
      users: users,
      lifetimes: lifetimes, random: random)
  }

  private init(
    clients: [RegisteredClient], rules: TokenRules, key: Result<SigningKey, JSONWebKeyError>,
    nonces: (any DPoPNonces)?, users: (any UserDirectory)?,
    lifetimes: TokenLifetimes, random: any RandomSource
  ) throws {
    database = try TestedDatabase(clock: clock.wallClock)
    faults = FaultyServerDatabase(database)
    var configuration = try AuthorizationServerConfiguration(
      issuer: try Issuer(Self.issuer),
      scopes: try Scope(["openid", "profile", "email", "address", "phone", "notes", "offline_access"]),
      lifetimes: lifetimes, signingKeys: SigningKeys(signing: key.get()))
    configuration.tokenRules = rules
    configuration.pairwiseSubjects = try PairwiseSubjects(salt: Secret(String(repeating: "salt", count: 11)))
    configuration.requests.resources = [
      Self.notesResource, Self.mailResource, Self.issuer, Self.issuer + "/userinfo",
    ]
    configuration.requests.detailTypes = [Payment()]
    configuration.features = [.dpop, .pushedRequests]
    server = AuthorizationServer(
      configuration: configuration, database: faults, clients: InMemoryClientStore(clients),
      users: users ?? InMemoryUserDirectory([Self.ada]), pages: pages, clock: clock.wallClock,
      random: random,
      dpopNonces: nonces, logger: log.logger())
  }

  /// Returns the clients. `service` and `other-service` have keys, `fapi` follows FAPI 2.0, and
  /// `resource-server` has a secret and may introspect all tokens.
  static func services(_ settings: ClientSettings = ClientSettings()) throws -> [RegisteredClient] {
    let keys = ClientKeys.set(
      JSONWebKeySet(
        try [ClientKey.es256, ClientKey.rs256, ClientKey.ps256].map { try $0.get().verificationKey }))
    let others = ClientKeys.set(JSONWebKeySet([try ClientKey.stranger.get().verificationKey]))
    let scope = try Scope(["openid", "profile", "email", "address", "phone", "notes"])
    let grants: Set<GrantType> = [.authorizationCode, .refreshToken, .clientCredentials, .tokenExchange, .jwtBearer]
    func client(_ id: String, _ kind: RegisteredClient.Kind, _ settings: ClientSettings) throws -> RegisteredClient {
      RegisteredClient(
        id: id, name: id, kind: kind, redirectURIs: [try RedirectURI(redirect)], scope: scope, grants: grants,
        settings: settings)
    }
    var strict = settings
    strict.followsFAPI2 = true
    var resource = settings
    resource.mayIntrospectAll = true
    resource.protectedResources = [notesResource, mailResource]
    resource.exchangeTargets = [notesResource, mailResource]
    return [
      try client(service, .confidential(.privateKeyJWT(keys)), settings),
      try client(otherService, .confidential(.privateKeyJWT(others)), settings),
      try client(fapi, .confidential(.privateKeyJWT(keys)), strict),
      try client(
        resourceServer, .confidential(secretHash: SecretHash(of: Secret(clientSecret))), resource),
    ]
  }

  /// Saves a code as the authorization endpoint does, for a client of any kind.
  func savedCode(
    for client: String, scope: String = "profile email", details: ApprovalDetails = ApprovalDetails(),
    nonce: String? = nil
  ) async throws -> String {
    let code = Secret("code-\(UUID().uuidString)")
    _ = try await database.saveAuthorizationCode(
      AuthorizationCodeRecord(
        hash: SecretHash(ofToken: code), grant: GrantID(rawValue: UUID().uuidString), clientID: client,
        redirectURI: Self.redirect, challenge: try CodeChallenge(Vector.challenge, method: .s256),
        subject: Self.ada.user.subject, scope: try Scope(parameter: scope), expires: clock.now.addingTimeInterval(60),
        rememberedUntil: clock.now.addingTimeInterval(3_600), details: details, nonce: nonce.map(Secret.init)),
      signIn: nil, consuming: nil, request: RequestKey(drawnFrom: SystemRandomSource()))
    return code.reveal()
  }

  /// Returns a fresh assertion, with changed claims. The value `null` leaves a claim out.
  func assertion(
    _ client: String = TestServer.service, key: Result<SigningKey, JSONWebKeyError> = ClientKey.es256,
    type: String? = "JWT", _ changes: [String: JSONValue] = [:]
  ) throws -> String {
    let now = Int64(clock.now.timeIntervalSince1970)
    let claims: [String: JSONValue] = [
      "iss": .string(client), "sub": .string(client), "aud": .string(Self.issuer), "jti": .string(UUID().uuidString),
      "iat": .integer(now), "exp": .integer(now + 60),
    ]
    return try key.get().sign(claims.merging(changes) { $1 }.filter { $0.value != .null }, type: type).reveal()
  }

  /// Returns a form with an assertion for client authentication.
  static func authenticated(_ pairs: [(String, String)], by assertion: String, _ changes: Changes = [:])
    -> FormParameters
  {
    form(
      pairs + [
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", assertion),
      ], changes)
  }

  /// Returns the time that many seconds from now, as a claim.
  func seconds(fromNow seconds: Int64) -> JSONValue {
    .integer(Int64(clock.now.timeIntervalSince1970) + seconds)
  }
}
