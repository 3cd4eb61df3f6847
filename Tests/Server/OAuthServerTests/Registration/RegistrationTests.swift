import Evidence
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

@Suite(.covers("RFC 7591 §2, server", "OpenID Registration §2, server")) struct RegistrationTests {
  // RFC 7591 §3.2.1.
  @Test(
    .covers(
      "question: Is the client secret long enough", "question: Is the client secret secure (128 bits)",
      "question: Is the client secret secure (160 bits)", "CVE-2026-44476"))
  func `The answer has all registered members, and the client's secret`() async throws {
    let test = try RegistrationServer()
    let answer = await test.register(["client_name": "My App", "grant_types": ["authorization_code", "refresh_token"]])
    #expect(answer.status == 201 && answer.field("Content-Type") == "application/json")
    #expect(answer.field("Cache-Control") == "no-store" && answer.field("Pragma") == "no-cache")
    let members = try answer.members
    let id = try #require(members["client_id"]?.string)
    let secret = try #require(members["client_secret"]?.string)
    // 256 bits in 43 characters.
    #expect(secret.utf8.count == 43 && id.utf8.count == 22)
    #expect(members["client_secret_expires_at"] == 0 && members["client_id_issued_at"] == 1_800_000_000)
    #expect(members["registration_client_uri"] == .string("https://login.example/register/\(id)"))
    #expect(members["client_name"] == "My App" && members["token_endpoint_auth_method"] == "client_secret_basic")
    #expect(members["redirect_uris"] == [.string(RegistrationServer.redirect)])
    #expect(members["grant_types"] == ["authorization_code", "refresh_token"] && members["response_types"] == ["code"])
    #expect(members["application_type"] == "web" && members["scope"] == "openid profile email offline_access")
    #expect(members["client_secret_sha256"] == nil && members["id_token_signed_response_alg"] == "RS256")
    #expect(Set(test.log.records.filter { $0.contains(secret) }).isEmpty)
  }

  @Test(
    .covers("RP Metadata Choices §2, server"),
    arguments: [
      // §4, the example: the preferred value isn't supported.
      (
        [
          "id_token_signing_alg_values_supported": ["PS256", "ES256", "RS256"], "id_token_signed_response_alg": "PS256",
        ],
        "id_token_signed_response_alg", "ES256"
      ),
      (
        ["id_token_signing_alg_values_supported": ["ES256", "RS256"], "id_token_signed_response_alg": "RS256"],
        "id_token_signed_response_alg", "RS256"
      ),
      (["id_token_signing_alg_values_supported": ["PS256", "ES256"]], "id_token_signed_response_alg", "ES256"),
      (
        ["token_endpoint_auth_methods_supported": ["client_secret_jwt", "private_key_jwt", "client_secret_post"]],
        "token_endpoint_auth_method", "client_secret_post"
      ),
      (["subject_types_supported": ["pairwise"]], "subject_type", "pairwise"),
      (["userinfo_signing_alg_values_supported": ["ES256"]], "userinfo_signed_response_alg", nil),
      (
        ["userinfo_signing_alg_values_supported": ["PS256", "ES256"], "userinfo_signed_response_alg": "PS256"],
        "userinfo_signed_response_alg", "ES256"
      ),
      (
        ["id_token_encryption_alg_values_supported": ["RSA-OAEP-256"], "unknown_values_supported": ["x"]],
        "id_token_encrypted_response_alg", nil
      ),
      (["subject_types_supported": .null], "subject_type", nil),
    ] as [([String: JSONValue], String, String?)])
  func `The server chooses a value that it supports, and answers only with that`(
    _ members: [String: JSONValue], _ name: String, _ choice: String?
  ) async throws {
    let answer = try await RegistrationServer().registered(members)
    #expect(answer[name]?.string == choice, "\(answer)")
    #expect(!answer.keys.contains { $0.hasSuffix("_supported") })
  }

  @Test(
    .covers("RP Metadata Choices §2, server"),
    arguments: [
      (["id_token_signing_alg_values_supported": ["PS256"]], "has no value that this server supports: ES256, RS256"),
      (["id_token_signing_alg_values_supported": []], "is not a list of strings"),
      (["subject_types_supported": "public"], "is not a list of strings"),
      (
        ["subject_types_supported": ["pairwise"], "subject_type": "public"],
        "subject_type is not in subject_types_supported"
      ),
      (["token_endpoint_auth_methods_supported": ["private_key_jwt"]], "has no value that this server supports"),
    ] as [([String: JSONValue], String)])
  func `A list without a usable value is rejected`(_ members: [String: JSONValue], _ words: String) async throws {
    let refusal = try await RegistrationServer().refusal(members)
    #expect(refusal.error == "invalid_client_metadata" && refusal.description.contains(words), "\(refusal)")
  }

  @Test func `A registered client can sign a user in at once`() async throws {
    let test = try RegistrationServer()
    let client = try await test.registered(["grant_types": ["authorization_code", "refresh_token"]])
    let tokens = try await test.tokens(client)
    let id = try #require(client["client_id"]?.string)
    let token = try await test.idToken(tokens)
    #expect(token.claims["aud"] == .string(id) && token.claims["sub"] == "248289761001" && tokens.refresh != nil)
  }

  @Test func `Pixy's own client registers itself and knows how to authenticate`() async throws {
    let test = try RegistrationServer()
    let transport = InProcessTransport(test.server)
    let metadata = try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport)
    let registration = try await ClientRegistration.register(
      .native(name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")]), at: metadata,
      through: transport)
    #expect(registration.clientSecret == nil && registration.tokenEndpointAuthMethod == "none")
    #expect(registration.registrationAccessToken != nil && registration.registrationClientURI != nil)
    let confidential = try await ClientRegistration.register(
      ClientMetadata(redirectURIs: [try RedirectURI(RegistrationServer.redirect)]), at: metadata, through: transport)
    #expect(confidential.clientSecret != nil && confidential.clientSecretExpiresAt == nil)
  }

  // RFC 7591 §2: unknown members are ignored. Unsupported values are left out, because oidc-agent
  // and others send them.
  @Test func `Unsupported values are left out, and the answer has the rest`() async throws {
    let members = try await RegistrationServer().registered([
      "grant_types": ["authorization_code", "implicit", "password", "refresh_token"],
      "response_types": ["code", "token id_token"], "scope": "openid admin email", "made_up": [1, 2],
      "client_name#de": "Programm", "needs_no_consent": true, "may_introspect_all": true, "resources": ["x"],
      "application_type": "web",
      "redirect_uris": ["edu.kit.data.oidc-agent:/redirect", "http://localhost:8080", "http://localhost:4242"],
    ])
    #expect(members["grant_types"] == ["authorization_code", "refresh_token"] && members["response_types"] == ["code"])
    #expect(
      members["scope"] == "openid profile email offline_access" && members["made_up"] == nil
        && members["needs_no_consent"] == nil)
  }

  // A stranger could otherwise ask users for access to the operator's resources.
  // MCP 2026-07-28, Authorization, Step-Up: the client registers with the scope of its first request.
  @Test(.covers("attack: scopes for strangers"))
  func `A stranger that registered with one scope may later request all that strangers may register`()
    async throws
  {
    let test = try RegistrationServer(scopes: ["openid", "profile", "email", "mail.read"])
    let client = try await test.registered(["scope": "openid"])
    #expect(client["scope"] == "openid profile email")
    #expect(try await test.tokens(client, ["scope": "openid"]).members["scope"] == "openid")
    #expect(
      try await test.tokens(client, ["scope": "openid email mail.read"]).members["scope"] == "openid email")
  }

  @Test(.covers("attack: scopes for strangers", "CVE-2026-18570"))
  func `A stranger gets the scopes of OpenID Connect, and the bearer of an initial access token all`()
    async throws
  {
    let token = "an-initial-access-token-for-tests"
    let test = try RegistrationServer(
      RegistrationPolicy(.openWithInitialAccessTokens([SecretHash(of: Secret(token))])),
      scopes: ["openid", "profile", "mail.read"])
    let stranger = try await test.registered(["scope": "openid mail.read"])
    #expect(stranger["scope"] == "openid profile")
    #expect(try await test.registered()["scope"] == "openid profile")
    let vouched = await test.register(["scope": "openid mail.read"], token: token)
    #expect(try vouched.status == 201 && vouched.members["scope"] == "openid mail.read")
    #expect(await test.register([:], token: "wrong").status == 401)
    // Only strangers are kept from redirects, and deleted if they stay unused.
    for (answer, isStranger) in [(stranger, true), (try vouched.members, false)] {
      let id = try #require(answer["client_id"]?.string)
      let record = try #require(try await test.database.registration(id, at: test.clock.now))
      #expect(record.isFromOpenRegistration == isStranger && (record.unusedUntil != nil) == isStranger)
    }
    var wider = RegistrationPolicy(.open)
    wider.scope = try Scope(["openid", "mail.read"])
    let told = try await RegistrationServer(wider, scopes: ["openid", "profile", "mail.read"]).registered()
    #expect(told["scope"] == "openid mail.read")
  }

  // A verification with 8,192 bits takes many times as long as one with 2,048.
  @Test(.covers("attack: keys that are slow to verify with")) func `A stranger's slow keys are rejected`() async throws
  {
    let slow: JSONValue = [
      "kty": "RSA", "e": "AQAB", "n": .string(Base64URL.encode([0x80] + [UInt8](repeating: 1, count: 1_023))),
    ]
    let odd: JSONValue = [
      "kty": "RSA", "e": "Aw", "n": .string(Base64URL.encode([0x80] + [UInt8](repeating: 1, count: 255))),
    ]
    for key in [slow, odd] {
      #expect(try await RegistrationServer().refusal(["jwks": ["keys": [key]]]).description.hasPrefix("jwks"))
    }
    let token = "an-initial-access-token-for-tests"
    let test = try RegistrationServer(RegistrationPolicy(.initialAccessTokens([SecretHash(of: Secret(token))])))
    #expect(await test.register(["jwks": ["keys": [slow]]], token: token).status == 201)
  }

  // OpenID Connect Registration §2: `none` means that the client's request objects are unsigned.
  @Test func `Unsigned request objects are registered where the server fetches them, and refused elsewhere`()
    async throws
  {
    let members: [String: JSONValue] = ["request_object_signing_alg": "none"]
    let fetching = try RegistrationServer(
      transport: ScriptedTransport(results: []), features: [.pushedRequests, .deviceAuthorization])
    #expect(try await fetching.registered(members)["request_object_signing_alg"] == "none")
    let metadata = try await fetching.get("/.well-known/openid-configuration").members
    #expect(metadata["request_object_signing_alg_values_supported"]?.strings?.contains("none") == true)
    let both = members.merging(["require_signed_request_object": true, "jwks": ["keys": []]]) { $1 }
    #expect(try await fetching.refusal(both).description.hasPrefix("require_signed_request_object"))
    let other = try RegistrationServer()
    #expect(try await other.refusal(members).description.hasPrefix("request_object_signing_alg"))
    let announced = try await other.get("/.well-known/openid-configuration").members
    #expect(announced["request_object_signing_alg_values_supported"]?.strings?.contains("none") == false)
  }

  @Test(
    .covers("CVE-2026-29192", "GHSA-86j7-9j95-vpqj"),
    arguments: [
      ("https://a.example/#f", "fragment"), ("http://a.example/", "not https"), ("javascript:alert(1)", "scheme"),
      ("/callback", "absolute"), ("https://user@a.example/", "user name"),
      ("data:text/html,x", "scheme"), ("", "absolute"),
    ])
  func `A dangerous redirect URI is rejected`(_ uri: String, why: String) async throws {
    let (error, description) = try await RegistrationServer().refusal([
      "redirect_uris": [.string(RegistrationServer.redirect), .string(uri)]
    ])
    #expect(error == "invalid_redirect_uri" && description.contains(why), "\(description)")
  }

  // RFC 8252 §8.4: any program can claim such a scheme. Editors register several addresses.
  @Test(.covers("RFC 8252 §8.4, server"))
  func `An address whose scheme has no dot is left out, unless the operator allows the scheme`() async throws {
    let addresses: JSONValue = [.string(RegistrationServer.redirect), "cursor://mcp/callback", "vscode:/callback"]
    let members: [String: JSONValue] = ["redirect_uris": addresses, "post_logout_redirect_uris": addresses]
    var policy = RegistrationPolicy(.open)
    let strict = try await RegistrationServer(policy).registered(members)
    policy.privateUseSchemes = ["cursor"]
    let wide = try RegistrationServer(policy)
    let allowed = try await wide.registered(members)
    for name in ["redirect_uris", "post_logout_redirect_uris"] {
      #expect(strict[name] == [.string(RegistrationServer.redirect)])
      #expect(allowed[name] == [.string(RegistrationServer.redirect), "cursor://mcp/callback"])
    }
  }

  @Test(.covers("RFC 8252 §8.4, server")) func `A client that has only schemes without a dot is rejected`()
    async throws
  {
    let (error, description) = try await RegistrationServer().refusal(["redirect_uris": ["myapp:/a", "cursor://b/c"]])
    #expect(error == "invalid_redirect_uri" && description.contains("dot"), "\(description)")
  }

  @Test(arguments: [
    "https://a.example/x?y=z", "http://127.0.0.1/", "http://[::1]:7/x", "http://localhost/x", "com.example.app:/x",
  ])
  func `Every kind of safe redirect URI is accepted`(_ uri: String) async throws {
    let members = try await RegistrationServer().registered(["redirect_uris": [.string(uri)]])
    #expect(members["redirect_uris"] == [.string(uri)])
  }

  @Test(
    .covers(
      "rfc8725bis §3.10", "attack: requests into the operator's network", "question: Is JWT authentication implemented"),
    arguments: [
      ("redirect_uris", ["redirect_uris": []]), ("redirect_uris", ["redirect_uris": .null]),
      ("redirect_uris", ["redirect_uris": "https://a.example/"]),
      ("grant_types", ["grant_types": ["password"]]), ("grant_types", ["grant_types": []]),
      ("grant_types", ["grant_types": ["refresh_token"]]),
      ("response_types", ["response_types": ["token"]]), ("response_types", ["response_types": []]),
      (
        "response_types",
        ["grant_types": ["urn:ietf:params:oauth:grant-type:device_code"], "response_types": ["code"]]
      ),
      ("token_endpoint_auth_method", ["token_endpoint_auth_method": "client_secret_jwt"]),
      ("token_endpoint_auth_method", ["token_endpoint_auth_method": "tls_client_auth"]),
      ("jwks", ["token_endpoint_auth_method": "private_key_jwt"]),
      ("jwks", ["jwks": ["keys": []], "jwks_uri": "https://client.example/keys"]),
      ("jwks", ["jwks": ["keys": [["kty": "oct", "k": "c2VjcmV0"]]]]),
      ("jwks_uri", ["jwks_uri": "https://10.0.0.1/keys"]), ("jwks_uri", ["jwks_uri": "http://127.0.0.1/keys"]),
      ("jwks_uri", ["jwks_uri": "https://localhost/keys"]),
      ("backchannel_logout_uri", ["backchannel_logout_uri": "https://192.168.1.1/out"]),
      ("request_uris", ["request_uris": ["https://[fd00::1]/r"]]), ("request_uris", ["request_uris": ["x"]]),
      ("post_logout_redirect_uris", ["post_logout_redirect_uris": ["app:/out"]]),
      ("application_type", ["application_type": "service"]),
      ("logo_uri", ["logo_uri": "https://bank.example/logo.png"]), ("logo_uri", ["logo_uri": "data:image/png,x"]),
      ("policy_uri", ["policy_uri": "https://bank.example/"]), ("tos_uri", ["tos_uri": "https://bank.example/"]),
      ("client_uri", ["client_uri": "https://bank.example/"]),
      ("client_name", ["client_name": "  "]), ("client_name", ["client_name": "Bank\u{202E}"]),
      ("client_name", ["client_name": .string(String(repeating: "x", count: 101))]),
      ("client_name", ["client_name": "\u{3164}\u{115F}\u{FFA0}"]),
      ("client_name", ["client_name": "\u{2800} \u{2800}"]),
      ("client_name", ["client_name": "\u{FE0F}\u{034F}\u{E0100}"]), ("client_name", ["client_name": "a\u{200D}b"]),
      ("contacts", ["contacts": "a"]), ("grant_types", ["grant_types": .array(Array(repeating: "a", count: 21))]),
      ("software_id", ["software_id": .string(String(repeating: "x", count: 2_049))]),
      ("id_token_signed_response_alg", ["id_token_signed_response_alg": "none"]),
      ("id_token_signed_response_alg", ["id_token_signed_response_alg": "PS256"]),
      ("userinfo_signed_response_alg", ["userinfo_signed_response_alg": "ES512"]),
      ("request_object_signing_alg", ["request_object_signing_alg": "PS384"]),
      ("id_token_encrypted_response_alg", ["id_token_encrypted_response_alg": "RSA-OAEP"]),
      ("id_token_encrypted_response_enc", ["id_token_encrypted_response_enc": "A256GCM"]),
      (
        "userinfo_encrypted_response_enc",
        ["userinfo_encrypted_response_alg": "ECDH-ES", "userinfo_encrypted_response_enc": "A192GCM"]
      ),
      ("id_token_encrypted_response_alg", ["id_token_encrypted_response_alg": "ECDH-ES"]),
      ("authorization_encrypted_response_alg", ["authorization_encrypted_response_alg": "ECDH-ES"]),
      ("request_object_encryption_alg", ["request_object_encryption_alg": "ECDH-ES"]),
      ("require_signed_request_object", ["require_signed_request_object": true]),
      ("subject_type", ["subject_type": "other"]),
      ("sector_identifier_uri", ["sector_identifier_uri": "http://a.example"]),
      ("authorization_details_types", ["authorization_details_types": ["payment"]]),
      ("authorization_details_types", ["authorization_details_types": "payment"]),
    ] as [(String, [String: JSONValue])])
  func `The error for a wrong member has its name`(_ member: String, members: [String: JSONValue]) async throws {
    let (error, description) = try await RegistrationServer().refusal(members)
    #expect(error == (member == "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata"))
    #expect(description.hasPrefix(member), "\(description)")
  }

  @Test func `A name may have a variation selector beside visible characters`() async throws {
    let answer = try await RegistrationServer().register(["client_name": "\u{2764}\u{FE0F} Notes"])
    #expect(answer.status == 201)
  }

  // The server stores none of it but the first contacts.
  @Test func `A long unknown member and many contacts don't keep a client out`() async throws {
    let long = JSONValue.string(String(repeating: "x", count: 3_000))
    let contacts = (0..<30).map { JSONValue.string("\($0)@client.example") }
    let answer = try await RegistrationServer().register([
      "made_up": long, "also_made_up": .array(Array(repeating: "x", count: 50)), "contacts": .array([long] + contacts),
    ])
    #expect(answer.status == 201)
    #expect(try answer.members["contacts"] == .array(Array(contacts.prefix(20))))
    #expect(try answer.members["made_up"] == nil)
  }

  // The registrations of clients for the Model Context Protocol have empty texts.
  @Test func `An empty text or address counts as absent`() async throws {
    let test = try RegistrationServer()
    let names = [
      "client_name", "scope", "client_uri", "logo_uri", "policy_uri", "tos_uri", "jwks_uri", "sector_identifier_uri",
      "backchannel_logout_uri", "software_id", "software_version", "software_statement",
    ]
    let empty = try await test.registered(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    let silent = try await test.registered()
    #expect(empty["scope"] == "openid profile email offline_access" && empty["client_name"] == "client.example")
    for name in names { #expect(empty[name] == silent[name], "\(name)") }
  }

  // Their defaults would be choices that the client didn't make.
  @Test(arguments: [
    "token_endpoint_auth_method", "subject_type", "id_token_signed_response_alg", "id_token_encrypted_response_alg",
    "application_type",
  ])
  func `An empty choice is rejected`(_ member: String) async throws {
    #expect(try await RegistrationServer().refusal([member: ""]).description.hasPrefix(member))
  }

  @Test func `Pairwise subjects and sectors are rejected if the server doesn't support them`() async throws {
    let (_, description) = try await RegistrationServer(grantsPairwise: false).refusal(["subject_type": "pairwise"])
    #expect(description.hasPrefix("subject_type"))
  }

  @Test(arguments: [
    ("text/plain", "{}", 415), ("", "{}", 415), ("application/json", "", 400), ("application/json", "[]", 400),
    ("application/json", "{\"a\":1,\"a\":2}", 400), ("application/jsonp", "{}", 415),
    ("application/json", String(repeating: " ", count: 16_385), 413),
  ])
  func `A body that isn't a JSON object is rejected`(_ type: String, body: String, status: Int) async throws {
    let fields: HTTPFields = type.isEmpty ? [:] : [.contentType: type]
    let answer = try await RegistrationServer().send(.post, "/register", Array(body.utf8), fields: fields)
    #expect(answer.status == status && answer.error == "invalid_client_metadata")
  }

  @Test(.covers("CVE-2026-41427")) func `The endpoint follows the registration policy`() async throws {
    let closed = try RegistrationServer(.closed)
    #expect(await closed.register().status == 404)
    #expect(await closed.get("/register/x", token: "x").status == 404)
    #expect(try await closed.get("/.well-known/openid-configuration").members["registration_endpoint"] == nil)
    let token = "initial-access-token-of-256-bits"
    let guarded = try RegistrationServer(
      RegistrationPolicy(.initialAccessTokens([SecretHash(of: Secret(token))])))
    #expect(
      try await guarded.get("/.well-known/openid-configuration").members["registration_endpoint"]
        == "https://login.example/register")
    let missing = await guarded.register()
    #expect(missing.status == 401 && missing.field("WWW-Authenticate") == "Bearer realm=\"https://login.example\"")
    let wrong = await guarded.register(token: "other")
    #expect(wrong.status == 401 && wrong.field("WWW-Authenticate")?.contains("invalid_token") == true)
    #expect(await guarded.register(token: token).status == 201)
    #expect(await guarded.get("/register").status == 405)
  }

  // Abuse of an open endpoint leaves only a bounded number of clients.
  @Test func `Registrations are limited in number and in time`() async throws {
    var policy = RegistrationPolicy(.open)
    policy.clientsPerMinute = 3
    policy.maximumClients = 4
    let test = try RegistrationServer(policy)
    var clients: [[String: JSONValue]] = []
    for _ in 0..<3 { clients.append(try await test.registered()) }
    let tooFast = await test.register()
    #expect(tooFast.status == 429 && tooFast.field("Retry-After") == "60" && tooFast.error == "temporarily_unavailable")
    test.clock.advance(by: .seconds(61))
    _ = try await test.registered()
    #expect(await test.register().status == 503)
    _ = try await test.tokens(clients[0])
    let unused = try #require(clients[1]["client_id"]?.string)
    // A failed request doesn't count as use, because any client can send one.
    let invented = try RegistrationServer.redemption("invented", by: clients[1])
    #expect(await test.post("/token", invented.form, fields: invented.fields).error == "invalid_grant")
    test.clock.advance(by: .seconds(7 * 86_400))
    #expect(await test.get("/authorize", RegistrationServer.authorization(unused)).status == 400)
    _ = try await test.tokens(clients[0])
    #expect(await test.register().status == 201)
  }

  @Test(.covers("attack: registrations without end"))
  func `Two addresses can't use up the registrations of all others`() async throws {
    var policy = RegistrationPolicy(.open)
    policy.clientsPerMinute = 40
    let test = try RegistrationServer(policy)
    for address in ["192.0.2.1", "2001:db8:7:100::1", "2001:db8:7:200::1", "192.0.2.2"] {
      for _ in 0..<20 { _ = await test.register(from: ClientAddress(address)) }
    }
    #expect(await test.register(from: ClientAddress("192.0.2.1")).status == 429)
    for number in 3...10 { #expect(await test.register(from: ClientAddress("192.0.2.\(number)")).status == 201) }
  }

  // OpenID Connect Registration §2: the default is RS256.
  @Test(.covers("OP basic: oidcc-idtoken-signature"))
  func `ID tokens have the algorithm that the client registered, by default RS256`() async throws {
    let test = try RegistrationServer()
    let silent = try await test.idToken(try await test.tokens(test.registered()))
    #expect(silent.header.algorithm == "RS256")
    let asked = try await test.registered(["id_token_signed_response_alg": "ES256"])
    #expect(try await test.idToken(try await test.tokens(asked)).header.algorithm == "ES256")
  }

  // RFC 9700 §4.11.2: an attacker can register a client and get an ID token for it.
  @Test func `A sign-out link never redirects another user to a client that registered itself`() async throws {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    let back = "https://client.example/signed-out"
    let client = try await test.registered(["post_logout_redirect_uris": [.string(back)]])
    let (cookie, code) = try await test.signIn(try #require(client["client_id"]?.string))
    let hint = try #require(try await test.redeem(client, for: code).members["id_token"]?.string)
    let wish = TestServer.form([("id_token_hint", hint), ("post_logout_redirect_uri", back)])
    let stranger = await test.get("/logout", wish)
    #expect(stranger.status == 200 && stranger.field("Location") == nil)
    guard case .signedOut(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.outcome == .nobodySignedIn && page.back == back)
    // The user whose session the ID token names is redirected.
    let ada = await test.send(.get, "/logout?" + wish.queryEncoded(), fields: [.cookie: cookie])
    #expect(ada.status == 303 && ada.field("Location") == back)
  }

  // RFC 9700 §4.11.2: an attacker can register a client with any redirect URI.
  @Test(.covers("RFC 9700 §4.11.2", "question: Are invalid response types automatically redirected back"))
  func `No user is redirected to a client that registered itself before a decision`() async throws {
    let test = try RegistrationServer()
    let id = try #require(try await test.registered()["client_id"]?.string)
    let wrong = RegistrationServer.authorization(id, ["response_type": "token"])
    let answer = await test.get("/authorize", wrong)
    #expect(answer.status == 400 && answer.field("Location") == nil)
    let refused = await test.post(
      "/authorize/decision", TestServer.decision(RegistrationServer.authorization(id), ["decision": "deny"]))
    #expect(try refused.callback("error") == "access_denied")
    let silent = await test.get("/authorize", RegistrationServer.authorization(id, ["prompt": "none"]))
    #expect(try silent.callback("error") == "login_required")
    // A client of an operator is trusted.
    let known = await test.get("/authorize", TestServer.authorization(["response_type": "token"]))
    #expect(try known.callback("error") == "unsupported_response_type")
    // A client with an initial access token is trusted too.
    let token = Secret("initial-access-token")
    let guarded = try RegistrationServer(RegistrationPolicy(.initialAccessTokens([SecretHash(of: token)])))
    let vouched = try await guarded.register(token: token.reveal()).members["client_id"]?.string
    let sent = await guarded.get(
      "/authorize", RegistrationServer.authorization(try #require(vouched), ["response_type": "token"]))
    #expect(try sent.callback("error") == "unsupported_response_type")
  }
}
