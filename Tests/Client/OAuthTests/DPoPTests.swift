import Crypto
import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@testable import OAuth

/// DPoP (RFC 9449).
@Suite(.covers("RFC 9449 §4")) struct DPoPTests {
  private static let bound: [String: JSONValue] = ["token_type": "DPoP"]

  private func client(
    _ transport: any HTTPTransport, _ prover: DPoPProver, clock: ManualClock = ManualClock()
  ) throws -> OAuthClient {
    OAuthClient(
      id: "app", server: try Fixture.metadata(), prover: prover, transport: transport, clock: clock.wallClock,
      random: SeededRandomSource(seed: 7))
  }

  /// Verifies a proof with the key in its own header, as a server does, and returns its claims.
  private func claims(_ exchange: ScriptedTransport.Exchange) throws -> [String: JSONValue] {
    let proof = try #require(exchange.request.headerFields[.dpop])
    let signature = try JSONWebSignature(compact: proof)
    let jwk = try #require(signature.header.members["jwk"])
    for member in ["d", "p", "q", "k"] { #expect(jwk.object?[member] == nil) }
    return try signature.verified(
      by: JSONWebKeySet([JSONWebKey(jwk)]), allowing: SignatureAlgorithm.asymmetric, type: .exactly("dpop+jwt")
    ).claims()
  }

  @Test(
    .covers("RP FAPI2: test-happy-path-no-dpop-nonce"), arguments: [SignatureAlgorithm.es256, .edDSA, .rs256, .ps256])
  func `A token request carries a proof for its method and address`(_ algorithm: SignatureAlgorithm) async throws {
    let prover = try DPoPProver(SigningKey.generate(algorithm))
    let transport = ScriptedTransport(Fixture.tokens(Self.bound))
    let tokens = try await client(transport, prover).refresh(Secret("rt-1"))
    #expect(tokens.tokenType == .dpop)
    let claims = try claims(try #require(transport.exchanges.first))
    #expect(claims["htm"] == "POST" && claims["htu"] == "https://as.example/token")
    #expect(claims["iat"] == .integer(Fixture.now))
    // §4.2: at least 96 bits of randomness.
    #expect((claims["jti"]?.string?.utf8.count ?? 0) >= 16)
    #expect(claims["nonce"] == nil && claims["ath"] == nil)
  }

  @Test func `The authorization request names the key`() throws {
    let prover = try DPoPProver.generate()
    let attempt = try client(ScriptedTransport(), prover)
      .authorizationAttempt(AuthorizationRequest(redirectURI: RedirectURI(Fixture.loopback)))
    #expect(try Fixture.parameters(of: attempt.url).single("dpop_jkt") == prover.thumbprint)
  }

  @Test(.covers("RP FAPI2: test-happy-path: DPoP nonce at the token endpoint"))
  func `A server that asks for a nonce gets the request again with it, in a new proof`() async throws {
    let prover = try DPoPProver.generate()
    var refusal = HTTPAnswer.json(["error": "use_dpop_nonce"], status: .badRequest)
    refusal.response.headerFields[.dpopNonce] = "n-1"
    let transport = ScriptedTransport(refusal, Fixture.tokens(Self.bound), Fixture.tokens(Self.bound))
    let client = try client(transport, prover)
    _ = try await client.refresh(Secret("rt-1"))
    _ = try await client.refresh(Secret("rt-2"))
    let claims = try transport.exchanges.map { try self.claims($0) }
    #expect(claims.map { $0["nonce"] } == [nil, "n-1", "n-1"])
    #expect(Set(claims.map { $0["jti"]?.string }).count == 3)
  }

  @Test func `Nonces are replaced by newer ones, even from successful answers`() async throws {
    let prover = try DPoPProver.generate()
    var good = Fixture.tokens(Self.bound)
    good.response.headerFields[.dpopNonce] = "n-2"
    let transport = ScriptedTransport(good, Fixture.tokens(Self.bound))
    let client = try client(transport, prover)
    _ = try await client.refresh(Secret("rt-1"))
    _ = try await client.refresh(Secret("rt-2"))
    #expect(try claims(transport.exchanges[1])["nonce"] == "n-2")
  }

  @Test func `A server that keeps asking for nonces is asked only twice`() async throws {
    let prover = try DPoPProver.generate()
    let refusals = (1...3).map { number in
      var refusal = HTTPAnswer.json(["error": "use_dpop_nonce"], status: .badRequest)
      refusal.response.headerFields[.dpopNonce] = "n-\(number)"
      return refusal
    }
    let transport = ScriptedTransport(results: refusals.map { .success($0) })
    let error = await #expect(throws: EndpointError.self) { try await client(transport, prover).refresh(Secret("rt")) }
    #expect(transport.exchanges.count == 2)
    #expect(error?.refusal?.error == ErrorCode("use_dpop_nonce"))
  }

  @Test(arguments: ["", "a\"b", "back\\slash", "ö", String(repeating: "n", count: 1_025)])
  func `An invalid nonce is not sent back`(_ nonce: String) async throws {
    let prover = try DPoPProver.generate()
    var refusal = HTTPAnswer.json(["error": "use_dpop_nonce"], status: .badRequest)
    refusal.response.headerFields[.dpopNonce] = nonce
    let transport = ScriptedTransport(refusal)
    await #expect(throws: EndpointError.self) { try await client(transport, prover).refresh(Secret("rt")) }
    #expect(transport.exchanges.count == 1)
  }

  @Test func `Nonces of one origin are not sent to another`() throws {
    let prover = try DPoPProver.generate()
    let here = try Endpoint("https://a.example/x?y=z").request(.get)
    var answer = HTTPAnswer(HTTPResponse(status: .ok))
    answer.response.headerFields[.dpopNonce] = "n-a"
    #expect(prover.storeNonce(from: answer, to: here) == "n-a")
    func nonce(_ address: String) throws -> String? { prover.nonce(for: try Endpoint(address).request(.get)) }
    #expect(try nonce("https://a.example/other") == "n-a")
    #expect(try nonce("https://b.example/x") == nil)
    #expect(try nonce("https://a.example:8443/x") == nil)
  }

  @Test func `The address in a proof has neither query nor fragment, and the token's hash is in it`() async throws {
    let prover = try DPoPProver.generate()
    let proof = try await prover.proof(
      for: Endpoint("https://rs.example/a/b?token=x").request(.get), accessToken: Secret("at-1"),
      at: ManualClock().now, random: SeededRandomSource(seed: 1))
    let claims = try JSONValue(bytes: JSONWebSignature(compact: proof.reveal()).unverifiedPayload).object
    #expect(claims?["htu"] == "https://rs.example/a/b")
    #expect(claims?["ath"]?.string == Base64URL.encode(SHA256.hash(data: Array("at-1".utf8))))
  }

  @Test func `A bearer token is rejected if a bound one was requested, and the other way round`() async throws {
    let prover = try DPoPProver.generate()
    let bearer = try client(ScriptedTransport(Fixture.tokens()), prover)
    await #expect(throws: EndpointError(.token, .notBound)) { try await bearer.refresh(Secret("rt")) }
    let unbound = try Fixture.client(ScriptedTransport(Fixture.tokens(Self.bound)))
    await #expect(throws: EndpointError(.token, .unknownTokenType(UntrustedText("DPoP")))) {
      try await unbound.refresh(Secret("rt"))
    }
  }

  @Test func `A shared secret can't sign proofs`() throws {
    let key = try SigningKey.generate(.hs256)
    #expect(throws: DPoPError.symmetricKey) { try DPoPProver(key) }
  }
}
