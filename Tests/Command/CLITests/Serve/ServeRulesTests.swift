import Evidence
import Foundation
import HTTPTypes
import JOSE
import Logging
import OAuthCore
import OAuthServer
import OAuthServerPostgreSQL
import Testing

@testable import PixyServe

/// Rules of the server that are set without code: algorithms, devices' codes, types of
/// authorization details, the pages' language.
@Suite(.covers("RFC 9396 §2.2, server")) struct ServeRulesTests {
  private static let issuer = "http://127.0.0.1:8414"
  static let client = #"""
    {"client_id": "tool", "redirect_uris": ["http://127.0.0.1/cb"], "authorization_details_types": ["payment", "visit"],
     "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"]}
    """#
  private static let types = #"""
    [{"type": "payment", "text": "pay {amount.value} {amount.currency} to {to}",
      "required": ["amount.value", "amount.currency", "to"], "optional": ["reference", "actions", "identifier"],
      "values": {"amount.currency": ["EUR", "CHF"], "actions": ["initiate", "cancel"]}},
     {"type": "visit", "text": "go in"}]
    """#

  func settings(_ file: String) throws -> ServeSettings {
    let file = try SettingsFile(path: "/etc/pixy/serve.json", bytes: Array(file.utf8))
    return try ServeSettings(ResolvedSettings(flags: [:], environment: [:], file: file, folder: "/"))
  }

  /// A server in this process with a configuration file.
  func server(_ file: String) throws -> AuthorizationServer {
    let settings = try settings(file)
    let ada = User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada")
    let laptop = try InMemoryServer(
      clientID: "pixy", clientName: "Pixy", configured: try settings.clients.map { try $0.ready() },
      users: InMemoryUserDirectory([(user: ada, password: Secret("lovelace"))]), settings: settings,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    return try laptop.make(try Issuer(Self.issuer))
  }

  /// A server in this process with a configuration file and a database.
  func durable(_ file: String) async throws -> AuthorizationServer {
    let (settings, logger) = (try settings(file), Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let database = try await ServedDatabase.open(settings, creating: true)
    let (ring, _) = try await database.keyRing(settings, logger: logger)
    return try DatabaseServer(
      settings, database.contents, ring, clients: try settings.clients.map { try $0.ready() }, logger: logger
    ).make(try Issuer(Self.issuer))
  }

  private func get(
    _ server: AuthorizationServer, _ path: String, _ form: FormParameters = FormParameters(), language: String? = nil
  ) async -> HTTPAnswer {
    var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path + "?" + form.formEncoded())
    request.headerFields[.acceptLanguage] = language
    return await server.respond(to: request, body: [])
  }

  func post(_ server: AuthorizationServer, _ path: String, _ members: [(String, String)], cookie: String? = nil)
    async -> HTTPAnswer
  {
    var form = FormParameters()
    for (name, value) in members { form.append(name, value) }
    var request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = Self.issuer
    request.headerFields[.cookie] = cookie
    return await server.respond(to: request, body: Array(form.formEncoded().utf8))
  }

  func members(_ answer: HTTPAnswer) throws -> [String: JSONValue] {
    try #require(JSONValue(bytes: answer.body).object)
  }

  func metadata(_ file: String) async throws -> [String: JSONValue] {
    try members(await get(try server(file), "/.well-known/oauth-authorization-server"))
  }

  /// Registers a client, with the initial access token if there is one.
  func register(_ members: [String: JSONValue], at server: AuthorizationServer) async -> HTTPAnswer {
    var request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/register")
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.authorization] = "Bearer initial-access-token-of-this-test"
    return await server.respond(to: request, body: JSONValue.object(members).bytes())
  }

  // Third-party clients are tried without changes: some don't support PKCE, and have their
  // documents on other hosts.
  @Test func `Without database, PKCE is optional for confidential clients, and required for public ones`() async throws
  {
    let open = #"{"registration": {"open": true}}"#
    let folder = try TemporaryFolder()
    let laptop = try server(open)
    let real = try await durable(#"{"database": "\#(folder.database)", "registration": {"open": true}}"#)
    func status(_ method: String, _ server: AuthorizationServer) async throws -> Int {
      let registered = await register(
        ["redirect_uris": ["https://app.example/cb"], "token_endpoint_auth_method": .string(method)], at: server)
      var form = FormParameters()
      for (name, value) in [
        ("client_id", try #require(try members(registered)["client_id"]?.string)), ("response_type", "code"),
        ("redirect_uri", "https://app.example/cb"), ("scope", "openid"), ("state", "s"),
      ] { form.append(name, value) }
      return await get(server, "/authorize", form).response.status.code
    }
    #expect(try await status("client_secret_basic", laptop) == 200)
    #expect(try await status("client_secret_post", laptop) == 200)
    #expect(try await status("none", laptop) == 400)
    #expect(try await status("client_secret_basic", real) == 400)
    let elsewhere: [String: JSONValue] = [
      "redirect_uris": ["https://app.example/cb"], "logo_uri": "https://papers.example/logo.png",
    ]
    #expect(await register(elsewhere, at: laptop).response.status == .created)
    #expect(await register(elsewhere, at: real).response.status == .badRequest)
  }

  /// An authorization request of `tool`.
  func ask(_ server: AuthorizationServer, details: String? = nil, language: String? = nil) async -> HTTPAnswer {
    var form = FormParameters()
    for (name, value) in [
      ("client_id", "tool"), ("response_type", "code"), ("redirect_uri", "http://127.0.0.1:1/cb"), ("scope", "profile"),
      ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
    ] { form.append(name, value) }
    if let details { form.append("authorization_details", details) }
    return await get(server, "/authorize", form, language: language)
  }

  // MARK: algorithms

  // FAPI 2.0 Security Profile §5.4.1.
  @Test(.covers("OP FAPI2: discovery-end-point-verification"))
  func `Only the algorithms of FAPI 2.0 are accepted and announced if the file sets them`() async throws {
    let all = try await metadata("{}")
    #expect(all["token_endpoint_auth_signing_alg_values_supported"]?.strings?.contains("RS256") == true)
    #expect(all["request_object_signing_alg_values_supported"]?.strings?.contains("RS256") == true)
    let strict = try await metadata(
      #"""
      {"client_assertion_algorithms": ["PS256", "ES256", "EdDSA"], "request_object_algorithms": ["PS256", "ES256"],
       "dpop_algorithms": ["ES256"], "signing_algorithms": ["EdDSA", "PS256", "ES256"], "id_token_algorithm": "ES256"}
      """#)
    for signed in ["authorization", "introspection", "userinfo"] {
      #expect(strict[signed + "_signing_alg_values_supported"] == ["ES256", "EdDSA", "PS256"])
    }
    #expect(strict["id_token_signing_alg_values_supported"] == ["ES256", "EdDSA", "PS256"])
    for endpoint in ["token", "revocation", "introspection"] {
      #expect(strict[endpoint + "_endpoint_auth_signing_alg_values_supported"] == ["ES256", "EdDSA", "PS256"])
    }
    #expect(strict["request_object_signing_alg_values_supported"] == ["ES256", "PS256"])
    #expect(strict["dpop_signing_alg_values_supported"] == ["ES256"])
    let rules = try server(#"{"client_assertion_algorithms": ["ES256"], "request_object_algorithms": ["EdDSA"]}"#)
      .configuration
    #expect(rules.tokenRules.assertionAlgorithms == [.es256] && rules.requests.requestObjectAlgorithms == [.edDSA])
  }

  @Test(
    .covers("CVE-2026-67336"),
    arguments: [
      #"{"client_assertion_algorithms": []}"#, #"{"client_assertion_algorithms": ["HS256"]}"#,
      #"{"signing_algorithms": []}"#, #"{"signing_algorithms": ["HS256"]}"#,
      #"{"signing_algorithms": ["PS256"], "id_token_algorithm": "ES256"}"#, #"{"id_token_algorithm": "PS256"}"#,
      #"{"request_object_algorithms": ["none"]}"#, #"{"dpop_algorithms": "ES256"}"#, #"{"dpop_algorithms": [1]}"#,
      #"""
      {"client_assertion_algorithms": ["ES256"], "clients": [{"client_id": "a", "redirect_uris": ["https://a.example"],
        "token_endpoint_auth_method": "private_key_jwt", "jwks_uri": "https://a.example/jwks",
        "token_endpoint_auth_signing_alg": "RS256"}]}
      """#,
      #"""
      {"request_object_algorithms": ["ES256"], "clients": [{"client_id": "a", "redirect_uris": ["https://a.example"],
        "request_object_signing_alg": "RS256"}]}
      """#,
      #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "authorization_details_types": ["b"]}]}"#,
      #"""
      {"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "userinfo_signed_response_alg": "PS256"}]}
      """#,
      #"""
      {"database": "/nowhere", "clients": [{"client_id": "a", "redirect_uris": ["https://a.example"],
        "subject_type": "pairwise"}]}
      """#,
      #"""
      {"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"],
        "token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "CN=a"}]}
      """#,
      #"{"acr": "two words"}"#, #"{"scopes": ["a"], "registration": {"scopes": ["a", "b"]}}"#,
      #"{"registration": {"maximum_clients": 0}}"#, #"{"scopes": ["a"], "default_scope": ["b"]}"#,
      #"{"client_documents": {"accept": true, "domains": ["https://a.example"]}}"#,
      #"{"client_documents": {"accept": true, "domains": ["*.a.example"]}}"#,
      #"{"client_documents": {"accept": true, "refused_domains": ["a.example/"]}}"#,
      #"{"client_documents": {"accept": true, "refused_domains": [".a.example"]}}"#,
      #"{"registration": {"software_statement_issuers": [{"issuer": "a", "jwks": {"keys": []}}]}}"#,
      #"{"registration": {"software_statement_issuers": [{"issuer": "a", "jwks_uri": "https://a.example/jwks"}]}}"#,
      #"{"device_codes": {"interval": 0}}"#, #"{"device_codes": {"wrong_in_all": 1001}}"#,
    ])
  func `HMAC algorithms, none, and clients with other algorithms are rejected`(
    _ file: String
  ) throws {
    #expect { try settings(file) } throws: { error in
      if case SettingsError.invalid = error { true } else { false }
    }
  }

  @Test(.covers("rfc7523bis §4, server"))
  func `Client assertions are for the issuer by default, and public clients exist`() async throws {
    let usual = try server("{}").configuration.tokenRules
    #expect(usual.clientAssertions == .issuer && !usual.requiresClientAuthentication)
    let file = #"{"client_assertions": "endpoint", "require_client_authentication": true}"#
    #expect(try server(file).configuration.tokenRules.clientAssertions == .endpoint)
    let methods = "token_endpoint_auth_methods_supported"
    #expect(try await metadata("{}")[methods]?.strings?.contains("none") == true)
    #expect(try await metadata(file)[methods]?.strings?.contains("none") == false)
  }

  @Test(.covers("RFC 8252 §8.4, server")) func `The operator allows schemes of editors for registrations`() async throws
  {
    let server = try server(#"{"registration": {"open": true, "private_use_schemes": ["cursor"]}}"#)
    let answer = await register(["redirect_uris": ["cursor://mcp/callback", "vscode:/callback"]], at: server)
    #expect(try members(answer)["redirect_uris"] == ["cursor://mcp/callback"])
  }

  @Test func `A client can't register an unsupported algorithm, unless it doesn't use it`() async throws {
    let server = try server(
      #"""
      {"registration": {"open": true}, "client_assertion_algorithms": ["ES256"], "request_object_algorithms": ["ES256"]}
      """#)
    for (method, algorithm, object, wrong) in [
      ("private_key_jwt", "ES256", "ES256", nil),
      ("private_key_jwt", "PS256", "ES256", "token_endpoint_auth_signing_alg"),
      ("client_secret_basic", "PS256", "ES256", nil),
      ("private_key_jwt", "ES256", "PS256", "request_object_signing_alg"),
    ] as [(String, String, String, String?)] {
      let answer = await register(
        [
          "redirect_uris": ["https://a.example"], "jwks_uri": "https://a.example/jwks",
          "token_endpoint_auth_method": .string(method), "token_endpoint_auth_signing_alg": .string(algorithm),
          "request_object_signing_alg": .string(object),
        ], at: server)
      let told = try members(answer)
      #expect(answer.response.status == (wrong == nil ? .created : .badRequest), "\(told)")
      if let wrong { #expect(told["error_description"]?.string?.hasPrefix(wrong) == true, "\(told)") }
    }
  }

  // RFC 8414 §2, RFC 7591 §2.
  @Test(arguments: [
    ("any_client_certificate", "true", ["self_signed_tls_client_auth"], ["self_signed_tls_client_auth"]),
    ("client_authorities", #""authorities""#, ["tls_client_auth"], []),
  ])
  func `Certificate methods are announced, and registered where no client can claim another's name`(
    _ setting: String, _ value: String, _ announced: [String], _ registered: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let file = #"""
      {"tls": {"certificate": "c", "key": "k", "\#(setting)": \#(value)}, "registration": {"open": true}}
      """#
    let methods = try await metadata(file)["token_endpoint_auth_methods_supported"]?.strings ?? []
    #expect(methods.filter { $0.contains("tls") } == announced)
    let certificate: [String: JSONValue] = [
      "jwks_uri": "https://a.example/jwks", "tls_client_auth_subject_dn": "CN=bank",
      "redirect_uris": ["https://a.example"],
    ]
    let token = try folder.file("token", "initial-access-token-of-this-test")
    let known = file.replacing(#""open": true"#, with: #""initial_access_token_file": "\#(token)""#)
    for method in ["tls_client_auth", "self_signed_tls_client_auth"] {
      let members = certificate.merging(["token_endpoint_auth_method": .string(method)]) { $1 }
      for (file, isTaken) in [(file, registered.contains(method)), (known, announced.contains(method))] {
        let answer = await register(members, at: try server(file))
        #expect(answer.response.status == (isTaken ? .created : .badRequest), "\(method) \(file)")
      }
    }
  }

  // RFC 9396 §10.
  @Test func `A client can register only known types of authorization details`() async throws {
    let server = try server(#"{"registration": {"open": true}, "authorization_details_types": \#(Self.types)}"#)
    for (types, status, told) in [
      (#"["visit", "payment"]"#, .created, #""authorization_details_types":["visit","payment"]"#),
      (#"["payment", "Payment"]"#, .badRequest, "it knows payment, visit"),
    ] as [(String, HTTPResponse.Status, String)] {
      var request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/register")
      request.headerFields[.contentType] = "application/json"
      let body = #"{"redirect_uris": ["https://a.example"], "authorization_details_types": \#(types)}"#
      let answer = await server.respond(to: request, body: Array(body.utf8))
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.response.status == status && text.contains(told), "\(text)")
    }
  }

  // MARK: devices

  // RFC 8628 §3.2, §5.1.
  @Test(arguments: [false, true])
  func `The file sets the poll interval of devices, and the limits of wrong user codes`(
    _ hasDatabase: Bool
  ) async throws {
    var statuses: [Int] = []
    func minute() -> Int { Int(Date().timeIntervalSince1970) / 60 }
    var begun: Int
    var server: AuthorizationServer
    repeat {
      // Wrong codes are counted for each minute of the clock, and the next one may begin meanwhile.
      (begun, statuses) = (minute(), [])
      let folder = try TemporaryFolder()
      let database = hasDatabase ? #""database": "\#(folder.database)","# : ""
      let file = #"""
        {\#(database) "clients": [\#(Self.client)], "authorization_details_types": \#(Self.types), "lifetimes": {"device_code": 120},
         "device_codes": {"interval": 7, "wrong_per_address": 2, "wrong_in_all": 3}}
        """#
      server = hasDatabase ? try await durable(file) : try self.server(file)
      let answer = try members(
        await post(server, "/device_authorization", [("client_id", "tool"), ("scope", "profile")]))
      #expect(answer["interval"] == 7 && answer["expires_in"] == 120)
      let page = await get(server, "/device")
      let cookie = try #require(page.response.headerFields[.setCookie]?.prefix { $0 != ";" }).description
      let secret = try #require(cookie.split(separator: "=", maxSplits: 1).last.map(String.init))
      let token = FormToken(cookie: Secret(secret)).secret.reveal()
      for code in ["BBBB-BBBB", "CCCC-CCCC", "DDDD-DDDD"] {
        let fields = [("user_code", code), ("csrf_token", token)]
        statuses.append(await post(server, "/device", fields, cookie: cookie).response.status.code)
      }
    } while minute() != begun
    #expect(statuses == [400, 400, 429])
    #expect(server.configuration.wrongUserCodes.inAll == 3)
    #expect(throws: SettingsError.self) {
      try settings(#"{"lifetimes": {"device_code": 60}, "device_codes": {"interval": 60}}"#)
    }
  }

  @Test(arguments: [false, true])
  func `The file limits the stored requests of unknown clients`(_ hasDatabase: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = hasDatabase ? #""database": "\#(folder.database)","# : ""
    let file = #"{\#(database) "clients": [\#(Self.client)], "authorization_details_types": \#(Self.types), "#
    func limit(_ rest: String) async throws -> Int {
      let server = hasDatabase ? try await durable(file + rest) : try server(file + rest)
      return server.configuration.requests.unprovenPerAddress
    }
    #expect(try await limit(#""unproven_requests_per_address": 7}"#) == 7)
    #expect(try await limit(#""scopes": ["profile"]}"#) == 1_000)
    #expect(throws: SettingsError.self) { try settings(#"{"unproven_requests_per_address": 0}"#) }
  }

  @Test(arguments: [false, true])
  func `The file gives the number of processes`(_ hasDatabase: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = hasDatabase ? #""database": "\#(folder.database)","# : ""
    let file = #"{\#(database) "clients": [\#(Self.client)], "authorization_details_types": \#(Self.types), "#
    func processes(_ rest: String) async throws -> Int {
      let server = hasDatabase ? try await durable(file + rest) : try server(file + rest)
      return server.configuration.processes
    }
    #expect(try await processes(#""processes": 3}"#) == 3)
    #expect(try await processes(#""scopes": ["profile"]}"#) == 1)
    #expect(throws: SettingsError.self) { try settings(#"{"processes": 0}"#) }
  }

  @Test func `The file gives a read replica of a PostgreSQL database`() throws {
    let primary = #""database": "postgresql://db1/pixy""#
    #expect(try settings("{\(primary)}").replica == nil)
    let given = try settings(
      #"{\#(primary), "replica": {"database": "postgresql://db2/pixy", "limit": 2}}"#)
    #expect(given.replica == .init("postgresql://db2/pixy", atMost: .seconds(2)))
    let usual = try settings(#"{\#(primary), "replica": {"database": "postgresql://db2/pixy"}}"#)
    let verified = DatabasePlace.postgreSQL(address: "postgresql://db1/pixy?sslmode=verify-full")
    #expect(usual.connectsUnverified(to: verified, [:]))
    #expect(try !settings("{\(primary)}").connectsUnverified(to: verified, [:]))
    #expect(usual.replica?.limit == .seconds(5))
    for wrong in [
      #"{"replica": {"database": "postgresql://db2/pixy"}}"#,
      #"{"database": "file", "replica": {"database": "postgresql://db2/pixy"}}"#,
      #"{\#(primary), "replica": {"database": "file"}}"#, #"{\#(primary), "replica": {"limit": 2}}"#,
      #"{\#(primary), "replica": {"database": "postgresql://pixy:secret@db2/pixy"}}"#,
      #"{\#(primary), "replica": {"database": "postgresql://db2/pixy", "limit": 61}}"#,
    ] {
      #expect(throws: SettingsError.self) { try settings(wrong) }
    }
  }

  // MARK: authorization details

  // RFC 9396 §5, §10.
  @Test func `A type of authorization details in the file is announced, requested and explained`() async throws {
    let file = #"{"clients": [\#(Self.client)], "authorization_details_types": \#(Self.types)}"#
    #expect(try await metadata(file)["authorization_details_types_supported"] == ["payment", "visit"])
    #expect(try await metadata("{}")["authorization_details_types_supported"] == nil)
    let server = try server(file)
    let page = await ask(
      server,
      details: #"""
        [{"type": "payment", "amount": {"value": 12.5, "currency": "EUR"}, "to": "<Eve>", "reference": "a b"}, {"type": "visit"}]
        """#)
    let html = String(decoding: page.body, as: UTF8.self)
    #expect(page.response.status == .ok)
    let sentence =
      "pay \u{2068}12.5\u{2069} \u{2068}EUR\u{2069} to \u{2068}&lt;Eve&gt;\u{2069}; \u{2068}reference\u{2069}: \u{2068}a b\u{2069}"
    #expect(html.contains(sentence) && html.contains("go in"), "\(html)")
  }

  @Test(
    .covers("attack: authorization details that look different"),
    arguments: [
      #"{"amount": {"value": 1, "currency": "EUR"}}"#, #"{"amount": {"value": 1, "currency": "USD"}, "to": "a"}"#,
      #"{"amount": {"value": 1, "currency": "EUR", "x": 1}, "to": "a"}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "a", "x": 1}"#,
      #"{"amount.value": 1, "amount.currency": "EUR", "to": "a"}"#, #"{"amount": 1, "to": "a"}"#,
      #"{"amount": {"value": 1, "currency": 1}, "to": "a"}"#, #"{"amount": {"value": 1, "currency": "EUR"}, "to": {}}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": null}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": ""}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": []}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": [1]}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "\#(String(repeating: "a", count: 301))"}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "a", "actions": "initiate"}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "a", "actions": ["initiate", "x"]}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "a", "identifier": ["a"]}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "a", "identifier": 1}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "Al\u200Bice"}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "A\u202Elice"}"#,
      #"{"amount": {"value": 1, "currency": "EUR"}, "to": "A\nB"}"#,
    ])
  func `Details that their type doesn't have, or that can't be displayed, are rejected`(_ detail: String) async throws {
    let server = try server(#"{"clients": [\#(Self.client)], "authorization_details_types": \#(Self.types)}"#)
    let answer = await ask(server, details: #"[{"type": "payment", \#(detail.dropFirst())]"#)
    let location = answer.response.headerFields[.location] ?? ""
    #expect(location.contains("error=invalid_authorization_details"), "\(answer.response.status) \(location)")
    let good = #"{"type": "payment", "amount": {"value": 1, "currency": "EUR"}, "to": "a", "actions": ["initiate"]}"#
    #expect(await ask(server, details: "[\(good)]").response.status == .ok)
  }

  @Test(arguments: [
    #"{}"#, #"{"type": "", "text": "a"}"#, #"{"type": "a"}"#, #"{"type": "a", "text": "{"}"#,
    #"{"type": "a", "text": "{b}"}"#, #"{"type": "a", "text": "b", "fields": []}"#,
    #"{"type": "a", "text": "b", "required": "c"}"#, #"{"type": "a", "text": "b", "required": ["type"]}"#,
    #"{"type": "a", "text": "b", "required": ["c."]}"#, #"{"type": "a", "text": "b", "optional": ["c", "c"]}"#,
    #"{"type": "a", "text": "b", "required": ["c"], "optional": ["c"]}"#,
    #"{"type": "a", "text": "b", "values": {"c": ["d"]}}"#,
    #"{"type": "a", "text": "b", "required": ["c"], "values": {"c": []}}"#,
    #"{"type": "a", "text": "b", "required": ["c"], "values": ["c"]}"#,
    #"{"type": "a", "text": "b"}, {"type": "a", "text": "b"}"#,
  ])
  func `An invalid type is rejected`(_ type: String) throws {
    #expect { try settings(#"{"authorization_details_types": [\#(type)]}"#) } throws: { error in
      if case SettingsError.invalid = error { true } else { false }
    }
  }

  // MARK: pages

  @Test func `Pages have the texts of their folder for details, and the set language first`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("de.json", #"{"detail:visit": "hineingehen"}"#)
    func file(_ more: String) -> String {
      #"{"clients": [\#(Self.client)], "authorization_details_types": \#(Self.types)\#(more)}"#
    }
    let texts = #", "pages": {"texts": "\#(folder.path)""#
    let details = #"[{"type": "visit"}]"#
    let german = try server(file(texts + #", "language": "DE"}"#))
    let english = try server(file(texts + "}"))
    for (server, wanted, language) in [
      (german, nil, "de"), (german, "ja", "de"), (german, "en", "en"), (english, nil, "en"), (english, "ja", "en"),
      (english, "de", "de"), (try server(file(#", "pages": {"language": "de"}"#)), "ja", "de"),
    ] as [(AuthorizationServer, String?, String)] {
      let html = String(decoding: await ask(server, details: details, language: wanted).body, as: UTF8.self)
      #expect(html.contains(#"<html lang="\#(language)""#), "\(wanted ?? "-")")
    }
    let html = String(decoding: await ask(german, details: details).body, as: UTF8.self)
    #expect(html.contains("hineingehen") && !html.contains("go in"))
    let other = String(decoding: await ask(german, details: details, language: "en").body, as: UTF8.self)
    #expect(other.contains("go in"))
    for (more, word) in [
      (#", "pages": {"language": "fr"}"#, "en, de"), (texts + #", "language": "fr"}"#, "en, de"),
    ] {
      let error = #expect(throws: SettingsError.self) { try server(file(more)) }
      #expect(error?.explanation.contains(word) == true)
    }
    for (words, word) in [(#"{"detail:vist": "x"}"#, "vist"), (#"{"detail:visit": "{when}"}"#, "when")] {
      _ = try folder.file("de.json", words)
      let error = #expect(throws: SettingsError.self) { try server(file(texts + "}")) }
      #expect(error?.explanation.contains(word) == true && error?.explanation.contains("in de") == true)
    }
  }
}
