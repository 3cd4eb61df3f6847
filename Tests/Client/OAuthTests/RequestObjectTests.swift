import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Request objects and request parameters (RFC 9101, RFC 8707, RFC 9396, OpenID Connect Core
/// §3.1.2.1).
@Suite(.covers("RFC 8707 §2", "RFC 9101 §4", "RFC 9396 §2", "RFC 9470 §3", "OpenID Core §3.1.2.1"))
struct RequestObjectTests {
  private func request(_ change: (inout AuthorizationRequest) throws -> Void) async throws -> FormParameters {
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback), scope: try Scope(["openid"]))
    try change(&request)
    return try Fixture.parameters(of: try await Fixture.client().begin(request).url)
  }

  @Test(.covers("RP dynamic: oidcc-client-test-request-uri-signed-rs256", "RP FAPI2 signing: signed requests"))
  func `Outside a signed request are only its object and the parameters that OpenID Connect requires`()
    async throws
  {
    let key = try SigningKey.generate(.es256, keyID: "k1")
    let parameters = try await request {
      $0.requestObjectKey = key
      $0.resources = ["https://a.example/", "https://b.example/"]
      $0.authorizationDetails = [["type": "payment", "amount": "1"]]
      $0.openID.maxAge = .seconds(60)
      $0.openID.claims = ["id_token": ["acr": .null]]
    }
    #expect(parameters.pairs.map(\.name).sorted() == ["client_id", "request", "response_type", "scope"])
    let object = try #require(try parameters.single("request"))
    let claims = try JSONWebSignature(compact: object).verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [.es256], type: .exactly("oauth-authz-req+jwt")
    ).claims()
    let now = Fixture.now
    #expect(claims["iss"] == "app" && claims["client_id"] == "app" && claims["aud"] == "https://as.example")
    #expect(claims["iat"] == .integer(now) && claims["nbf"] == .integer(now) && claims["exp"] == .integer(now + 300))
    #expect(claims["redirect_uri"] == .string(Fixture.loopback) && claims["code_challenge_method"] == "S256")
    #expect(claims["resource"] == ["https://a.example/", "https://b.example/"])
    #expect(claims["authorization_details"] == [["type": "payment", "amount": "1"]])
    #expect(claims["claims"] == ["id_token": ["acr": .null]] && claims["max_age"] == 60)
    for name in ["state", "nonce", "code_challenge", "jti"] { #expect((claims[name]?.string?.utf8.count ?? 0) >= 22) }
    for name in ["code_verifier", "client_assertion", "client_secret"] { #expect(claims[name] == nil) }
  }

  // RFC 9101 §4, §6.1.
  @Test(arguments: KeyManagementAlgorithm.allCases)
  func `A signed request is encrypted with the server's key for the algorithm`(
    algorithm: KeyManagementAlgorithm
  ) async throws {
    let key = try SigningKey.generate(.es256, keyID: "k1")
    let recipient = try DecryptionKey.generate(algorithm, keyID: "server-1")
    let others = try [DecryptionKey.generate(algorithm == .ecdhES ? .rsaOAEP256 : .ecdhES, keyID: "server-2")]
    let signing = try #require(SigningKey.generate(.es256).verificationKey.publicJWK)
    let published = [signing] + (others + [recipient]).map(\.encryptionKey.publicJWK)
    let transport = ScriptedTransport(.json(["keys": .array(published)]))
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback), scope: try Scope(["openid"]))
    request.requestObjectKey = key
    request.requestObjectEncryption = RequestObjectEncryption(algorithm, .a256GCM)
    let client = try Fixture.client(
      transport, server: Fixture.metadata(["jwks_uri": "https://as.example/keys"]))
    let parameters = try Fixture.parameters(of: try await client.begin(request).url)
    #expect(parameters.pairs.map(\.name).sorted() == ["client_id", "request", "response_type", "scope"])
    let encrypted = try JSONWebEncryption(compact: try #require(try parameters.single("request")))
    #expect(encrypted.header.keyID == "server-1" && encrypted.header.members["cty"] == "JWT")
    let object = try encrypted.decrypted(with: [recipient], allowing: [algorithm], content: [.a256GCM])
    let claims = try JSONWebSignature(compact: String(decoding: object, as: UTF8.self)).verified(
      by: JSONWebKeySet([key.verificationKey]), allowing: [.es256], type: .exactly("oauth-authz-req+jwt")
    ).claims()
    #expect(claims["redirect_uri"] == .string(Fixture.loopback))
  }

  @Test func `A request that can't be encrypted as asked isn't sent`() async throws {
    func failure(_ keys: [JSONValue], isSigned: Bool = true, hasKeys: Bool = true) async throws
      -> AuthorizationRequestError?
    {
      var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
      request.requestObjectKey = isSigned ? try SigningKey.generate(.es256) : nil
      request.requestObjectEncryption = RequestObjectEncryption(.ecdhESA256KW)
      let members: [String: JSONValue] = hasKeys ? ["jwks_uri": "https://as.example/keys"] : [:]
      let client = try Fixture.client(
        ScriptedTransport(.json(["keys": .array(keys)])), server: Fixture.metadata(members))
      #expect(throws: AuthorizationRequestError.requiresBegin) { try client.authorizationAttempt(request) }
      do {
        _ = try await client.begin(request)
        return nil
      } catch let error as AuthorizationRequestError {
        return error
      }
    }
    let usable = try DecryptionKey.generate(.ecdhESA256KW).encryptionKey.publicJWK
    #expect(try await failure([usable]) == nil)
    #expect(try await failure([usable], isSigned: false) == .encryptionWithoutSignature)
    #expect(try await failure([usable], hasKeys: false) == .noEncryptionKey(.ecdhESA256KW))
    let rsa = try DecryptionKey.generate(.rsaOAEP256).encryptionKey.publicJWK
    let another = try DecryptionKey.generate(.ecdhES).encryptionKey.publicJWK
    var signing = try #require(SigningKey.generate(.es256).verificationKey.publicJWK?.object)
    signing["use"] = "sig"
    #expect(try await failure([rsa, another, .object(signing)]) == .noEncryptionKey(.ecdhESA256KW))
  }

  @Test func `The algorithms of an encrypted request can be chosen from the server's metadata`() throws {
    func chosen(_ algorithms: [String]?, _ contents: [String]?) throws -> RequestObjectEncryption {
      var members: [String: JSONValue] = [:]
      members["request_object_encryption_alg_values_supported"] = algorithms.map { .array($0.map { .string($0) }) }
      members["request_object_encryption_enc_values_supported"] = contents.map { .array($0.map { .string($0) }) }
      return try RequestObjectEncryption(announcedBy: Fixture.metadata(members))
    }
    let all = ["RSA1_5", "RSA-OAEP-256", "ECDH-ES", "ECDH-ES+A256KW"]
    #expect(try chosen(all, ["A128CBC-HS256", "A256GCM"]) == RequestObjectEncryption(.ecdhESA256KW, .a256GCM))
    #expect(try chosen(["RSA-OAEP-256"], ["A128CBC-HS256"]) == RequestObjectEncryption(.rsaOAEP256))
    for (algorithms, contents) in [(nil, nil), (["RSA1_5"], ["A256GCM"]), (["ECDH-ES"], ["A192GCM"]), (all, nil)]
      as [([String]?, [String]?)]
    {
      #expect(throws: AuthorizationRequestError.encryptionNotAnnounced) { try chosen(algorithms, contents) }
    }
  }

  @Test func `Without OpenID only type, client and object are outside`() async throws {
    let key = try SigningKey.generate(.es256)
    let parameters = try await request {
      $0.scope = try Scope(["files"])
      $0.requestObjectKey = key
    }
    #expect(parameters.pairs.map(\.name).sorted() == ["client_id", "request", "response_type"])
  }

  @Test func `The OpenID parameters are written as specified`() async throws {
    let parameters = try await request {
      $0.openID.prompt = ["login", "consent"]
      $0.openID.maxAge = .seconds(0)
      $0.openID.loginHint = "me@example.com"
      $0.openID.acrValues = ["gold", "silver"]
      $0.openID.uiLocales = ["de-AT", "en"]
      $0.openID.claims = ["userinfo": ["email": ["essential": true]]]
      $0.openID.idTokenHint = Secret("e.y.J")
    }
    #expect(try parameters.single("prompt") == "login consent")
    #expect(try parameters.single("max_age") == "0")
    #expect(try parameters.single("login_hint") == "me@example.com")
    #expect(try parameters.single("acr_values") == "gold silver")
    #expect(try parameters.single("ui_locales") == "de-AT en")
    #expect(try parameters.single("claims") == #"{"userinfo":{"email":{"essential":true}}}"#)
    #expect(try parameters.single("id_token_hint") == "e.y.J")
  }

  // RFC 9470 §3, §4: the challenge of a resource becomes the next request.
  @Test func `A resource's step-up requirement becomes the request's parameters`() async throws {
    let challenges = try AuthenticateChallenge.read(
      fields: [#"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age="5""#])
    let requirement = try #require(challenges.compactMap(\.requiredAuthentication).first)
    let parameters = try await request { $0.openID = OpenIDParameters(meeting: requirement) }
    #expect(try parameters.single("acr_values") == "gold silver")
    #expect(try parameters.single("max_age") == "5")
  }

  @Test func `Each resource is a parameter of its own, and the details are one JSON array`() async throws {
    let parameters = try await request {
      $0.resources = ["https://a.example/", "https://b.example/"]
      $0.authorizationDetails = [["type": "x"]]
    }
    #expect(parameters.all("resource") == ["https://a.example/", "https://b.example/"])
    #expect(try parameters.single("authorization_details") == #"[{"type":"x"}]"#)
  }

  @Test(arguments: ["request", "request_uri", "response_mode", "dpop_jkt", "authorization_details"])
  func `Reserved parameters can't be added as other parameters`(_ name: String) async throws {
    await #expect(throws: AuthorizationRequestError.reservedParameter(name)) {
      _ = try await request { $0.parameters.append(name, "x") }
    }
  }

  @Test func `A parameter that is set in two places is an error`() async throws {
    await #expect(throws: AuthorizationRequestError.repeatedParameter("prompt")) {
      _ = try await request {
        $0.openID.prompt = ["login"]
        $0.parameters.append("prompt", "none")
      }
    }
  }

  @Test func `A response mode that the server doesn't announce is an error`() throws {
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"), members: ["response_modes_supported": ["query"]])
    var request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    request.responseMode = .formPost
    #expect(throws: AuthorizationRequestError.responseModeNotSupported(.formPost, announced: ["query"])) {
      try Fixture.client(server: server).authorizationAttempt(request)
    }
  }
}
