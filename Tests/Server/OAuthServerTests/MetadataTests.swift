import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import Testing

@Suite("Metadata", .covers("RFC 8414 §2, server", "RFC 9207 §2, server", "OpenID Discovery §3, server"))
struct MetadataTests {
  @Test(
    "is at the paths of RFC 8414 section 3 and OpenID Connect Discovery section 4",
    arguments: [
      ("https://login.example", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]),
      ("https://login.example/", ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"]),
      (
        "https://login.example/tenant",
        [
          "/.well-known/oauth-authorization-server/tenant", "/.well-known/openid-configuration/tenant",
          "/tenant/.well-known/openid-configuration",
        ]
      ),
      (
        "https://login.example/a/b/",
        ["/.well-known/oauth-authorization-server/a/b", "/a/b/.well-known/openid-configuration"]
      ),
    ])
  func location(issuer: String, paths: [String]) async throws {
    let test = try TestServer(issuer: issuer)
    for path in paths {
      let answer = await test.get(path)
      #expect(answer.status == 200)
      #expect(try answer.members["issuer"]?.string == issuer)
    }
  }

  @Test(
    "of an issuer with a path is at no other path",
    .covers("question: Is the authorization server vulnerable to path confusion"))
  func nowhereElse() async throws {
    let test = try TestServer(issuer: "https://login.example/tenant")
    for path in [
      "/.well-known/oauth-authorization-server", "/tenant/.well-known/oauth-authorization-server", "/authorize",
      "/tenant/authorize/", "/tenant//authorize", "/tenant/Authorize", "/tenant/%61uthorize", "", "/", "*",
    ] {
      #expect(await test.get(path).status == 404)
    }
  }

  @Test(
    "lists exactly the server's features",
    .covers(
      "MCP: OpenID Connect metadata lists code_challenge_methods_supported",
      "question: Is at least one grant type supported"))
  func members() async throws {
    let algorithms: JSONValue = [
      "ES256", "ES384", "ES512", "Ed25519", "EdDSA", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512",
    ]
    let members = try await TestServer().get("/.well-known/oauth-authorization-server").members
    #expect(
      members == [
        "issuer": "https://login.example",
        "authorization_endpoint": "https://login.example/authorize",
        "token_endpoint": "https://login.example/token",
        "userinfo_endpoint": "https://login.example/userinfo",
        "response_types_supported": ["code"],
        "response_modes_supported": ["query", "fragment", "form_post"],
        "grant_types_supported": [
          "authorization_code", "refresh_token", "client_credentials",
          "urn:ietf:params:oauth:grant-type:token-exchange",
        ],
        "refresh_token_expiration_types_supported": ["authorization", "token_timeout"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": [
          "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
        ],
        "token_endpoint_auth_signing_alg_values_supported": algorithms,
        "revocation_endpoint": "https://login.example/revoke",
        "revocation_endpoint_auth_methods_supported": [
          "none", "client_secret_basic", "client_secret_post", "private_key_jwt",
        ],
        "revocation_endpoint_auth_signing_alg_values_supported": algorithms,
        "introspection_endpoint": "https://login.example/introspect",
        "introspection_endpoint_auth_methods_supported": [
          "client_secret_basic", "client_secret_post", "private_key_jwt",
        ],
        "introspection_endpoint_auth_signing_alg_values_supported": algorithms,
        "scopes_supported": ["profile", "email", "notes"],
        "authorization_response_iss_parameter_supported": true,
        "request_parameter_supported": true,
        "request_object_signing_alg_values_supported": [
          "ES256", "ES384", "ES512", "Ed25519", "EdDSA", "PS256", "RS256",
        ],
        "request_uri_parameter_supported": false,
      ])
  }

  @Test("lists plain only when it is allowed", .covers("CVE-2026-67336"))
  func plain() async throws {
    let test = try TestServer(codeChallenges: .s256AndPlainDespiteExposedVerifier)
    let members = try await test.get("/.well-known/openid-configuration").members
    #expect(members["code_challenge_methods_supported"] == ["S256", "plain"])
  }

  @Test("can be read by Pixy's own client", .covers("MCP: RFC 8414 or OpenID Connect Discovery is published"))
  func roundTrip() async throws {
    let answer = try await TestServer().get("/.well-known/oauth-authorization-server")
    let metadata = try AuthorizationServerMetadata(document: JSONValue(bytes: answer.body))
    #expect(metadata.issuer?.text == TestServer.issuer)
    #expect(metadata.authorizationResponseIssParameterSupported)
    #expect(metadata.revocationEndpoint?.text == "https://login.example/revoke")
    #expect(answer.field("Content-Type") == "application/json")
    #expect(answer.field("Cache-Control") == "public, max-age=3600")
  }

  @Test("answers HEAD with the same fields and no body, and rejects other methods with Allow")
  func methods() async throws {
    let test = try TestServer()
    let path = "/.well-known/oauth-authorization-server"
    let get = await test.get(path)
    let head = await test.server.respond(
      to: HTTPRequest(method: .head, scheme: nil, authority: nil, path: path), body: [])
    #expect(head.body.isEmpty)
    #expect(head.field("Content-Length") == String(get.body.count))
    #expect(head.field("Content-Type") == get.field("Content-Type"))
    let post = await test.post(path, FormParameters())
    #expect(post.status == 405)
    #expect(post.field("Allow") == "GET, HEAD")
  }

  @Test("isn't served with a configuration that promises features without support")
  func configuration() throws {
    let issuer = try Issuer(TestServer.issuer)
    let scope = try Scope(["profile"])
    #expect(throws: AuthorizationServerConfigurationError.openIDWithoutIDTokens) {
      try AuthorizationServerConfiguration(issuer: issuer, scopes: Scope(["openid"]))
    }
    #expect(throws: AuthorizationServerConfigurationError.defaultScopeUnknown) {
      try AuthorizationServerConfiguration(issuer: issuer, scopes: scope, defaultScope: Scope(["email"]))
    }
    #expect(throws: AuthorizationServerConfigurationError.lifetimeTooShort) {
      try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scope, lifetimes: TokenLifetimes(accessToken: .milliseconds(500)))
    }
    #expect(throws: AuthorizationServerConfigurationError.codeLifetimeTooLong) {
      try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scope, lifetimes: TokenLifetimes(authorizationCode: .seconds(601)))
    }
    for leeway in [Duration.nanoseconds(-1), .seconds(60) + .nanoseconds(1)] {
      #expect(throws: AuthorizationServerConfigurationError.leewayOutOfRange) {
        try AuthorizationServerConfiguration(
          issuer: issuer, scopes: scope, lifetimes: TokenLifetimes(refreshTokenLeeway: leeway))
      }
    }
    _ = try AuthorizationServerConfiguration(
      issuer: issuer, scopes: scope, lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(60)))
  }
}
