import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("OpenID Discovery §3, server")) struct OpenIDMetadataTests {
  // OpenID Connect Discovery §3.
  @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
  func `An OpenID Provider announces exactly its features`(path: String) async throws {
    let members = try await TestServer.openID().get(path).members
    let plain = try await TestServer().get(path).members
    let algorithms: JSONValue = ["RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"]
    let contents: JSONValue = ["A128GCM", "A256GCM", "A128CBC-HS256"]
    let new: [String: JSONValue] = [
      "jwks_uri": "https://login.example/jwks",
      "scopes_supported": ["openid", "profile", "email", "notes"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "claims_supported": [
        "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "acr", "amr", "sid", "name", "family_name",
        "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture", "website", "gender",
        "birthdate", "zoneinfo", "locale", "updated_at", "email", "email_verified",
      ],
      "userinfo_signing_alg_values_supported": ["RS256"],
      "id_token_encryption_alg_values_supported": algorithms, "userinfo_encryption_alg_values_supported": algorithms,
      "id_token_encryption_enc_values_supported": contents, "userinfo_encryption_enc_values_supported": contents,
      "introspection_signing_alg_values_supported": ["RS256"],
      "claims_parameter_supported": true,
      "authorization_signing_alg_values_supported": ["RS256"],
      "response_modes_supported": [
        "query", "fragment", "form_post", "query.jwt", "fragment.jwt", "form_post.jwt", "jwt",
      ],
    ]
    #expect(members == plain.merging(new) { $1 })
    #expect(members["request_parameter_supported"] == true && members["request_uri_parameter_supported"] == false)
    #expect(members["response_types_supported"] == ["code"])
  }

  // The members that Discovery §3 requires. RFC 8414 requires fewer.
  @Test(.covers("OP config: oidcc-discovery-endpoint-verification"))
  func `Every member that Discovery requires is present`() async throws {
    let members = try await TestServer.openID().get("/.well-known/openid-configuration").members
    for name in [
      "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported",
      "subject_types_supported", "id_token_signing_alg_values_supported",
    ] { #expect(members[name] != nil, "\(name)") }
  }

  @Test func `The algorithm is the key's, and the claims are those of the scopes`() async throws {
    let server = try AuthorizationServerConfiguration(
      issuer: Issuer(TestServer.issuer), scopes: Scope(["openid"]),
      signingKeys: SigningKeys(signing: OpenIDKeys.es256.get()))
    let metadata = try await AuthorizationServerMetadata.discover(
      server.issuer, through: InProcessTransport(Self.server(server)))
    #expect(metadata.idTokenSigningAlgValuesSupported == ["ES256"])
    #expect(
      metadata.members["claims_supported"]
        == ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "acr", "amr", "sid"])
  }

  @Test func `Every algorithm with a key is listed, and no claim twice, also with sessions`() async throws {
    let configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(TestServer.issuer), scopes: Scope(["openid"]),
      signingKeys: SigningKeys(signing: OpenIDKeys.es256.get(), alsoSigning: [OpenIDKeys.rs256.get()]),
      passwordContext: "urn:example:password")
    let metadata = try await AuthorizationServerMetadata.discover(
      configuration.issuer, through: InProcessTransport(Self.server(configuration, features: [.sessions])))
    for names in [
      metadata.idTokenSigningAlgValuesSupported, metadata.userInfoSigningAlgValuesSupported,
      metadata.introspectionSigningAlgValuesSupported,
    ] { #expect(names == ["ES256", "RS256"]) }
    let claims = metadata.members["claims_supported"]?.strings ?? []
    #expect(claims.contains("sid") && claims.count == Set(claims).count)
  }

  @Test func `Keys without the scope openid don't make an OpenID Provider`() async throws {
    let configuration = try AuthorizationServerConfiguration(
      issuer: Issuer(TestServer.issuer), scopes: Scope(["profile"]),
      signingKeys: SigningKeys(signing: OpenIDKeys.es256.get()))
    #expect(configuration.idTokenKeys == nil)
    let metadata = try await AuthorizationServerMetadata.discover(
      configuration.issuer, through: InProcessTransport(Self.server(configuration)))
    // The keys may sign access tokens (RFC 9068).
    #expect(configuration.signingKeys != nil && metadata.jwksURI != nil && metadata.subjectTypesSupported == nil)
  }

  @Test func `The scope openid is rejected without keys, and ID tokens are valid for at least a second`() throws {
    let issuer = try Issuer(TestServer.issuer)
    let scopes = try Scope(["openid"])
    #expect(throws: AuthorizationServerConfigurationError.openIDWithoutIDTokens) {
      try AuthorizationServerConfiguration(issuer: issuer, scopes: scopes, signingKeys: nil)
    }
    let keys = try SigningKeys(signing: OpenIDKeys.es256.get())
    #expect(throws: AuthorizationServerConfigurationError.lifetimeTooShort) {
      try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes, lifetimes: TokenLifetimes(idToken: .milliseconds(999)), signingKeys: keys)
    }
  }

  static func server(
    _ configuration: AuthorizationServerConfiguration, features: Set<ServerFeature> = []
  ) -> AuthorizationServer {
    var configuration = configuration
    configuration.features = features
    return AuthorizationServer(
      configuration: configuration, database: InMemoryServerDatabase(), clients: InMemoryClientStore([]),
      users: InMemoryUserDirectory([]), pages: RecordingPages(), logger: LogCollector().logger())
  }
}
