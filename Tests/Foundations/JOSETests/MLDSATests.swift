import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// ML-DSA in JOSE (RFC 9964), which swift-crypto has as ML-DSA-65 and ML-DSA-87.
@Suite(.covers("RFC 9864 §2.2", "RFC 9964 §3")) struct MLDSATests {
  private static let supported = Vector.ofKind("ml-dsa").filter { $0.id != "rfc9964-ml-dsa-44" }

  @Test(arguments: Self.supported)
  func `The seed of the specification gives its key, thumbprint and a foreign signature's key`(vector: Vector) throws {
    var members = try #require(vector.value("jwk").object)
    let published = try JSONWebKey(.object(members))
    #expect(published.thumbprint == (try vector.text("sha256")))
    let token = try JSONWebSignature(compact: vector.text("token"))
    let algorithm = try #require(SignatureAlgorithm(rawValue: token.header.algorithm))
    let verified = try token.verified(by: JSONWebKeySet([published]), allowing: [algorithm])
    #expect(String(decoding: verified.payload, as: UTF8.self) == (try vector.text("payload")))
    members["priv"] = .string(try vector.text("seed"))
    let key = try SigningKey(jwk: .object(members))
    #expect(key.algorithm == algorithm && key.verificationKey.thumbprint == published.thumbprint)
    let own = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    #expect(throws: Never.self) { try own.verified(by: JSONWebKeySet([published]), allowing: [algorithm]) }
    // The published key holds nothing of the seed.
    #expect(key.verificationKey.publicJWK?.object?.keys.sorted() == ["alg", "kty", "pub"])
  }

  @Test func `It is in no default, and accepted only where it is named`() throws {
    for algorithm in [SignatureAlgorithm.mlDSA65, .mlDSA87] {
      #expect(!SignatureAlgorithm.asymmetric.contains(algorithm) && !algorithm.isSymmetric)
      let key = try SigningKey.generate(algorithm)
      let token = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
      #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText(algorithm.rawValue))) {
        try token.verified(by: JSONWebKeySet([key.verificationKey]), allowing: SignatureAlgorithm.asymmetric)
      }
    }
  }

  // swift-crypto 4.5 has no ML-DSA-44.
  @Test func `A key of ML-DSA-44 is skipped, and its signature rejected by its name`() throws {
    let vector = try Vector.named("rfc9964-ml-dsa-44")
    #expect(throws: JSONWebKeyError.unsupported(UntrustedText("ML-DSA-44"))) { try JSONWebKey(vector.value("jwk")) }
    #expect(try JSONWebKeySet(["keys": [vector.value("jwk")]]).skippedKeyCount == 1)
    #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText("ML-DSA-44"))) {
      try JSONWebSignature(compact: vector.text("token")).verified(
        by: JSONWebKeySet([]), allowing: Set(SignatureAlgorithm.allCases))
    }
  }

  // RFC 9964 §3: alg is required, pub and priv have fixed lengths.
  @Test func `Keys with another algorithm, another length or another seed are rejected`() throws {
    let members = try #require(Vector.named("rfc9964-ml-dsa-65").value("jwk").object)
    for (name, value, expected) in [
      ("alg", JSONValue.null, JSONWebKeyError.missing(member: "alg")),
      ("alg", "ML-DSA-87", .malformed(member: "pub")), ("alg", "ES256", .unsupported(UntrustedText("ES256"))),
      ("alg", "EdDSA", .unsupported(UntrustedText("EdDSA"))), ("pub", .null, .missing(member: "pub")),
      ("pub", "AAAA", .malformed(member: "pub")), ("pub", "", .malformed(member: "pub")),
    ] {
      var changed = members
      changed[name] = value == .null ? nil : value
      #expect(throws: expected) { try JSONWebKey(.object(changed)) }
    }
    for seed in [[], [UInt8](repeating: 0, count: 31), [UInt8](repeating: 1, count: 32)] {
      var changed = members
      changed["priv"] = .string(Base64URL.encode(seed))
      #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(jwk: .object(changed)) }
    }
    #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(jwk: .object(members)) }
  }
}

/// The two names of Ed25519 (RFC 8037 §3.1, RFC 9864 §2.2).
@Suite(.covers("RFC 9864 §2.2", "RFC 9964 §3")) struct Ed25519NameTests {
  @Test func `Ed25519 is accepted where EdDSA is, and EdDSA not where only Ed25519 is`() throws {
    let old = try SigningKey.generate(.edDSA, keyID: "k")
    let new = try SigningKey(jwk: old.privateJWK(), algorithm: .ed25519)
    let tokens = try [old, new].map { try JSONWebSignature(compact: $0.sign(["sub": "me"]).reveal()) }
    #expect(tokens.map(\.header.algorithm) == ["EdDSA", "Ed25519"])
    var unnamed = old.verificationKey.publicJWK?.object ?? [:]
    unnamed["alg"] = nil
    for key in [old.verificationKey, new.verificationKey, try JSONWebKey(.object(unnamed))] {
      let keys = JSONWebKeySet([key])
      for token in tokens {
        #expect(throws: Never.self) { try token.verified(by: keys, allowing: [.edDSA]) }
        #expect(throws: Never.self) { try token.verified(by: keys, allowing: SignatureAlgorithm.asymmetric) }
      }
      #expect(throws: Never.self) { try tokens[1].verified(by: keys, allowing: [.ed25519]) }
      #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText("EdDSA"))) {
        try tokens[0].verified(by: keys, allowing: [.ed25519])
      }
      #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText("Ed25519"))) {
        try tokens[1].verified(by: keys, allowing: [.es256, .mlDSA65])
      }
    }
  }

  @Test func `Ed25519 accepts no key of another type`() throws {
    let key = try SigningKey.generate(.es256)
    let token = try ForgedToken.compact(header: #"{"alg":"Ed25519"}"#, signedBy: key.signature(over:))
    #expect(throws: JOSEError.noMatchingKey(keyID: nil)) {
      try JSONWebSignature(compact: token).verified(by: JSONWebKeySet([key.verificationKey]), allowing: [.edDSA])
    }
  }
}
