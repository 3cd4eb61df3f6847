#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Crypto
import DPoPVerification
import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import PKCE
import Testing

@testable import OAuth

/// The checks of RFC 9449 §4.3, one by one.
@Suite(.covers("RFC 9449 §4")) struct DPoPProofCheckerTests {
  private let clock = ManualClock()
  private let key: SigningKey
  private let checker: DPoPProofChecker

  init() throws {
    key = try SigningKey.generate(.es256)
    checker = DPoPProofChecker(usedTokenIDs: InMemoryUsedTokenIDs(clock: clock.wallClock), clock: clock.wallClock)
  }

  private func failure(_ proof: ForgedProof, _ request: HTTPRequest = ForgedProof.request()) throws -> DPoPProofError? {
    checker.failure(try proof.fields(), for: try ForgedProof.target(request))
  }

  @Test(arguments: [SignatureAlgorithm.es256, .edDSA, .ps256])
  func `A proof of Pixy's client is accepted`(_ algorithm: SignatureAlgorithm) async throws {
    let prover = try DPoPProver(SigningKey.generate(algorithm))
    let request = ForgedProof.request(.post, "/a/b?c=d")
    let token = Secret("at-1")
    let text = try await prover.proof(
      for: request, accessToken: token, at: clock.now, random: SeededRandomSource(seed: 3))
    let proof = try checker.examine(
      [.dpop: text.reveal()], for: ForgedProof.target(request), accessToken: token, boundTo: prover.thumbprint)
    #expect(proof.keyThumbprint == prover.thumbprint && proof.algorithm == algorithm)
    try await checker.spend(proof)
  }

  // 1. CONFORMANCE: fapi2-…-dpop-negative-tests (exactly one proof, in a field named in any case)
  @Test(.covers("OP FAPI2: dpop-negative-tests")) func `There is exactly one field with one proof`() throws {
    let proof = try ForgedProof(key).text()
    let target = try ForgedProof.target()
    #expect(checker.failure([:], for: target) == .missing)
    var twice = HTTPFields()
    twice.append(HTTPField(name: .dpop, value: proof))
    twice.append(HTTPField(name: .dpop, value: proof))
    #expect(checker.failure(twice, for: target) == .repeated)
    #expect(checker.failure([.dpop: proof + ", " + proof], for: target) == .repeated)
    for name in ["dpop", "DPOP", "dPoP"] {
      #expect(checker.failure([try #require(HTTPField.Name(name)): proof], for: target) == nil)
    }
  }

  // 2.
  @Test(arguments: ["", "x", "a.b", "a.b.c", "e30.e30.e30", "....", " ", "eyJhbGciOiJFUzI1NiJ9.e30."])
  func `A text that is not a JWT is rejected`(_ text: String) throws {
    #expect(checker.failure([.dpop: text], for: try ForgedProof.target()) != nil)
  }

  @Test func `A proof over the size limit is rejected before it is parsed`() throws {
    let proof = ForgedProof(key).with(["more": .string(String(repeating: "x", count: 16_384))])
    #expect(try failure(proof) == .notVerified(.tooLong(limit: 16_384)))
  }

  @Test(arguments: [SignatureAlgorithm.mlDSA65, .mlDSA87, .ed25519])
  func `Ed25519 is accepted, and ML-DSA only by a policy that names it`(_ algorithm: SignatureAlgorithm) throws {
    let proof = ForgedProof(try SigningKey.generate(algorithm))
    let rejection = DPoPProofError.notVerified(.algorithmNotAllowed(UntrustedText(algorithm.rawValue)))
    #expect(try failure(proof) == (algorithm == .ed25519 ? nil : rejection))
    let naming = DPoPProofChecker(
      policy: DPoPProofPolicy(algorithms: [algorithm]), usedTokenIDs: InMemoryUsedTokenIDs(clock: clock.wallClock),
      clock: clock.wallClock)
    #expect(naming.failure(try proof.fields(), for: try ForgedProof.target()) == nil)
  }

  // 3.
  @Test(.covers("question: Are all required DPoP claims present"), arguments: ["jti", "htm", "htu", "iat"])
  func `A proof without a claim that must be there is refused`(_ name: String) throws {
    #expect(try failure(ForgedProof(key).with([name: nil])) == .claims(.missing(name)))
    #expect(try failure(ForgedProof(key).with([name: true])) == .claims(.malformed(name)))
  }

  @Test func `The length of a jti is limited`() throws {
    #expect(try failure(ForgedProof(key).with(["jti": .string(String(repeating: "j", count: 256))])) == nil)
    #expect(
      try failure(ForgedProof(key).with(["jti": .string(String(repeating: "j", count: 257))]))
        == .longTokenID(limit: 256))
    #expect(try failure(ForgedProof(key).with(["jti": ""])) == .claims(.malformed("jti")))
  }

  // 4.
  @Test(arguments: ["JWT", "at+jwt", "dpop", "dpop+jwt2", nil])
  func `A JWT of a different type is not accepted as a proof`(_ type: String?) throws {
    var proof = ForgedProof(key)
    proof.type = type
    #expect(try failure(proof) == .notVerified(.wrongType(type.map(UntrustedText.init))))
  }

  // 5.
  @Test func `Algorithms outside the policy are rejected`() throws {
    let rsa = try SigningKey.generate(.rs256)
    #expect(try failure(ForgedProof(rsa)) == .notVerified(.algorithmNotAllowed(UntrustedText("RS256"))))
    let liberal = DPoPProofChecker(
      policy: DPoPProofPolicy(algorithms: [.rs256, .hs256]), usedTokenIDs: nil, clock: clock.wallClock)
    #expect(liberal.failure(try ForgedProof(rsa).fields(), for: try ForgedProof.target()) == nil)
    #expect(liberal.policy.algorithmNames == ["RS256"])
  }

  @Test(.covers("OP FAPI2: dpop-negative-tests", "question: Is a DPoP proof signature required"))
  func `A proof that isn't signed is refused, and one that is signed with a secret`() throws {
    let parts = try ForgedProof(key).text().split(separator: ".")
    let jwk = try #require(key.verificationKey.publicJWK)
    let none = Base64URL.encode(
      JSONValue.object(["alg": "none", "typ": "dpop+jwt", "jwk": jwk]).bytes())
    let target = try ForgedProof.target()
    #expect(
      checker.failure([.dpop: "\(none).\(parts[1])."], for: target)
        == .notVerified(.algorithmNotAllowed(UntrustedText("none"))))
    let secret = try SigningKey.generate(.hs256)
    var symmetric = ForgedProof(secret)
    symmetric.header["jwk"] = jwk
    #expect(try failure(symmetric) == .notVerified(.algorithmNotAllowed(UntrustedText("HS256"))))
    symmetric.header["jwk"] = ["kty": "oct", "k": "AAAA"]
    #expect(try failure(symmetric) == .privateKey)
  }

  // 6.
  @Test(.covers("question: Is a DPoP proof signature required"))
  func `A signature of another key, or of other bytes, is refused`() throws {
    var proof = ForgedProof(key)
    proof.header["jwk"] = try SigningKey.generate(.es256).verificationKey.publicJWK
    #expect(try failure(proof) == .notVerified(.invalidSignature))
    let right = try ForgedProof(key).text().split(separator: ".")
    let other = try ForgedProof(key).with(["jti": "another"]).text().split(separator: ".")
    #expect(
      checker.failure([.dpop: "\(right[0]).\(other[1]).\(right[2])"], for: try ForgedProof.target())
        == .notVerified(.invalidSignature))
  }

  @Test func `A kid in the header doesn't select the key`() throws {
    let named = try SigningKey.generate(.es256, keyID: "k1")
    var proof = ForgedProof(named)
    #expect(try failure(proof) == nil)
    var jwk = try #require(proof.header["jwk"]?.object)
    jwk["kid"] = "another"
    proof.header["jwk"] = .object(jwk)
    #expect(try failure(proof) == nil)
  }

  // 7.
  @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"])
  func `A jwk with a member of a private key is rejected`(_ member: String) throws {
    var proof = ForgedProof(key)
    var jwk = try #require(proof.header["jwk"]?.object)
    jwk[member] = "AQAB"
    proof.header["jwk"] = .object(jwk)
    #expect(try failure(proof) == .privateKey)
  }

  @Test func `A proof without a usable key is rejected`() throws {
    var proof = ForgedProof(key)
    proof.header["jwk"] = .null
    #expect(try failure(proof) == .noKey)
    proof.header["jwk"] = "x"
    #expect(try failure(proof) == .unusableKey(.notAnObject))
    // An RSA key with 1024 bits.
    proof.header["jwk"] = [
      "kty": "RSA", "e": "AQAB", "n": .string(Base64URL.encode([UInt8](repeating: 0xFF, count: 128))),
    ]
    #expect(try failure(proof) == .unusableKey(.weak("n")))
  }

  @Test(.covers("attack: keys that are slow to verify with"))
  func `A proof with a key that is slow to verify with is rejected`() throws {
    var proof = ForgedProof(key)
    for (bytes, exponent) in [(1_024, "AQAB"), (256, "Aw")] {
      let modulus = [0x80] + [UInt8](repeating: 1, count: bytes - 1)
      proof.header["jwk"] = ["kty": "RSA", "e": .string(exponent), "n": .string(Base64URL.encode(modulus))]
      guard case .unusableKey(.unsupported) = try failure(proof) else {
        Issue.record("a key with \(bytes) bytes and the exponent \(exponent) was used")
        continue
      }
    }
  }

  // 8, 9.
  @Test func `A proof is valid for one method`() throws {
    #expect(try failure(ForgedProof(key).with(["htm": "POST"])) == .anotherMethod)
    #expect(try failure(ForgedProof(key).with(["htm": "get"])) == .anotherMethod)
    #expect(try failure(ForgedProof(key), ForgedProof.request(.post)) == .anotherMethod)
  }

  @Test(arguments: [
    "https://rs.example/a/c", "https://rs.example/a/b/", "http://rs.example/a/b", "https://rs.example:8443/a/b",
    "https://evil.example/a/b", "https://rs.example.evil.example/a/b", "https://x@rs.example/a/b", "/a/b",
    "rs.example/a/b",
    "https://rs.example/A/b", "https://rs.example/a%2Fb", "https://rs.example", "not a uri",
  ])
  func `A proof is valid for one address`(_ address: String) throws {
    #expect(try failure(ForgedProof(key).with(["htu": .string(address)])) == .anotherAddress)
  }

  // 11. CONFORMANCE: fapi2-…-ensure-dpopproof-with-iat-10seconds-before-succeeds, -after-
  @Test(arguments: [-60, -59, -10, 0, 10, 15])
  func `A proof is accepted if it was created shortly before or after the current time`(_ seconds: Int64) throws {
    #expect(try failure(ForgedProof(key).with(["iat": .integer(ForgedProof.now + seconds)])) == nil)
  }

  @Test(.covers("OP FAPI2: dpop-negative-tests")) func `A proof is refused that was made long before now, or after`()
    throws
  {
    func failure(_ seconds: Int64) throws -> DPoPProofError? {
      try self.failure(ForgedProof(key).with(["iat": .integer(ForgedProof.now + seconds)]))
    }
    #expect(try failure(-61) == .tooOld(secondsAgo: 61))
    #expect(try failure(-3_600) == .tooOld(secondsAgo: 3_600))
    #expect(try failure(16) == .tooEarly(secondsAhead: 16))
    #expect(try failure(3_600) == .tooEarly(secondsAhead: 3_600))
    #expect(try failure(Int64.max - ForgedProof.now) == .claims(.malformed("iat")))
    #expect(try failure(-ForgedProof.now - 1) == .claims(.malformed("iat")))
  }

  // 12.
  @Test func `At a resource, the proof must have the token's hash and the token's key`() throws {
    let token = Secret("at-1")
    let hash = JSONValue.string(Base64URL.encode(SHA256.hash(data: Array("at-1".utf8))))
    let target = try ForgedProof.target()
    func failure(_ hash: JSONValue?, boundTo: String? = nil) throws -> DPoPProofError? {
      checker.failure(
        try ForgedProof(key).with(["ath": hash]).fields(), for: target, accessToken: token, boundTo: boundTo)
    }
    #expect(try failure(hash) == nil)
    #expect(try failure(hash, boundTo: key.verificationKey.thumbprint) == nil)
    #expect(try failure(hash, boundTo: "x") == .anotherKey)
    #expect(try failure(nil) == .claims(.missing("ath")))
    #expect(try failure("at-1") == .anotherToken)
  }

  @Test(.covers("OP FAPI2: dpop-negative-tests", "OP FAPI2: check-dpop-proof-nbf-exp"))
  func `Claims that RFC 9449 doesn't have are ignored, nbf and exp too`() throws {
    let more: [String: JSONValue?] = [
      "nbf": .integer(ForgedProof.now + 9_999), "exp": .integer(1), "iss": "x", "sub": [1, 2], "nonce": "whatever",
    ]
    #expect(try failure(ForgedProof(key).with(more)) == nil)
  }

  // §11.1. CONFORMANCE: fapi2-…-dpop-negative-tests (refuse a used jti)
  @Test func `A proof is accepted once, from the first of many concurrent requests`() async throws {
    let proof = try checker.examine(try ForgedProof(key).fields(), for: try ForgedProof.target())
    let wins = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { (try? await checker.spend(proof)) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(wins == 1)
    await #expect(throws: DPoPProofError.used) { try await checker.spend(proof) }
    // The same jti with a different key is a different proof.
    let stranger = try SigningKey.generate(.es256)
    try await checker.spend(
      try checker.examine(try ForgedProof(stranger).fields(), for: try ForgedProof.target()))
  }

  @Test func `A used proof is stored for as long as it would be accepted`() async throws {
    let fields = try ForgedProof(key).with(["iat": .integer(ForgedProof.now + 15)]).fields()
    let target = try ForgedProof.target()
    try await checker.spend(try checker.examine(fields, for: target))
    for _ in 0..<75 {
      clock.advance(by: .seconds(1))
      let again = try checker.examine(fields, for: target)
      await #expect(throws: DPoPProofError.used) { try await checker.spend(again) }
    }
    clock.advance(by: .seconds(1))
    #expect(checker.failure(fields, for: target) == .tooOld(secondsAgo: 61))
  }

  @Test func `A proof is rejected if the store of used proofs fails`() async throws {
    let full = DPoPProofChecker(
      usedTokenIDs: InMemoryUsedTokenIDs(limit: 1, clock: clock.wallClock), clock: clock.wallClock)
    let target = try ForgedProof.target()
    try await full.spend(try full.examine(try ForgedProof(key).fields(), for: target))
    let next = try full.examine(try ForgedProof(key).with(["jti": "next"]).fields(), for: target)
    await #expect(throws: UsedTokenIDsError.full(limit: 1)) { try await full.spend(next) }
  }

  @Test func `Every error has its own code and a description that fits into a field`() throws {
    let all: [DPoPProofError] = [
      .missing, .repeated, .notVerified(.notCompact), .noKey, .unusableKey(.notOnCurve), .privateKey,
      .claims(.missing("jti")), .longTokenID(limit: 1), .anotherMethod, .anotherAddress, .tooOld(secondsAgo: 1),
      .tooEarly(secondsAhead: 1), .noNonce, .anotherNonce, .anotherToken, .anotherKey, .used,
    ]
    #expect(Set(all.map(\.code)).count == all.count)
    for error in all {
      #expect(error.clientDescription.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
      let wantsNonce = error == .noNonce || error == .anotherNonce
      #expect(error.errorCode.rawValue == (wantsNonce ? "use_dpop_nonce" : "invalid_dpop_proof"))
    }
  }
}
