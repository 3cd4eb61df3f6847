import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import OAuthServerHummingbird
import Subprocess
import TestSurroundings
import Testing

/// The configuration of services and other servers: their grants, registration, https, proxies.
@Suite(.timeLimit(.minutes(60))) struct ServeForRealTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func configuration(_ text: String) throws -> String { try folder.file("serve.json", text) }

  private func server(_ said: ServedPixy.Said, _ transport: any HTTPTransport) async throws
    -> AuthorizationServerMetadata
  {
    try await AuthorizationServerMetadata.discover(try Issuer(try said.issuer), through: transport)
  }

  private func jwks(_ key: SigningKey) throws -> String {
    String(decoding: JSONValue.object(["keys": [try #require(key.verificationKey.publicJWK)]]).bytes(), as: UTF8.self)
  }

  @Test func `Pages have the operator's language, and describe scopes in words`() async throws {
    let texts = Repository.root.appending(path: "Documentation/Texts").path()
    let (status, said) = try await ServedPixy.running([
      "--port", "0", "--scopes", "report.read report.write", "--set", "pages.texts=\(texts)",
    ]) { said in
      let query =
        "response_type=code&client_id=pixy&redirect_uri=http://127.0.0.1:1/callback&scope=report.read%20report.write"
        + "&state=x&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&ui_locales=fr"
      let page = try await AsyncHTTPClientTransport().send(
        Endpoint(said.issuer + "/authorize?" + query).request(.get), body: [], limits: HTTPLimits())
      let html = String(decoding: page.body, as: UTF8.self)
      #expect(html.contains("<li>lire vos rapports</li>") && html.contains("<h1>Connexion</h1>"), "\(html)")
      #expect(html.contains("<li>utiliser «\u{A0}<bdi>report.write</bdi>\u{A0}»</li>"))
    }
    #expect(status == .exited(0), "\(said.lines)")
    _ = try folder.file("en.json", #"{"signInTitel": "x"}"#)
    let wrong = try await CommandTests.pixy(["serve", "--port", "0", "--set", "pages.texts=\(folder.path)"])
    #expect(wrong.status == 1 && wrong.errors.contains("en.json") && wrong.errors.contains("signInTitel"))
  }

  @Test func `A service with a key gets tokens for its resource, exchanges them, and redeems another issuer's JWT`()
    async throws
  {
    let service = try SigningKey.generate(.es256, keyID: "service")
    let company = try SigningKey.generate(.es256, keyID: "company")
    let keys = try folder.file("keys.json", try jwks(service))
    let file = try configuration(
      #"""
      {"database": "pixy.db", "port": 0, "scopes": ["openid", "profile", "notes", "claim:department"],
       "access_token_format": "jwt",
       "resources": ["https://api.example", "https://other.example"],
       "trusted_issuers": [{"issuer": "https://idp.example", "scope": "notes profile claim:department", "jwks": \#(try jwks(company))}]}
      """#)
    let added = try await CommandTests.pixy([
      "serve", "client", "add", "--config", file, "--id", "service", "--auth", "private_key_jwt", "--jwks-file", keys,
      "--grant", "client_credentials", "--grant", "token-exchange", "--grant", "jwt-bearer", "--scope",
      "notes profile claim:department",
      "--resource", "https://api.example",
    ])
    #expect(added.status == 0, "\(added.errors)")
    let person = try await CommandTests.pixy(
      [
        "serve", "user", "add", "ada", "--config", file, "--subject", "ada-1", "--claim", "department=engines",
        "--claim", "badge=7", "--claim", "given_name=Augusta",
      ], input: "lovelace")
    #expect(person.output == "sub=ada-1\n", "\(person.errors)")
    let (status, _) = try await ServedPixy.running(["--config", file]) { said in
      let transport = AsyncHTTPClientTransport()
      let server = try await server(said, transport)
      let client = OAuthClient(
        id: "service", authentication: .privateKeyJWT(service), server: server, transport: transport)
      let own = try await client.clientCredentials(
        scope: Scope(["notes"]), resources: ["https://api.example"])
      // The server's setting is the default of clients.
      let claims = try JSONValue(bytes: JSONWebSignature(compact: own.accessToken.reveal()).unverifiedPayload).object
      #expect(claims?["aud"] == "https://api.example" && claims?["client_id"] == "service")
      await #expect(throws: EndpointError.self) {
        try await client.clientCredentials(scope: Scope(["notes"]), resources: ["https://other.example"])
      }
      let now = Int64(Date().timeIntervalSince1970)
      let word = try company.sign(
        [
          "iss": "https://idp.example", "sub": "ada-1", "aud": .string(try said.issuer), "iat": .integer(now),
          "exp": .integer(now + 3_000), "jti": "1",
        ], type: "JWT")
      let hers = try await client.tokens(jwtBearer: word, scope: Scope(["profile", "claim:department"]))
      let known = try await client.userInfo(hers.accessToken)
      #expect(known["sub"] == "ada-1" && known["given_name"] == "Augusta")
      // An operator's own claim needs its own scope.
      #expect(known["department"] == "engines" && known["badge"] == nil)
      await #expect(throws: EndpointError.self) { try await client.tokens(jwtBearer: word, scope: Scope(["profile"])) }
      var form = FormParameters()
      for (name, value) in [
        ("subject_token", own.accessToken.reveal()),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:access_token"), ("resource", "https://api.example"),
      ] {
        form.append(name, value)
      }
      let exchanged = try await client.tokens(grantType: "urn:ietf:params:oauth:grant-type:token-exchange", form)
      #expect(exchanged.accessToken != own.accessToken)
    }
    #expect(status == .exited(0))
  }

  @Test func `A bearer of the initial access token registers a client, which survives a restart`() async throws {
    let token = try folder.file("token", "initial-access-token-of-this-test\n")
    let arguments = [
      "--database", folder.database, "--port", "0", "--initial-access-token-file", token, "--set",
      "registration.grants=authorization_code client_credentials",
    ]
    let kept = Kept<ClientRegistration>()
    _ = try await ServedPixy.running(arguments) { said in
      let transport = AsyncHTTPClientTransport()
      let server = try await server(said, transport)
      var metadata = ClientMetadata(redirectURIs: [])
      metadata.grantTypes = ["client_credentials"]
      metadata.responseTypes = []
      metadata.scope = try Scope(["profile"])
      metadata.tokenEndpointAuthMethod = "client_secret_basic"
      await #expect(throws: EndpointError.self) {
        try await ClientRegistration.register(metadata, at: server, through: transport)
      }
      kept.value = try await ClientRegistration.register(
        metadata, at: server, initialAccessToken: Secret("initial-access-token-of-this-test"), through: transport)
    }
    let registered = try #require(kept.value)
    _ = try await ServedPixy.running(arguments) { said in
      let transport = AsyncHTTPClientTransport()
      let client = OAuthClient(
        id: registered.clientID, authentication: .clientSecretBasic(try #require(registered.clientSecret)),
        server: try await server(said, transport), transport: transport)
      _ = try await client.clientCredentials(scope: Scope(["profile"]))
      let removed = try await CommandTests.pixy(
        ["serve", "client", "remove", "--database", folder.database, "--", registered.clientID])
      #expect(removed.status == 0)
      await #expect(throws: EndpointError.self) { try await client.clientCredentials(scope: Scope(["profile"])) }
    }
  }

  // Clients written for OpenID Connect Core know no PKCE, and show a logo from anywhere.
  @Test(arguments: [true, false])
  func `With a database, clients register as the settings say: without PKCE, with documents elsewhere`(
    _ isLenient: Bool
  ) async throws {
    let settings =
      isLenient
      ? ["code_challenge_optional_despite_code_injection", "documents_may_be_elsewhere"].flatMap {
        ["--set", "registration.\($0)=true"]
      } : []
    let arguments = ["--port", "0", "--database", folder.database, "--open-registration"] + settings
    _ = try await ServedPixy.running(arguments) { said in
      let transport = AsyncHTTPClientTransport()
      let server = try await server(said, transport)
      func register(_ members: [String: JSONValue]) async throws -> HTTPAnswer {
        var request = try #require(server.registrationEndpoint).request(.post)
        request.headerFields[.contentType] = "application/json"
        let all = members.merging(["redirect_uris": ["https://client.example/cb"]]) { $1 }
        return try await transport.send(request, body: JSONValue.object(all).bytes(), limits: HTTPLimits())
      }
      let elsewhere = try await register(["logo_uri": "https://logos.example/logo.png"])
      #expect(elsewhere.response.status == (isLenient ? .created : .badRequest))
      let registered = try JSONValue(bytes: try await register([:]).body).object
      let id = try #require(registered?["client_id"]?.string)
      let page = try await transport.send(
        Endpoint(
          said.issuer + "/authorize?response_type=code&scope=openid&state=s&nonce=n&client_id=\(id)"
            + "&redirect_uri=https://client.example/cb"
        ).request(.get), body: [], limits: HTTPLimits())
      #expect(page.response.status == (isLenient ? .ok : .badRequest))
    }
  }

  // RFC 9101 §6.1. The key is derived from the sealing key, so it survives a restart.
  @Test func `A client encrypts its signed requests with the server's key, before and after a restart`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "client")
    let keys = try folder.file("keys.json", try jwks(key))
    let settings = ["--database", folder.database, "--set", "encrypted_request_objects=true"]
    let added = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "web", "--auth", "private_key_jwt", "--jwks-file", keys]
        + ["--redirect-uri", "https://a.example/cb"] + settings)
    #expect(added.status == 0, "\(added.errors)")
    var published: Set<String> = []
    for _ in 0..<2 {
      let found = Kept<[String]>()
      _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
        let transport = AsyncHTTPClientTransport()
        let server = try await server(said, transport)
        let client = OAuthClient(id: "web", authentication: .privateKeyJWT(key), server: server, transport: transport)
        var request = AuthorizationRequest(
          redirectURI: try RedirectURI("https://a.example/cb"), scope: try Scope(["openid"]))
        request.requestObjectKey = key
        request.requestObjectEncryption = try RequestObjectEncryption(announcedBy: server)
        request.isPushed = true
        #expect(try await client.begin(request).url.contains("request_uri="))
        found.value = try await RemoteKeySet(try #require(server.jwksURI), through: transport).encryptionKeys()
          .compactMap(\.keyID)
      }
      published.formUnion(try #require(found.value))
    }
    #expect(published.count == 1)
  }

  @Test func `With a certificate, the server accepts only https`() async throws {
    let certificate = try folder.file("certificate.pem", TestCertificates.server)
    let key = try folder.file("key.pem", TestCertificates.serverKey)
    let (status, _) = try await ServedPixy.running([
      "--port", "0", "--tls-certificate", certificate, "--tls-key", key,
    ]) { said in
      #expect(try said.issuer.hasPrefix("https://127.0.0.1:"))
      let trusting = try AsyncHTTPClientTransport(
        clientCertificate: nil, trustingOnly: TestCertificates.authority)
      let server = try await server(said, trusting)
      #expect(server.tokenEndpoint.text == (try said.issuer) + "/token")
      await #expect(throws: HTTPTransportError.self) {
        try await self.server(said, AsyncHTTPClientTransport())
      }
    }
    #expect(status == .exited(0))
  }

  // SIGHUP ends a process that doesn't handle it, and log rotation sends it.
  @Test func `SIGHUP never ends the server, and SIGTERM is logged`() async throws {
    let (status, said) = try await ServedPixy.running(
      ["--port", "0", "--database", folder.database], endedBy: .terminate, after: "SIGHUP"
    ) { said in
      try said.send(Signal(rawValue: SIGHUP))
      _ = try await server(said, AsyncHTTPClientTransport())
    }
    #expect(status == .exited(0))
    for word in ["SIGHUP", "The server ends"] {
      #expect(said.lines.contains { $0.contains("Z notice: ") && $0.contains(word) }, "\(said.lines)")
    }
  }

  @Test func `An invalid or single certificate or key is rejected by name`() async throws {
    let certificate = try folder.file("certificate.pem", TestCertificates.server)
    let key = try folder.file("key.pem", TestCertificates.serverKey)
    for (arguments, status, word) in [
      (["--tls-certificate", key, "--tls-key", key], 1, "PEM certificate"),
      (["--tls-certificate", certificate, "--tls-key", certificate], 1, "PEM key"),
      (["--tls-certificate", certificate, "--tls-key", "/nowhere/key"], 1, "/nowhere/key"),
      (["--tls-certificate", certificate], 1, "tls.key"), (["--set", "tls.key=\(key)"], 1, "tls.certificate"),
      // The two may have different sources.
      (["--tls-certificate", certificate, "--set", "tls.key=/nowhere/key"], 1, "/nowhere/key"),
    ] {
      let outcome = try await CommandTests.pixy(["serve", "--port", "0"] + arguments)
      #expect(outcome.status == Int(status) && outcome.errors.contains(word), "\(arguments): \(outcome.errors)")
      #expect(!outcome.errors.contains("MIGHAgEAMBMG"))
    }
  }

  // Behind a proxy, one attacker who guesses passwords locks out all users.
  @Test func `Behind a trusted proxy, wrong passwords are counted for each client address`() async throws {
    let arguments = ["--port", "0", "--username", "ada", "--password-file", "-", "--trusted-proxies", "127.0.0.1"]
    _ = try await ServedPixy.running(arguments, input: "lovelace") { said in
      let transport = AsyncHTTPClientTransport()
      let client = OAuthClient(id: "pixy", server: try await server(said, transport), transport: transport)
      func signIn(_ password: String, from address: String) async throws {
        let attempt = try client.authorizationAttempt(
          AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:1/callback"), scope: Scope(["profile"])))
        _ = try await SimulatedUser(username: "ada", password: Secret(password)).visit(
          attempt.url, through: ForwardingTransport(transport: transport, address: address))
      }
      // Ten wrong passwords lock one account for one address.
      for _ in 0..<11 { try? await signIn("wrong", from: "203.0.113.7") }
      await #expect(throws: SimulatedUser.UnexpectedAnswer.self) { try await signIn("lovelace", from: "203.0.113.7") }
      try await signIn("lovelace", from: "198.51.100.9")
    }
  }
}

/// Adds the header field that a proxy adds.
private struct ForwardingTransport: HTTPTransport {
  let transport: any HTTPTransport
  let address: String

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    var request = request
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    request.headerFields[name] = address
    return try await transport.send(request, body: body, limits: limits)
  }
}
