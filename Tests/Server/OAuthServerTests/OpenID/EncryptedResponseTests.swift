import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// ID tokens, UserInfo responses and logout tokens that the server encrypts for a client (OpenID
/// Connect Core §10.2, Registration §2).
@Suite(.covers("OpenID Core §10.2, server")) struct EncryptedResponseTests {
  private static let rsa = Result { try DecryptionKey.generate(.rsaOAEP256, keyID: "rsa") }
  private static let ec = Result { try DecryptionKey.generate(.ecdhESA256KW, keyID: "ec") }

  private static func key(_ algorithm: KeyManagementAlgorithm) throws -> DecryptionKey {
    try (algorithm == .rsaOAEP256 ? rsa : ec).get()
  }

  /// A client's public keys: one to sign with, and one to encrypt for it with any algorithm.
  private static func keys(_ algorithm: KeyManagementAlgorithm) throws -> ClientKeys {
    var encryption = try #require(try key(algorithm).encryptionKey.publicJWK.object)
    encryption["alg"] = nil
    return .set(JSONWebKeySet([try ClientKey.es256.get().verificationKey, try JSONWebKey(.object(encryption))]))
  }

  private static func decryption(_ algorithm: KeyManagementAlgorithm, _ content: ContentEncryptionAlgorithm) throws
    -> JWTDecryption
  {
    var jwk = try #require(JSONValue(bytes: Array(try key(algorithm).privateJWK().reveal().utf8)).object)
    jwk["alg"] = nil
    let text = Secret(String(decoding: JSONValue.object(jwk).bytes(), as: UTF8.self))
    return JWTDecryption(keys: [try DecryptionKey(jwk: text)], algorithms: [algorithm], contentAlgorithms: [content])
  }

  /// The tokens of `service`, whose settings a test changes.
  private static func tokens(_ test: TestServer, scope: String = "openid profile") async throws -> HTTPAnswer {
    let code = try await test.savedCode(for: TestServer.service, scope: scope)
    return await test.post("/token", TestServer.redemption(code, try DPoPTokenTests.authenticated(test)))
  }

  @Test(arguments: KeyManagementAlgorithm.allCases, ContentEncryptionAlgorithm.allCases)
  func `ID tokens are signed and then encrypted, at the sign-in and at each refresh`(
    algorithm: KeyManagementAlgorithm, content: ContentEncryptionAlgorithm
  ) async throws {
    let keys = try Self.keys(algorithm)
    let test = try TestServer.withServices({
      $0.keys = keys
      $0.idTokenEncryption = ResponseEncryption(algorithm, content)
    })
    let decryption = try Self.decryption(algorithm, content)
    func claims(_ answer: TokenAnswer) async throws -> [String: JSONValue] {
      let compact = try #require(answer.members["id_token"]?.string)
      #expect(try JSONWebEncryption(compact: compact).header.members["cty"] == "JWT")
      let signed = try decryption.decrypted(Secret(compact))
      return try JSONWebSignature(compact: signed.reveal()).verified(by: try await test.keySet(), allowing: [.es256])
        .claims()
    }
    let answer = try TokenAnswer(await Self.tokens(test))
    #expect(try await claims(answer)["aud"] == .string(TestServer.service))
    let refreshed = try TokenAnswer(
      await test.post(
        "/token",
        TestServer.form(
          [("grant_type", "refresh_token"), ("refresh_token", try #require(answer.refresh))],
          try DPoPTokenTests.authenticated(test))))
    #expect(try await claims(refreshed)["sub"] == "248289761001")
  }

  @Test func `UserInfo is encrypted, signed before if the client is registered for that`() async throws {
    let keys = try Self.keys(.ecdhES)
    let decryption = try Self.decryption(.ecdhES, .a128CBCHS256)
    for isSigned in [true, false] {
      let test = try TestServer.withServices({
        $0.keys = keys
        $0.userInfoEncryption = ResponseEncryption(.ecdhES)
        $0.userInfoAlgorithm = isSigned ? .es256 : nil
      })
      let tokens = try TokenAnswer(await Self.tokens(test))
      let answer = await test.userInfo(tokens.access)
      #expect(answer.status == 200 && answer.field("Content-Type") == "application/jwt")
      let content = try decryption.decrypted(Secret(answer.text)).reveal()
      let claims =
        isSigned
        ? try JSONWebSignature(compact: content).verified(by: try await test.keySet(), allowing: [.es256]).claims()
        : try #require(JSONValue(bytes: Array(content.utf8)).object)
      #expect(claims["sub"] == "248289761001" && claims["name"] == "Ada Lovelace")
      #expect(claims["aud"] == (isSigned ? .string(TestServer.service) : nil))
    }
  }

  // A client that expects encryption must not get plain answers instead.
  @Test func `Without a key nothing is issued, and the log says why`() async throws {
    let keys = try Self.keys(.ecdhES)
    let test = try TestServer.withServices({
      $0.keys = keys
      $0.idTokenEncryption = ResponseEncryption(.rsaOAEP256)
      $0.userInfoEncryption = ResponseEncryption(.rsaOAEP256)
    })
    let answer = try await Self.tokens(test)
    #expect(answer.status == 400 && answer.error == "invalid_request" && !answer.text.contains("access_token"))
    #expect(test.log.records.contains { $0.contains("no key for its encryption") && $0.contains("RSA-OAEP-256") })
    // Without openid there is no ID token, and UserInfo fails alone.
    let tokens = try TokenAnswer(await Self.tokens(test, scope: "profile"))
    #expect(await test.userInfo(tokens.access).status == 500)
  }

  @Test func `The metadata has the algorithms of both responses`() async throws {
    let members = try await TestServer.openID().get("/.well-known/openid-configuration").members
    for name in ["id_token", "userinfo"] {
      #expect(
        members["\(name)_encryption_alg_values_supported"]
          == ["RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"])
      #expect(members["\(name)_encryption_enc_values_supported"] == ["A128GCM", "A256GCM", "A128CBC-HS256"])
    }
  }

  @Test func `Pixy's own client registers for encryption and signs a user in`() async throws {
    let test = try RegistrationServer()
    let transport = InProcessTransport(test.server)
    let metadata = try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport)
    var request = ClientMetadata(redirectURIs: [try RedirectURI(RegistrationServer.redirect)])
    request.jwks = ["keys": [try Self.key(.ecdhESA256KW).encryptionKey.publicJWK]]
    for name in ["id_token_encrypted_response", "userinfo_encrypted_response"] {
      request.additionalMembers[name + "_alg"] = "ECDH-ES+A256KW"
      request.additionalMembers[name + "_enc"] = "A256GCM"
    }
    let registration = try await ClientRegistration.register(request, at: metadata, through: transport)
    let secret = try #require(registration.clientSecret)
    let tokens = try await test.tokens([
      "client_id": .string(registration.clientID), "client_secret": .string(secret.reveal()),
    ])
    var client = try OpenIDClient(
      OAuthClient(
        id: registration.clientID, authentication: .clientSecretBasic(secret), server: metadata, transport: transport,
        clock: test.clock.wallClock))
    client.policy.decryption = JWTDecryption(
      keys: [try Self.key(.ecdhESA256KW)], algorithms: [.ecdhESA256KW], contentAlgorithms: [.a256GCM])
    client.userInfoDecryption = client.policy.decryption
    let keys = try await test.keySet()
    let idToken = try client.policy.idToken(
      Secret(try #require(tokens.members["id_token"]?.string)), signedBy: keys,
      expecting: IDTokenExpectations(nonce: nil), now: test.clock.now)
    let info = try await client.userInfo(Secret(tokens.access), of: idToken.subject)
    #expect(info.standardClaims.name == "Ada Lovelace")
  }

  // Back-Channel Logout §2.4: with the keys and algorithms of ID tokens.
  @Test func `Logout tokens are encrypted as ID tokens are`() async throws {
    let keys = try Self.keys(.ecdhES)
    let test = try SessionServer(web: {
      $0.keys = keys
      $0.idTokenEncryption = ResponseEncryption(.ecdhES, .a256GCM)
    })
    let browser = test.browser()
    _ = try await browser.signIn()
    try await BackChannelLogoutConformanceTests.signOut(browser)
    let token = try #require(test.clients.arrived.first?.token)
    let signed = try Self.decryption(.ecdhES, .a256GCM).decrypted(Secret(token))
    #expect(try JSONWebSignature(compact: signed.reveal()).header.type == "logout+jwt")
  }
}
