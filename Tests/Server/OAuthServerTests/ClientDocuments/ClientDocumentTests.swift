import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

/// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02; MCP 2026-07-28,
/// Client Registration).
@Suite(.covers("Client ID Metadata §3, server")) struct ClientDocumentTests {
  static let address = ClientDocumentHost.address

  private func server(
    _ host: ClientDocumentHost, _ policy: ClientDocumentPolicy? = ClientDocumentPolicy(),
    registration: RegistrationPolicy = .closed, features: Set<ServerFeature> = [.pushedRequests],
    issuer: String = TestServer.issuer, processes: Int = 1
  ) throws -> RegistrationServer {
    try RegistrationServer(
      registration, transport: host, features: features, issuer: issuer, clientDocuments: policy,
      processes: processes)
  }

  private func code(
    _ test: RegistrationServer, _ changes: Changes = [:], id: String = address
  ) async throws -> String {
    let form = TestServer.decision(RegistrationServer.authorization(id, changes))
    return try await test.post("/authorize/decision", form).callback("code")
  }

  private func redeem(_ test: RegistrationServer, _ code: String, _ changes: Changes = [:]) async -> HTTPAnswer {
    let usual: Changes = ["client_id": Self.address, "redirect_uri": RegistrationServer.redirect]
    return await test.post("/token", TestServer.redemption(code, usual.merging(changes) { $1 }))
  }

  private func refresh(_ test: RegistrationServer, _ token: String) async -> HTTPAnswer {
    await test.post("/token", TestServer.refreshment(token, ["client_id": Self.address]))
  }

  private func opened(_ test: RegistrationServer, _ changes: Changes = [:], id: String = address) async -> HTTPAnswer {
    await test.get("/authorize", RegistrationServer.authorization(id, changes))
  }

  // MARK: The flow

  @Test func `A client that published a document signs a user in and refreshes, with one fetch`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    let tokens = try TokenAnswer(await redeem(test, try await code(test, ["scope": "openid profile offline_access"])))
    let refreshed = try TokenAnswer(await refresh(test, try #require(tokens.refresh)))
    #expect(refreshed.members["scope"] == "openid profile offline_access")
    #expect(try await test.get("/userinfo", token: refreshed.access).members["sub"] != nil)
    let request = try #require(host.requests.first)
    #expect(host.requests.count == 1 && request.method == .get)
    #expect(request.authority == "client.example" && request.path == "/oauth.json")
    #expect(host.limits?.answerBytes == 5_120 && host.limits?.timeout == .seconds(5))
    // §8.6: the transport checks the address that it connects to.
    #expect(host.limits?.reachesPublicAddressesOnly == true)
  }

  @Test func `The metadata announces documents only if the server accepts them`() async throws {
    let name = "client_id_metadata_document_supported"
    let path = "/.well-known/oauth-authorization-server"
    #expect(try await server(ClientDocumentHost()).get(path).members[name] == true)
    #expect(try await server(ClientDocumentHost(), nil).get(path).members[name] == nil)
    let without = try RegistrationServer(clientDocuments: ClientDocumentPolicy())
    #expect(try await without.get(path).members[name] == nil)
  }

  // keycloak/keycloak, issue 51039: ChatGPT's document lists its methods.
  @Test(.covers("RP Metadata Choices §2, server"))
  func `A document's list of authentication methods changes nothing, and lets no public client in`() async throws {
    let list: JSONValue = ["none", "client_secret_basic", "private_key_jwt"]
    let host = ClientDocumentHost(["token_endpoint_auth_methods_supported": list])
    let test = try server(host)
    #expect(await redeem(test, try await code(test)).status == 200)
    var policy = RegistrationPolicy.closed
    policy.authenticationMethods = ["client_secret_basic", "private_key_jwt"]
    #expect(await opened(try server(host, registration: policy)).status == 400)
  }

  @Test func `An empty text or address of a document counts as absent`() async throws {
    let host = ClientDocumentHost(["client_uri": "", "scope": "", "jwks_uri": "", "software_id": ""])
    let test = try server(host)
    let tokens = try TokenAnswer(await redeem(test, try await code(test, ["scope": "openid profile"])))
    #expect(tokens.members["scope"] == "openid profile")
    #expect(await opened(try server(ClientDocumentHost(["client_name": ""]))).status == 400)
  }

  @Test func `Without the policy nothing is fetched`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host, nil)
    #expect(await opened(test).status == 400)
    #expect(test.pages.last?.refusal == .unknownClient && host.requests.isEmpty)
  }

  @Test func `A registered client with the same identifier takes precedence`() async throws {
    let host = ClientDocumentHost()
    var configuration = try AuthorizationServerConfiguration(issuer: Issuer(TestServer.issuer), scopes: .none)
    configuration.clientDocuments = ClientDocumentPolicy()
    let own = RegisteredClient(
      id: Self.address, name: "Own", redirectURIs: [try RedirectURI(RegistrationServer.redirect)], scope: .none)
    let pages = RecordingPages()
    let server = AuthorizationServer(
      configuration: configuration, database: InMemoryServerDatabase(), clients: InMemoryClientStore([own]),
      users: InMemoryUserDirectory([TestServer.ada]), pages: pages, transport: host, logger: LogCollector().logger())
    let target = "/authorize?" + RegistrationServer.authorization(Self.address, ["scope": nil]).queryEncoded()
    _ = await server.respond(
      to: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target), body: [])
    guard case .signIn(let page) = pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.client.name == "Own" && page.client.host == nil && host.requests.isEmpty)
  }

  // MARK: The identifier (§3)

  @Test(
    .covers("attack: a client_id that makes the server send requests", "MCP: The identifier is https with a path"),
    arguments: [
      "https://client.example", "http://client.example/oauth.json", "https://client.example/oauth.json#a",
      "https://user@client.example/oauth.json", "https://user:pass@client.example/oauth.json",
      "https://client.example/a/../oauth.json", "https://client.example/./oauth.json",
      "https://client.example/a/..", "https://client.example/%2e%2E/oauth.json", "https:client.example/oauth.json",
      "client.example/oauth.json", "ftp://client.example/oauth.json", "https://client.example/\u{212A}",
      "https://client.example/" + String(repeating: "a", count: 1_024),
      // §8.6: private and special addresses.
      "https://10.0.0.1/oauth.json", "https://127.0.0.1/oauth.json", "http://127.0.0.1:8080/oauth.json",
      "https://localhost/oauth.json", "https://[::1]/oauth.json", "https://[fe80::1]/oauth.json",
      "https://169.254.169.254/oauth.json", "https://metadata.internal/oauth.json", "https://intranet/oauth.json",
      "https://0x7f.1/oauth.json", "https://client.example.local/oauth.json",
    ])
  func `An identifier that is no acceptable address is never fetched`(id: String) async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    #expect(await opened(test, id: id).status == 400)
    #expect(test.pages.last?.refusal == .unknownClient && host.requests.isEmpty)
    let token = await test.post("/token", TestServer.redemption("code", ["client_id": id]))
    #expect(token.status == 401 && host.requests.isEmpty)
  }

  @Test(arguments: ["https://client.example/", "https://client.example:8443/a%20b.json?tenant=1"])
  func `A root path, a port and a query may be part of the identifier`(id: String) async throws {
    let host = ClientDocumentHost(at: id)
    _ = try await code(try server(host), id: id)
  }

  // oauth-wg/draft-ietf-oauth-client-id-metadata-document, pull request 84: no form is normalized.
  @Test func `A default port that is written makes another identifier`() async throws {
    let id = "https://client.example:443/oauth.json"
    let other = ClientDocumentHost(["client_id": .string(Self.address)], at: id)
    #expect(await opened(try server(other), id: id).status == 400)
    _ = try await code(try server(ClientDocumentHost(at: id)), id: id)
  }

  @Test func `A server on loopback accepts a document on loopback`() async throws {
    let id = "http://127.0.0.1:8080/oauth.json"
    let host = ClientDocumentHost(at: id)
    let test = try server(host, issuer: "http://127.0.0.1:8414")
    _ = try await code(test, id: id)
    #expect(host.limits?.reachesPublicAddressesOnly == false)
  }

  // MARK: The document (§4)

  static let refused: [(changes: [String: JSONValue?], word: String)] = [
    (["client_id": "https://client.example/oauth.json/"], "client_id"),
    (["client_id": "https://CLIENT.example/oauth.json"], "client_id"), (["client_id": nil], "client_id"),
    (["client_id": 7], "client_id"), (["client_name": nil], "client_name"), (["client_name": .null], "client_name"),
    (["client_name": ""], "client_name"), (["client_name": "\u{3164}\u{2800}"], "client_name"),
    (["client_name": "a\u{202E}b"], "client_name"),
    (["client_name": ["a"]], "client_name"), (["redirect_uris": nil], "redirect_uris"),
    (["redirect_uris": []], "redirect_uris"), (["redirect_uris": "https://client.example/"], "redirect_uris"),
    (["redirect_uris": ["https://client.example/#a"]], "redirect_uris"),
    (["redirect_uris": ["javascript:alert(1)"]], "redirect_uris"),
    (["client_secret": "a secret that everybody reads"], "client_secret"), (["client_secret": .null], "client_secret"),
    (["client_secret_expires_at": 0], "client_secret_expires_at"),
    (["token_endpoint_auth_method": "client_secret_basic"], "token_endpoint_auth_method"),
    (["token_endpoint_auth_method": "client_secret_post"], "token_endpoint_auth_method"),
    (["token_endpoint_auth_method": "client_secret_jwt"], "token_endpoint_auth_method"),
    (["token_endpoint_auth_method": "private_key_jwt"], "jwks"),
    (["token_endpoint_auth_method": 1], "token_endpoint_auth_method"),
    (["jwks_uri": "http://10.0.0.1/jwks"], "jwks_uri"), (["jwks_uri": "https://10.0.0.1/jwks"], "jwks_uri"),
    (["jwks": ["keys": [["kty": "oct", "k": "AAAA"]]]], "jwks"), (["grant_types": ["password"]], "grant_types"),
    (["backchannel_logout_uri": "https://192.168.0.1/logout"], "backchannel_logout_uri"),
  ]

  @Test(
    .covers(
      "attack: a document that speaks for another client",
      "MCP: draft-ietf-oauth-client-id-metadata-document is followed",
      "MCP: The document has client_id, client_name and redirect_uris",
      "MCP: The document's client_id is its address exactly"), arguments: refused)
  func `A document that breaks a rule is rejected, and the user isn't redirected`(
    changes: [String: JSONValue?], word: String
  ) async throws {
    let host = ClientDocumentHost()
    host.publish(changes)
    let test = try server(host)
    #expect(await opened(test).status == 400)
    guard case .developersFault(let text) = test.pages.last?.refusal else {
      throw AuthorizationRequestTests.Unexpected()
    }
    #expect(text.contains(word))
  }

  @Test(
    .covers(
      "attack: a client_id that makes the server send requests",
      "MCP: The document is valid JSON with the required members"),
    arguments: [
      .wrongClientID, .invalidJSON, .wrongContentType, .tooLarge, .redirect(to: "https://10.0.0.1/"), .status(201),
      .status(404), .status(500), .answer(.text("[]")), .answer(.text("")),
      .answer(
        HTTPAnswer(HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: [0xFF, 0xFE])),
      .answer(
        .text(
          #"{"client_id":"https://client.example/oauth.json","client_id":"https://client.example/oauth.json"}"#)),
      .unreachable, .slow,
    ] as [ClientDocumentFault])
  func `Only status 200 with a small JSON object is accepted, and redirects aren't followed`(
    fault: ClientDocumentFault
  ) async throws {
    let host = ClientDocumentHost()
    host.misbehave(fault)
    let test = try server(host)
    #expect(await opened(test).status == 400 && host.requests.count == 1)
    // §5.2: an error is not cached. After the pause, the document is fetched again.
    host.behave()
    #expect(await opened(test).status == 400 && host.requests.count == 1)
    test.clock.advance(by: .seconds(10))
    _ = try await code(test)
    #expect(host.requests.count == 2)
  }

  @Test func `A client may ask for pairwise subjects, and is a sector of its own`() async throws {
    func name(_ host: ClientDocumentHost, id: String) async throws -> String? {
      let test = try server(host)
      let tokens = try TokenAnswer(await redeem(test, try await code(test, id: id), ["client_id": id]))
      return try await test.get("/userinfo", token: tokens.access).members["sub"]?.string
    }
    let other = Self.address + "?2"
    let first = try await name(ClientDocumentHost(["subject_type": "pairwise"]), id: Self.address)
    let second = try await name(
      ClientDocumentHost(["subject_type": "pairwise"], at: other), id: other)
    #expect(first != second && first != "248289761001" && first?.utf8.count == 43)
    let without = try RegistrationServer(
      .closed, transport: ClientDocumentHost(["subject_type": "pairwise"]), grantsPairwise: false,
      clientDocuments: ClientDocumentPolicy())
    #expect(await opened(without).status == 400)
  }

  @Test func `A document may have another JSON type and unknown members`() async throws {
    let host = ClientDocumentHost()
    let long = JSONValue.string(String(repeating: "x", count: 2_100))
    let contacts = JSONValue.array(Array(repeating: "a@client.example", count: 30))
    let members = ClientDocumentHost.members([
      "made_up": [1], "long": long, "scope": "openid", "contacts": contacts,
    ])
    host.misbehave(.answer(.json(members, contentType: "application/client+json; charset=utf-8")))
    _ = try await code(try server(host))
  }

  @Test(.covers("attack: a document that speaks for another client"))
  func `A document on another host than its logo can't borrow the logo`() async throws {
    let host = ClientDocumentHost([
      "logo_uri": "https://brand.example/logo.png", "client_uri": "https://client.example/about",
      "tos_uri": "https://brand.example/terms",
    ])
    let test = try server(host)
    _ = await opened(test)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.client.links == ClientLinks(website: "https://client.example/about"))
  }

  // MARK: Redirect URIs

  @Test(.covers("MCP: Redirect URIs are compared with the document's"))
  func `Redirect URIs are those of the document, with any port on loopback`() async throws {
    let test = try server(
      ClientDocumentHost([
        "redirect_uris": [
          .string(RegistrationServer.redirect), "http://127.0.0.1/callback", "http://localhost/callback",
        ]
      ]))
    for port in [":51234", ""] {
      _ = try await code(test, ["redirect_uri": "http://127.0.0.1\(port)/callback"])
      _ = try await code(test, ["redirect_uri": "http://localhost\(port)/callback"])
    }
    for other in [
      "https://client.example/other", "http://127.0.0.1:1/other", "https://evil.example/callback",
      "http://localhost:1/other", "http://localhost.evil.example/callback", "https://localhost:1/callback",
      "https://client.example:8443/callback", "http://[::1]:1/callback",
    ] {
      #expect(await opened(test, ["redirect_uri": other]).status == 400)
      #expect(test.pages.last?.refusal == .unregisteredRedirectURI)
    }
  }

  @Test func `A changed redirect URI takes effect after the cache lifetime`() async throws {
    let host = ClientDocumentHost()
    host.publish(cacheControl: "max-age=600")
    let test = try server(host)
    _ = try await code(test)
    host.publish(["redirect_uris": ["https://client.example/new"]])
    test.clock.advance(by: .seconds(599))
    _ = try await code(test)
    test.clock.advance(by: .seconds(1))
    #expect(await opened(test).status == 400 && test.pages.last?.refusal == .unregisteredRedirectURI)
    #expect(host.requests.count == 2)
  }

  // §5.2: lower and upper bounds.
  @Test(
    arguments: [
      ("no-store", 60), ("max-age=0", 60), ("max-age=300", 300), ("max-age=99999999", 86_400), (nil, 900),
      ("max-age=nonsense", 900),
    ] as [(String?, Int)])
  func `A document is cached as its header fields say, between a minute and a day`(
    cacheControl: String?, seconds: Int
  ) async throws {
    let host = ClientDocumentHost()
    host.publish(cacheControl: cacheControl)
    let test = try server(host)
    _ = await opened(test)
    test.clock.advance(by: .seconds(seconds - 1))
    #expect(await opened(test).status == 200 && host.requests.count == 1)
    test.clock.advance(by: .seconds(1))
    #expect(await opened(test).status == 200 && host.requests.count == 2)
  }

  // MARK: Keys

  @Test func `A client with keys authenticates with private_key_jwt, and new keys take effect`() async throws {
    let (old, new) = (try ClientKey.es256.get(), try ClientKey.rs256.get())
    func keys(_ key: SigningKey) -> JSONValue { ["keys": .array([key.verificationKey.publicJWK].compactMap(\.self))] }
    let host = ClientDocumentHost(["jwks": keys(old)])
    let test = try server(host)
    func tokens(_ key: SigningKey?) async throws -> HTTPAnswer {
      var changes: Changes = [:]
      if let key {
        let now = Int64(test.clock.now.timeIntervalSince1970)
        let claims: [String: JSONValue] = [
          "iss": .string(Self.address), "sub": .string(Self.address), "aud": .string(TestServer.issuer),
          "jti": .string(UUID().uuidString), "iat": .integer(now), "exp": .integer(now + 60),
        ]
        let assertion = try key.sign(claims, type: "JWT").reveal()
        changes = [
          "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          "client_assertion": assertion,
        ]
      }
      return await redeem(test, try await code(test), changes)
    }
    #expect(try await tokens(old).status == 200)
    #expect(try await tokens(nil).error == "invalid_client")
    #expect(try await tokens(new).error == "invalid_client")
    host.publish(["jwks": keys(new), "token_endpoint_auth_method": "private_key_jwt"])
    test.clock.advance(by: .seconds(900))
    #expect(try await tokens(old).error == "invalid_client")
    #expect(try await tokens(new).status == 200)
  }

  // MARK: A site that is away

  @Test func `Tokens are refreshed while the document is away for less than a day`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    var token = try #require(
      try TokenAnswer(await redeem(test, try await code(test, ["scope": "openid offline_access"]))).refresh)
    for fault in [.unreachable, .status(404), .answer(.text("{}"))] as [ClientDocumentFault] {
      host.misbehave(fault)
      test.clock.advance(by: .seconds(7 * 3_600))
      token = try #require(try TokenAnswer(await refresh(test, token)).refresh)
    }
    test.clock.advance(by: .seconds(3 * 3_600))
    host.misbehave(.unreachable)
    // Until one of the renewals beside these requests has failed.
    var away = await refresh(test, token)
    for _ in 0..<10_000 where away.status == 200 {
      await Task.yield()
      token = try #require(try TokenAnswer(away).refresh)
      away = await refresh(test, token)
    }
    #expect(away.status == 503 && away.error == "temporarily_unavailable" && away.field("Retry-After") == "10")
    // The refresh token was not spent.
    host.behave()
    test.clock.advance(by: .seconds(10))
    _ = try TokenAnswer(await refresh(test, token))
  }

  @Test func `While a document that isn't kept is away, a valid token is no server error and users can sign out`()
    async throws
  {
    let host = ClientDocumentHost()
    let features: Set<ServerFeature> = [.sessions, .consents, .accountPage]
    let first = try server(host, features: features)
    let (cookie, code) = try await first.signIn(Self.address)
    let tokens = try TokenAnswer(await redeem(first, code))
    host.misbehave(.unreachable)
    // As if many other clients had needed the place.
    try await first.database.removeRegistration(Self.address)
    let test = try RegistrationServer(
      .closed, clock: first.clock, transport: host, features: features, clientDocuments: ClientDocumentPolicy(),
      database: first.database)
    let userInfo = await test.get("/userinfo", token: tokens.access)
    #expect(userInfo.status == 503 && userInfo.field("Retry-After") == "10")
    let form = TestServer.form([("client_id", Self.address)])
    #expect(await test.get("/logout", form).status == 200)
    // The account page still shows the application, by the host of its document.
    #expect(await test.send(.get, "/account", fields: [.cookie: cookie]).status == 200)
    guard case .account(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.applications.map(\.client.name) == ["client.example"])
  }

  @Test func `Refresh tokens survive a restart of the server`() async throws {
    let host = ClientDocumentHost()
    let first = try server(host)
    let token = try #require(
      try TokenAnswer(await redeem(first, try await code(first, ["scope": "openid offline_access"]))).refresh)
    // The document is in the database, and isn't needed for another day.
    let second = try restarted(first, host)
    let next = try #require(try TokenAnswer(await refresh(second, token)).refresh)
    #expect(host.requests.count == 1)
    // A policy that changed counts.
    var policy = RegistrationPolicy.closed
    policy.scope = try Scope(["openid"])
    let third = try restarted(first, host, registration: policy)
    #expect(try TokenAnswer(await refresh(third, next)).members["scope"] == "openid")
  }

  /// Returns another server with the same database.
  private func restarted(
    _ test: RegistrationServer, _ host: any HTTPTransport, registration: RegistrationPolicy = .closed
  ) throws -> RegistrationServer {
    try RegistrationServer(
      registration, clock: test.clock, transport: host, clientDocuments: ClientDocumentPolicy(),
      database: test.database)
  }

  @Test(.covers("attack: a client_id that makes the server send requests"))
  func `A refresh doesn't wait for a document that is fetched again`() async throws {
    let host = ClientDocumentHost()
    let first = try server(host)
    var token = try #require(
      try TokenAnswer(await redeem(first, try await code(first, ["scope": "openid offline_access"]))).refresh)
    first.clock.advance(by: .seconds(21 * 86_400))
    // The answer of the document's host doesn't come.
    let gate = GatedTransport(ClientDocumentHost.document())
    let test = try restarted(first, gate)
    for _ in 0..<3 { token = try #require(try TokenAnswer(await refresh(test, token)).refresh) }
    await gate.firstRequest()
    #expect(gate.requests == 1)
    gate.open()
  }

  @Test(.covers("attack: a client_id that makes the server send requests"))
  func `Strangers who use up the fetches of a host don't stop the renewal of a kept document`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    let token = try #require(
      try TokenAnswer(await redeem(test, try await code(test, ["scope": "openid offline_access"]))).refresh)
    test.clock.advance(by: .seconds(900))
    for number in 0..<200 {
      let target = "/authorize?" + RegistrationServer.authorization("https://client.example/\(number)").queryEncoded()
      _ = await test.send(.get, target, from: ClientAddress("192.0.2.\(number)"))
    }
    #expect(host.requests.count == 121)
    _ = try TokenAnswer(await refresh(test, token))
    for _ in 0..<100_000 where host.requests.count < 122 { await Task.yield() }
    #expect(host.requests.count == 122 && host.requests.last?.path == "/oauth.json")
  }

  @Test func `A process takes over the document that another one kept or renewed`() async throws {
    let host = ClientDocumentHost()
    let first = try server(host)
    let second = try restarted(first, host)
    _ = await opened(second)
    let token = try #require(
      try TokenAnswer(await redeem(first, try await code(first, ["scope": "openid offline_access"]))).refresh)
    #expect(host.requests.count == 2)
    // The second process read the document itself, and knows from the database that users have it.
    host.misbehave(.unreachable)
    first.clock.advance(by: .seconds(2 * 86_400))
    _ = try TokenAnswer(await refresh(second, token))
  }

  @Test func `A kept document that is gone ends after a day, and one that nobody uses after 30`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    let token = try #require(
      try TokenAnswer(await redeem(test, try await code(test, ["scope": "openid offline_access"]))).refresh)
    host.misbehave(.status(404))
    test.clock.advance(by: .seconds(20 * 86_400))
    // It is used until the renewal beside the first request has failed.
    var answer = await refresh(test, token)
    #expect(answer.status == 200)
    for _ in 0..<10_000 where answer.status == 200 {
      await Task.yield()
      answer = await refresh(test, try #require(try TokenAnswer(answer).refresh))
    }
    #expect(answer.status == 503)
    test.clock.advance(by: .seconds(11 * 86_400))
    #expect(await opened(try restarted(test, host)).status == 400)
    #expect(try await test.database.registration(Self.address, at: test.clock.now) == nil)
  }

  @Test func `Only a document with which a user got tokens is kept, and it is no registration`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host, registration: RegistrationPolicy(.open))
    let code = try await code(test)
    #expect(try await test.database.registration(Self.address, at: test.clock.now) == nil)
    #expect(await redeem(test, code).status == 200)
    let record = try #require(try await test.database.registration(Self.address, at: test.clock.now))
    #expect(record.client.name == "Example MCP Client" && record.isFromOpenRegistration)
    // It has the page of a document, and is still asked for each time.
    _ = await opened(try restarted(test, host, registration: RegistrationPolicy(.open)))
    _ = await opened(test)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.client.host == "client.example")
  }

  @Test func `A document that was never read is an error that a client may retry`() async throws {
    let host = ClientDocumentHost()
    host.misbehave(.unreachable)
    let answer = await redeem(try server(host), "a code")
    #expect(answer.status == 503 && answer.error == "temporarily_unavailable")
    host.publish(["client_name": nil])
    host.behave()
    #expect(await redeem(try server(host), "a code").error == "invalid_client")
  }

  // The differences would tell a closed port from one that hangs.
  @Test(.covers("attack: requests into the operator's network"))
  func `Whatever keeps a document from being fetched, strangers read the same`() async throws {
    var texts: Set<String> = []
    for fault in [ClientDocumentFault.unreachable, .slow] {
      let host = ClientDocumentHost()
      host.misbehave(fault)
      let test = try server(host)
      _ = await opened(test)
      texts.insert("\(String(describing: test.pages.last?.refusal))")
      // Until then nothing is fetched again.
      test.clock.advance(by: .seconds(11))
      texts.insert(try await redeem(test, "a code").members["error_description"]?.string ?? "")
    }
    #expect(texts.count == 2 && texts.allSatisfy { $0.contains("no complete answer at a public address") }, "\(texts)")
  }

  // MARK: Limits

  @Test(.covers("attack: a client_id that makes the server send requests"))
  func `One fetch serves all requests that wait for it`() async throws {
    let gate = GatedTransport(ClientDocumentHost.document())
    let test = try RegistrationServer(.closed, transport: gate, clientDocuments: ClientDocumentPolicy())
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await opened(test).status } }
      await gate.firstRequest()
      gate.open()
      for await status in group { #expect(status == 200) }
    }
    #expect(gate.requests == 1)
  }

  @Test(
    .covers(
      "attack: a client_id that makes the server send requests",
      "MCP: The attacks of the metadata document's draft are considered"))
  func `Strangers from one address cause 60 fetches a minute, and to one host 120 in fair parts`() async throws {
    let host = ClientDocumentHost()
    host.misbehave(.status(404))
    let test = try server(host)
    func ask(_ id: String, from address: String) async {
      let target = "/authorize?" + RegistrationServer.authorization(id).queryEncoded()
      _ = await test.send(.get, target, from: ClientAddress(address))
    }
    for number in 0..<100 { await ask("https://host\(number).example/a", from: "192.0.2.1") }
    #expect(host.requests.count == 60)
    // Another one, and the many addresses of an IPv6 network, can't use up a host's fetches.
    for number in 0..<100 { await ask("https://client.example/\(number)", from: "192.0.2.2") }
    #expect(host.requests.count == 120)
    for number in 0..<200 {
      await ask("https://client.example/v6-\(number)", from: "2001:db8:7:\(String(number << 8, radix: 16))::1")
    }
    #expect(host.requests.count == 130)
    for number in 0..<100 { await ask("https://client.example/\(100 + number)", from: "192.0.2.\(number + 3)") }
    #expect(host.requests.count == 180)
    test.clock.advance(by: .seconds(60))
    await ask("https://client.example/1000", from: "192.0.2.1")
    #expect(host.requests.count == 181)
  }

  @Test func `Each of several processes makes its share of the fetches`() async throws {
    let host = ClientDocumentHost()
    host.misbehave(.status(404))
    let test = try server(host, processes: 4)
    for number in 0..<60 {
      let target = "/authorize?" + RegistrationServer.authorization("https://host\(number).example/a").queryEncoded()
      _ = await test.send(.get, target, from: ClientAddress("192.0.2.1"))
    }
    #expect(host.requests.count == 15)
  }

  @Test(.covers("attack: a client_id that makes the server send requests"))
  func `A flood of documents leaves the last used ones in the cache`() async throws {
    let host = ClientDocumentHost()
    let test = try server(host)
    _ = await opened(test)
    for number in 0..<ClientDocuments.capacity {
      let id = "https://host\(number).example/oauth.json"
      host.publish(["client_id": .string(id)])
      #expect(await opened(test, id: id).status == 200)
      if number % 100 == 0 { _ = await opened(test) }
    }
    host.misbehave(.unreachable)
    #expect(await opened(test).status == 200)
    #expect(await opened(test, id: "https://host0.example/oauth.json").status == 400)
  }

  // MARK: Domains

  @Test(
    arguments: [
      (nil, [], true), (["client.example"], [], true), (["example"], [], true), (["CLIENT.example"], [], true),
      (["ent.example"], [], false), ([], [], false), (nil, ["client.example"], false), (nil, ["example"], false),
      (["client.example"], ["client.example"], false), (nil, ["other.example"], true),
    ] as [(Set<String>?, Set<String>, Bool)])
  func `The operator chooses the domains`(allowed: Set<String>?, refused: Set<String>, isAccepted: Bool) async throws {
    var policy = ClientDocumentPolicy()
    policy.allowedDomains = allowed
    policy.refusedDomains = refused
    let host = ClientDocumentHost()
    let test = try server(host, policy)
    #expect(await opened(test).status == (isAccepted ? 200 : 400))
    #expect(host.requests.isEmpty != isAccepted)
    #expect(policy.accepts(host: "client.example.") == isAccepted)
  }

  // MARK: The page

  @Test(.covers("attack: a document that speaks for another client", "MCP: The page shows the redirect URI's host"))
  func `The page has the host of the document, the destination, the resource and a warning`() async throws {
    let test = try server(ClientDocumentHost(), features: [.sessions, .consents])
    let changes: Changes = ["resource": "https://mcp.example/mcp", "redirect_uri": "http://127.0.0.1:4000/callback"]
    _ = await opened(test, changes)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.client.name == "Example MCP Client" && page.client.host == "client.example")
    #expect(page.resources == ["https://mcp.example/mcp"] && page.destination == .thisDevice("127.0.0.1:4000"))
    #expect(page.canBeImpersonated)
    _ = await opened(test)
    guard case .signIn(let website) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(!website.canBeImpersonated && website.resources.isEmpty)
  }

  // Consents are remembered by scope, and a token for another resource needs another decision.
  @Test(.covers("attack: a document that speaks for another client")) func `A signed-in user is asked each time`()
    async throws
  {
    let test = try server(ClientDocumentHost(), features: [.sessions, .consents, .pushedRequests])
    let (cookie, _) = try await test.signIn(Self.address)
    func open(_ changes: Changes) async -> HTTPAnswer {
      let target = "/authorize?" + RegistrationServer.authorization(Self.address, changes).queryEncoded()
      return await test.send(.get, target, fields: [.cookie: cookie])
    }
    #expect(await open([:]).status == 200)
    guard case .consent(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page.client.host == "client.example")
    #expect(try await open(["prompt": "none"]).callback("error") == "consent_required")
  }

  @Test func `A client is untrusted: no error redirects to it without a decision`() async throws {
    let test = try server(ClientDocumentHost())
    #expect(await opened(test, ["response_type": "token"]).status == 400)
  }

  // MARK: Scopes

  @Test(.covers("attack: scopes for strangers")) func `A client may request what strangers may register`() async throws
  {
    var registration = RegistrationPolicy.closed
    registration.scope = try Scope(["openid", "email"])
    let test = try server(ClientDocumentHost(["scope": "openid"]), registration: registration)
    let code = try await code(test, ["scope": "openid profile email"])
    #expect(try TokenAnswer(await redeem(test, code)).members["scope"] == "openid email")
  }
}

extension Page {
  /// The reason of an error page.
  var refusal: ErrorPage.Reason? {
    guard case .error(let page) = self else { return nil }
    return page.reason
  }
}
