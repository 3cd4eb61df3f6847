#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import DPoPVerification
import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import PKCE
import Testing

@testable import OAuth

/// RFC 9449 §7, §9. CONFORMANCE: fapi2-…-dpop-negative-tests
@Suite(.covers("RFC 8705 §2", "RFC 9449 §4")) struct DPoPTests {
  private var resource: TestResource

  init() throws {
    resource = try TestResource()
  }

  @Test(.covers("OP FAPI2: access-token-type-header-case-sensitivity"), arguments: ["DPoP", "dpop", "DPOP", "dPoP"])
  func `A bound token with a proof is accepted, with the scheme's name in any case`(_ scheme: String) async throws {
    let token = try resource.boundToken()
    let access = try await resource.server().access(to: resource.proved(token, "/api/things?a=b", scheme: scheme))
    #expect(access.scheme == .dpop && access.proof?.keyThumbprint == resource.prover.thumbprint)
    #expect(access.answerFields.isEmpty)
  }

  /// Each defective proof is rejected, and a correct one still works afterwards.
  @Test(.covers("OP FAPI2: dpop-negative-tests"))
  func `A defective proof is rejected, and the next correct one is accepted`() async throws {
    let server = try resource.server()
    let token = try resource.boundToken()
    let rsa = try SigningKey.generate(.rs256)
    let stranger = try SigningKey.generate(.es256)
    let privateJWK = try JSONValue(bytes: Array(resource.proofKey.privateJWK().reveal().utf8))
    var wrong: [(HTTPRequest, DPoPProofError)] = []
    for name in ["jti", "htm", "htu", "iat", "ath"] {
      wrong.append((try resource.forged(token, [name: nil]), .claims(.missing(name))))
    }
    wrong += [
      (try resource.forged(token, type: nil), .notVerified(.wrongType(nil))),
      (try resource.forged(token, type: "JWT"), .notVerified(.wrongType(UntrustedText("JWT")))),
      (try resource.forged(token, header: ["jwk": .null]), .noKey),
      (try resource.forged(token, header: ["jwk": privateJWK]), .privateKey),
      (try resource.forged(token, key: rsa), .notVerified(.algorithmNotAllowed(UntrustedText("RS256")))),
      (
        try resource.forged(token, header: ["jwk": try #require(stranger.verificationKey.publicJWK)]),
        .notVerified(.invalidSignature)
      ),
      (try resource.forged(token, key: stranger), .anotherKey),
      (try resource.forged(token, ["htm": "POST"]), .anotherMethod),
      (try resource.forged(token, ["htu": "https://rs.example/api/others"]), .anotherAddress),
      (try resource.forged(token, ["iat": .integer(TestResource.now - 3_600)]), .tooOld(secondsAgo: 3_600)),
      (try resource.forged(token, ["iat": .integer(TestResource.now + 3_600)]), .tooEarly(secondsAhead: 3_600)),
      (try resource.forged(token, ["ath": "x"]), .anotherToken),
    ]
    for (text, cause) in [
      ("malformed", JOSEError.notCompact), ("a.b.c", .malformed(.header)),
      (Base64URL.encode(Array(#"{"typ":"dpop+jwt"}"#.utf8)) + ".e30.AAAA", .missingAlgorithm),
    ] {
      var request = resource.request("DPoP \(token.reveal())")
      request.headerFields[.dpop] = text
      wrong.append((request, .notVerified(cause)))
    }
    wrong.append((resource.request("DPoP \(token.reveal())"), .missing))
    for (number, (request, expected)) in wrong.enumerated() {
      let refusal = try #require(await server.refusal(request), "number \(number)")
      // The resource compares the proof's key with the token's; the proof checker doesn't.
      #expect(refusal.reason == (expected == .anotherKey ? .token(.anotherKey) : .proof(expected)), "number \(number)")
      #expect(refusal.answer.response.status == .unauthorized)
      let challenges = try AuthenticateChallenge.read(refusal.answer)
      #expect(challenges.map(\.scheme) == ["DPoP", "Bearer"])
      #expect(challenges.first?.error == (expected == .anotherKey ? .invalidToken : .invalidDPoPProof))
      #expect(challenges.first?.algs == ["ES256", "Ed25519", "EdDSA", "PS256"] && challenges.last?.error == nil)
      #expect(try await server.refusal(resource.proved(token, seed: UInt64(100 + number))) == nil)
    }
  }

  @Test(.covers("OP FAPI2: dpop-negative-tests")) func `A proof works once`() async throws {
    let server = try resource.server()
    let request = try await resource.proved(try resource.boundToken())
    #expect(await server.refusal(request) == nil)
    #expect(await server.refusal(request)?.reason == .proof(.used))
  }

  @Test func `A rejected token leaves the proof unused`() async throws {
    let server = try resource.server()
    let ended = try resource.boundToken(["exp": .integer(TestResource.now - 60)])
    let request = try await resource.proved(ended)
    guard case .token = await server.refusal(request)?.reason else { throw TestFailure() }
    guard case .token = await server.refusal(request)?.reason else { throw TestFailure() }
  }

  private struct TestFailure: Error {}

  // RFC 9449 §7.2.
  @Test(.covers("RFC 9700 §4.10.1", "OP FAPI2: dpop-negative-tests"))
  func `A bound token under Bearer is rejected, with and without a proof`() async throws {
    let server = try resource.server()
    let token = try resource.boundToken()
    for request in [resource.request("Bearer \(token.reveal())"), try await resource.proved(token, scheme: "Bearer")] {
      let refusal = try #require(await server.refusal(request))
      #expect(refusal.reason == .token(.boundTokenAsBearer) && refusal.answer.response.status == .unauthorized)
      #expect(try AuthenticateChallenge.read(refusal.answer).last?.error == .invalidToken)
    }
  }

  @Test func `A token that isn't bound is rejected under DPoP`() async throws {
    let server = try resource.server()
    let token = try resource.token()
    #expect(try await server.refusal(resource.proved(token))?.reason == .token(.notBoundToKey))
  }

  // RFC 9449 §7.1, the second example.
  @Test(.covers("OP FAPI2: dpop-negative-tests")) func `Another key than the token's makes the token invalid`()
    async throws
  {
    let token = try resource.token(["cnf": ["jkt": "another"]])
    let refusal = try await resource.server().refusal(resource.proved(token))
    #expect(
      refusal?.wire[1]
        == #"DPoP error="invalid_token", error_description="Invalid DPoP key binding", algs="ES256 Ed25519 EdDSA PS256", resource_metadata="\#(TestResource.metadata)""#
    )
  }

  // RFC 9449 §9.
  @Test func `A resource that requires nonces issues one, and the next one with a response`() async throws {
    var fresh = resource
    fresh.nonces = TimedDPoPNonces(random: SeededRandomSource(seed: 9))
    let server = try fresh.server()
    let token = try fresh.boundToken(["exp": .integer(TestResource.now + 9_000)])
    let refusal = try #require(try await server.refusal(fresh.proved(token)))
    #expect(refusal.reason == .proof(.noNonce) && refusal.answer.response.status == .unauthorized)
    #expect(try AuthenticateChallenge.read(refusal.answer).first?.asksForDPoPNonce == true)
    #expect(refusal.answer.response.headerFields[.dpopNonce] != nil)
    // The client continues as it does in production.
    #expect(fresh.prover.storeNonce(from: refusal.answer, to: fresh.request()) != nil)
    let access = try await server.access(to: fresh.proved(token, seed: 2))
    #expect(access.answerFields.isEmpty)
    fresh.clock.advance(by: .seconds(310))
    let later = try await server.access(to: fresh.proved(token, seed: 3))
    #expect(later.answerFields[.dpopNonce] != nil && later.answerFields[.cacheControl] == "no-store")
    fresh.clock.advance(by: .seconds(310))
    #expect(try await server.refusal(fresh.proved(token, seed: 4))?.reason == .proof(.anotherNonce))
  }

  @Test func `A resource without DPoP rejects the scheme, and tokens that are bound to a key`() async throws {
    var plain = resource
    plain.takesDPoP = false
    let server = try plain.server()
    let token = try plain.boundToken()
    let refusal = try #require(try await server.refusal(plain.proved(token)))
    #expect(refusal.reason == .scheme(.dpop))
    let challenges = try AuthenticateChallenge.read(refusal.answer)
    #expect(challenges.map(\.scheme) == ["Bearer"] && challenges.first?.error == .invalidToken)
    #expect(await server.refusal(plain.request("Bearer \(token.reveal())"))?.reason == .token(.boundTokenAsBearer))
  }

  // RFC 8705 §3.
  @Test func `A token that is bound to a certificate needs that certificate`() async throws {
    let mine = CertificateThumbprint(der: Array("certificate".utf8))
    let other = CertificateThumbprint(der: Array("another".utf8))
    let server = try resource.server()
    let token = try resource.token(["cnf": ["x5t#S256": .string(mine.text)]])
    let request = resource.request("Bearer \(token.reveal())")
    #expect(await server.refusal(request, certificate: mine) == nil)
    #expect(await server.refusal(request, certificate: other)?.reason == .token(.anotherCertificate))
    #expect(await server.refusal(request)?.reason == .token(.anotherCertificate))
    let both = try resource.token(["cnf": ["x5t#S256": .string(mine.text), "jkt": .string(resource.prover.thumbprint)]])
    #expect(try await server.refusal(resource.proved(both), certificate: other)?.reason == .token(.anotherCertificate))
    #expect(try await server.refusal(resource.proved(both), certificate: mine) == nil)
    #expect(
      await server.refusal(resource.request("Bearer \(both.reveal())"), certificate: mine)?.reason
        == .token(.boundTokenAsBearer))
  }

  // RFC 8705 §3.1 prints the thumbprint's form.
  @Test func `A thumbprint is 43 characters of base64url`() {
    let thumbprint = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    #expect(CertificateThumbprint(der: []).text == thumbprint)
    #expect(CertificateThumbprint(text: thumbprint) == CertificateThumbprint(der: []))
    for wrong in ["", thumbprint + "=", String(thumbprint.dropLast()), thumbprint.replacing("-", with: "+"), "sha256"] {
      #expect(CertificateThumbprint(text: wrong) == nil)
    }
  }

  @Test func `A token with an unknown kind of binding is rejected`() async throws {
    let token = try resource.token(["cnf": ["kid": "x"]])
    #expect(
      try await resource.server().refusal(resource.request("Bearer \(token.reveal())"))?.reason
        == .token(.unknownBinding))
  }
}
