import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §3.1")) struct SignInTests {
  @Test(.covers("RP basic: oidcc-client-test", "RP config: oidcc-client-test-discovery-jwks-uri-keys"))
  func `One call signs a user in and verifies the ID token`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let signedIn = try await client.signIn(scope: Scope(["email"]), with: issuer)
    #expect(signedIn.idToken.subject == "248289761001" && signedIn.idToken.algorithm == .rs256)
    #expect(signedIn.tokens.accessToken == Secret("at-12345"))
    let info = try await client.userInfo(signedIn)
    #expect(info.standardClaims.name == "Ada" && info.standardClaims.isEmailVerified == true && !info.isSigned)
    #expect(issuer.paths == ["/token", "/jwks", "/userinfo"])
    // The token is in the header, never in the URL.
    #expect(issuer.lastAuthorization == "Bearer at-12345")
  }

  @Test func `The scope openid is added if it isn't there, so that there is a nonce`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let attempt = try await client.client.begin(
      AuthorizationRequest(redirectURI: RedirectURI("http://127.0.0.1:1/cb"), scope: Scope(["openid"])))
    #expect(attempt.nonce != nil)
    _ = try await client.signIn(with: issuer)
    #expect(issuer.nonce != nil)
  }

  @Test func `An answer without an ID token is an error`() async throws {
    let issuer = try TestIssuer()
    issuer.change { $0.hasIDToken = false }
    await #expect(throws: IDTokenError.missing) { try await issuer.client().signIn(with: issuer) }
    issuer.change { $0.answerChanges = ["id_token": ["not", "a", "text"]] }
    await #expect(throws: IDTokenError.missing) { try await issuer.client().signIn(with: issuer) }
  }

  @Test func `A nonce of another sign-in, a wrong at_hash and a wrong c_hash are rejected`() async throws {
    let issuer = try TestIssuer()
    issuer.change { $0.changes = ["nonce": "another"] }
    await #expect(throws: IDTokenError.wrongNonce) { try await issuer.client().signIn(with: issuer) }
    for claim in [HashClaim.accessToken, .code, .state] {
      let wrong = HashClaim.value(of: Secret("exchanged"), algorithm: .rs256) ?? ""
      issuer.change { $0.changes = [claim.rawValue: .string(wrong)] }
      await #expect(throws: IDTokenError.wrongHash(claim)) { try await issuer.client().signIn(with: issuer) }
    }
    issuer.change {
      $0.changes = [
        "at_hash": .string(HashClaim.value(of: Secret("at-12345"), algorithm: .rs256) ?? ""),
        "c_hash": .string(HashClaim.value(of: Secret("c-12345"), algorithm: .rs256) ?? ""),
      ]
    }
    _ = try await issuer.client().signIn(with: issuer)
  }

  @Test(
    .covers(
      "RP FAPI2: test-token-endpoint-response-without-expires_in", "RP FAPI2: test-token-type-case-insensitivity"),
    arguments: ["DPoP", "dPoP", "DPOP"])
  func `Bound tokens of unknown lifetime are accepted and presented with their scheme`(type: String) async throws {
    let issuer = try TestIssuer()
    issuer.change { $0.answerChanges = ["token_type": .string(type), "expires_in": nil] }
    let client = try issuer.client(prover: DPoPProver.generate())
    let signedIn = try await client.signIn(with: issuer)
    #expect(signedIn.tokens.tokenType == .dpop && signedIn.tokens.expiresAt == nil)
    _ = try await client.userInfo(signedIn)
    #expect(issuer.lastAuthorization == "DPoP at-12345")
  }

  @Test func `max_age of the request is checked in the token`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let signIn = {
      try await client.signIn(with: issuer) { redirectURI in
        var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid"]))
        request.openID.maxAge = .seconds(60)
        return request
      }
    }
    await #expect(throws: IDTokenError.unknownAuthenticationTime) { try await signIn() }
    issuer.change { $0.changes = ["auth_time": .integer(1_799_999_000)] }
    await #expect(throws: IDTokenError.authenticationTooOld(seconds: 1_000, maximum: 60)) { try await signIn() }
    issuer.change { $0.changes = ["auth_time": .integer(1_799_999_990)] }
    #expect(try await signIn().idToken.authenticationTime != nil)
  }

  @Test func `The accepted acr values are checked in every sign-in`() async throws {
    let issuer = try TestIssuer()
    var client = try issuer.client()
    client.authenticationContexts = ["gold"]
    await #expect(throws: IDTokenError.claims(.missing("acr"))) { try await client.signIn(with: issuer) }
    issuer.change { $0.changes = ["acr": "gold"] }
    #expect(try await client.signIn(with: issuer).idToken.authenticationContext == "gold")
  }

  @Test func `Tokens that are signed with the client secret are verified without a request for keys`() async throws {
    let secret = Secret("client-secret-of-more-than-32-bytes")
    let issuer = try TestIssuer()
    try issuer.change { $0.key = try SigningKey(secret: secret, algorithm: .hs256) }
    let client = try issuer.client(algorithms: [.hs256], authentication: .clientSecretBasic(secret))
    _ = try await client.signIn(with: issuer)
    #expect(issuer.paths == ["/token"])
  }

  @Test func `A client needs an issuer and keys before it can begin`() throws {
    let transport = ScriptedTransport()
    let endpoint = try Endpoint("https://as.example/x")
    let nameless = AuthorizationServerMetadata(authorizationEndpoint: endpoint, tokenEndpoint: endpoint)
    #expect(throws: OpenIDError.noIssuer) {
      try OpenIDClient(OAuthClient(id: "app", server: nameless, transport: transport))
    }
    let keyless = AuthorizationServerMetadata(
      issuer: try Issuer(Fixture.issuer), authorizationEndpoint: endpoint, tokenEndpoint: endpoint)
    #expect(throws: OpenIDError.noKeys) {
      try OpenIDClient(OAuthClient(id: "app", server: keyless, transport: transport))
    }
  }

  @Test func `Descriptions, dumps and errors show nothing of a sign-in`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let signedIn = try await client.signIn(with: issuer)
    let info = try await client.userInfo(signedIn)
    var dumped = ""
    dump(signedIn, to: &dumped)
    dump(info, to: &dumped)
    issuer.change { $0.changes = ["sub": "somebody-else"] }
    do {
      _ = try await client.refresh(signedIn)
    } catch {
      dumped += "\(error)"
    }
    let shown = dumped + "\(signedIn) \(String(reflecting: signedIn)) \(info)"
    let secrets = ["at-12345", "rt-1", "248289761001", "Ada", signedIn.idToken.compact.reveal(), "somebody-else"]
    for secret in secrets { #expect(!shown.contains(secret), "\(secret)") }
  }
}
