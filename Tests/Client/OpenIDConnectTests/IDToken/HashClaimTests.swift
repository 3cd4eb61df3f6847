import Evidence
import JOSE
import OAuthCore
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §3.1.3.8")) struct HashClaimTests {
  // OpenID Connect Core A.3 and A.6.
  @Test func `The hashes of the specification's examples are reproduced`() {
    let accessToken = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
    #expect(HashClaim.value(of: accessToken, algorithm: .rs256) == "77QmUPtjPfzWtF2AnpK9RQ")
    let code = Secret("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")
    #expect(HashClaim.value(of: code, algorithm: .rs256) == "LDktKdoQak3Pk0cnXxCltA")
  }

  @Test func `The algorithm decides the hash, and Ed25519 uses SHA-512`() {
    for algorithm in SignatureAlgorithm.allCases {
      let bytes =
        switch algorithm {
        case .hs256, .rs256, .ps256, .es256: 16
        case .hs384, .rs384, .ps384, .es384: 24
        case .mlDSA65, .mlDSA87: 0
        default: 32
        }
      let value = HashClaim.value(of: Secret("x"), algorithm: algorithm)
      #expect(value?.utf8.count == (bytes == 0 ? nil : (bytes * 8 + 5) / 6), "\(algorithm)")
    }
    #expect(
      HashClaim.value(of: Secret("x"), algorithm: .edDSA) == HashClaim.value(of: Secret("x"), algorithm: .rs512))
  }

  // FIPS 204 §3.7: SHAKE256.
  @Test(.covers("CVE-2026-28498"))
  func `A token signed with ML-DSA is accepted without a hash, and rejected with one`() throws {
    let key = try SigningKey.generate(.mlDSA65, keyID: "k")
    let expectations = IDTokenExpectations(nonce: Fixture.nonce, accessToken: Secret("at"))
    func check(_ changes: [String: JSONValue?]) throws -> IDToken {
      try Fixture.policy([.mlDSA65]).idToken(
        key.sign(Fixture.claims(changes)), signedBy: Fixture.published(key), expecting: expectations, now: Fixture.now)
    }
    #expect(try check([:]).algorithm == .mlDSA65)
    let error = #expect(throws: IDTokenError.uncheckedHash(.accessToken)) { try check(["at_hash": "AAAA"]) }
    #expect(error.map { $0.code == "id_token_unchecked_at_hash" && !$0.remedy.isEmpty } ?? false)
  }

  @Test(arguments: HashClaim.allCases)
  func `A hash of another value is rejected`(claim: HashClaim) {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce, accessToken: Secret("at"))
    expectations.code = Secret("code")
    expectations.state = Secret("state")
    let right = ["at_hash": "at", "c_hash": "code", "s_hash": "state"].mapValues {
      JSONValue.string(HashClaim.value(of: Secret($0), algorithm: .es256) ?? "")
    }
    func failure(_ hash: JSONValue?) -> IDTokenError? {
      Fixture.failure(Fixture.claims([claim.rawValue: hash]), expecting: expectations)
    }
    #expect(failure(right[claim.rawValue]) == nil)
    #expect(failure(nil) == nil)
    let wrong = HashClaim.value(of: Secret("other"), algorithm: .es256) ?? ""
    #expect(failure(.string(wrong)) == .wrongHash(claim))
    #expect(failure("") == .wrongHash(claim))
    // The whole hash instead of its left half, and the hash of another algorithm.
    #expect(failure(.string(HashClaim.value(of: Secret("at"), algorithm: .es512) ?? "")) == .wrongHash(claim))
    expectations.requiredHashes = [claim]
    #expect(failure(nil) == .claims(.missing(claim.rawValue)))
    expectations.accessToken = nil
    expectations.code = nil
    expectations.state = nil
    #expect(failure(right[claim.rawValue]) == .wrongHash(claim))
    expectations.requiredHashes = []
    #expect(failure(.string(wrong)) == nil)
  }
}
