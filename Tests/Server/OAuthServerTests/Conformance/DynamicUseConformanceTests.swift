import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

/// The modules of oidcc-dynamic-certification-test-plan that use a client's registered values.
@Suite(.covers("OpenID Core §5.3.2, server")) struct DynamicUseConformanceTests {
  static let keys = "https://client.example/keys"
  static let requests = "https://client.example/requests/1"

  static func published(_ key: Result<SigningKey, JSONWebKeyError>) throws -> HTTPAnswer {
    .json(["keys": [try #require(try key.get().verificationKey.publicJWK)]])
  }

  /// Returns a form whose client authenticates with an assertion for the issuer.
  static func authenticated(
    _ form: FormParameters, _ client: String, _ key: Result<SigningKey, JSONWebKeyError>, at moment: Date
  ) throws -> FormParameters {
    let now = Int64(moment.timeIntervalSince1970)
    let assertion = try key.get().sign([
      "iss": .string(client), "sub": .string(client), "aud": .string(TestServer.issuer),
      "jti": .string(UUID().uuidString), "iat": .integer(now), "exp": .integer(now + 60),
    ])
    return TestServer.authenticated(form.pairs.map { ($0.name, $0.value) }, by: assertion.reveal())
  }

  @Test(
    .covers(
      "OP dynamic: oidcc-registration-jwks-uri", "OP dynamic: oidcc-refresh-token-rp-key-rotation",
      "OP dynamic: oidcc-ensure-client-assertion-with-iss-aud-succeeds", "OP dynamic: oidcc-refresh-token"))
  func `Published keys authenticate a client, and a new key is fetched when an assertion names it`() async throws {
    let transport = ScriptedTransport(
      try Self.published(ClientKey.es256), try Self.published(ClientKey.rs256), try Self.published(ClientKey.rs256))
    let test = try RegistrationServer(transport: transport, features: [.pushedRequests, .dpop, .deviceAuthorization])
    let client = try await test.registered([
      "jwks_uri": .string(Self.keys), "token_endpoint_auth_method": "private_key_jwt",
      "grant_types": ["authorization_code", "refresh_token"],
    ])
    let id = try #require(client["client_id"]?.string)
    let code = try await test.post(
      "/authorize/decision", TestServer.decision(RegistrationServer.authorization(id))
    ).callback("code")
    let redemption = TestServer.redemption(code, ["client_id": id, "redirect_uri": RegistrationServer.redirect])
    // The client identifier is public, so it proves nothing.
    #expect(await test.post("/token", redemption).error == "invalid_client")
    let now = test.clock.now
    let tokens = try TokenAnswer(
      await test.post("/token", try Self.authenticated(redemption, id, ClientKey.es256, at: now)))
    // Seconds later the client signs with its next key.
    let refreshment = TestServer.refreshment(try #require(tokens.refresh), ["client_id": id])
    let next = try TokenAnswer(
      await test.post("/token", try Self.authenticated(refreshment, id, ClientKey.rs256, at: now)))
    #expect(transport.exchanges.map(\.request.path) == ["/keys", "/keys"])
    // The previous key is no longer published.
    let again = TestServer.refreshment(try #require(next.refresh), ["client_id": id])
    let old = await test.post("/token", try Self.authenticated(again, id, ClientKey.es256, at: now))
    #expect(old.error == "invalid_client" && transport.exchanges.count == 3)
  }

  @Test(.covers("OP dynamic: oidcc-userinfo-rs256"))
  func `UserInfo is a JWT signed with RS256 for a client that registered RS256`() async throws {
    let test = try RegistrationServer()
    let client = try await test.registered(["userinfo_signed_response_alg": "RS256"])
    let tokens = try await test.tokens(client)
    let answer = await test.get("/userinfo", token: tokens.access)
    #expect(answer.status == 200 && answer.field("Content-Type") == "application/jwt")
    let signature = try JSONWebSignature(compact: answer.text)
    #expect(signature.header.algorithm == "RS256")
    let claims = try signature.verified(by: try await test.keySet(), allowing: [.rs256]).claims()
    #expect(claims["iss"] == .string(TestServer.issuer) && claims["aud"] == client["client_id"])
    #expect(try await test.idToken(tokens).claims["sub"] == claims["sub"] && claims["sub"] != nil)
  }

  @Test(
    .covers(
      "OP dynamic: oidcc-registration-logo-uri", "OP dynamic: oidcc-registration-policy-uri",
      "OP dynamic: oidcc-registration-tos-uri")) func `The consent page has the registered logo, policy and terms`()
    async throws
  {
    let test = try RegistrationServer()
    let client = try await test.registered([
      "logo_uri": "https://client.example/logo.png", "policy_uri": "https://client.example/policy",
      "tos_uri": "https://client.example/terms", "client_uri": "https://client.example/",
    ])
    let answer = await test.get(
      "/authorize", RegistrationServer.authorization(try #require(client["client_id"]?.string)))
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(
      page.client.links
        == ClientLinks(
          logo: "https://client.example/logo.png", website: "https://client.example/",
          policy: "https://client.example/policy", terms: "https://client.example/terms"))
    #expect(page.client.links.logo != nil && page.client.links.policy != nil && page.client.links.terms != nil)
    #expect(try PageFieldsTests.policy(answer)["img-src"] == "https://client.example")
  }

  @Test(
    .covers("OP dynamic: oidcc-request-uri-unsigned", "OP dynamic: oidcc-request-uri-signed-rs256"),
    arguments: ["none", "RS256"])
  func `A request object at a registered request_uri is honoured, with its state`(algorithm: String) async throws {
    let jwk = try #require(try RequestObjects.rsa.get().verificationKey.publicJWK)
    // The object needs the client identifier, so it is set after the registration.
    let object = ObjectOfTheClient()
    let test = try RegistrationServer(
      transport: Answering { object.answer }, features: [.pushedRequests, .dpop, .deviceAuthorization])
    let client = try await test.registered(
      ["request_uris": [.string(Self.requests)], "jwks": ["keys": [jwk]]]
        .merging(algorithm == "none" ? [:] : ["request_object_signing_alg": .string(algorithm)]) { $1 })
    let id = try #require(client["client_id"]?.string)
    let changes: [String: JSONValue?] = [
      "iss": .string(id), "client_id": .string(id), "redirect_uri": .string(RegistrationServer.redirect),
      "state": "of-the-object",
      // OpenID Connect Core §6.1 doesn't require these claims.
      "aud": nil, "exp": nil, "nbf": nil,
    ]
    object.set(
      algorithm == "none"
        ? RequestObjects.unsigned(changes) : try RequestObjects.signed(changes, by: RequestObjects.rsa, type: nil))
    let request = TestServer.form([
      ("client_id", id), ("request_uri", Self.requests), ("response_type", "code"), ("scope", "openid"),
      ("state", "beside-it"),
    ])
    #expect(await test.get("/authorize", request).status == 200)
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    let carried = try FormParameters(decoding: try #require(page.hiddenFields.first).value.reveal())
    let answer = await test.post("/authorize/decision", TestServer.decision(carried))
    #expect(try answer.callback("state") == "of-the-object" && answer.callback("code").utf8.count == 40)
  }
}

/// The document at a client's `request_uri`.
private final class ObjectOfTheClient: Sendable {
  private let text = Mutex("")

  func set(_ object: String) { text.withLock { $0 = object } }

  var answer: HTTPAnswer { RequestURITests.found(text.withLock { $0 }) }
}
