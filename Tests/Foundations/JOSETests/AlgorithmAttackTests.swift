import Crypto
import CryptoExtras
import Evidence
import Foundation
import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// The attack of RFC 8725 §2.1 and §3.1: the token chooses how it is verified.
@Suite(.covers("RFC 7518 §3", "RFC 8725 §3")) struct AlgorithmAttackTests {
  private static let rsa = Result { try SigningKey.generate(.rs256, keyID: "r") }
  private static let all = Set(SignatureAlgorithm.allCases)

  private static func publicText(_ key: SigningKey) throws -> [[UInt8]] {
    guard case .rsa(let key) = key.verificationKey.key else { return [] }
    return [
      Array(key.pemRepresentation.utf8), Array((key.pemRepresentation + "\n").utf8),
      Array(key.pkcs1PEMRepresentation.utf8),
      Array(key.derRepresentation), Array(key.pkcs1DERRepresentation), Array(try key.getKeyPrimitives().modulus),
    ]
  }

  // Clients left the signature of ID tokens unchecked, supported only RS256, and ignored azp and
  // at_hash.
  @Test(
    .covers(
      "rfc8725bis §3.1",
      "CVE-2026-11800", "CVE-2024-33663", "CVE-2024-37568", "CVE-2024-54150", "CVE-2026-34950", "CVE-2026-48526",
      "CVE-2026-44699"))
  func `A public RSA key is never the secret of an HMAC, in whatever form`() throws {
    let key = try Self.rsa.get()
    let keys = JSONWebKeySet([key.verificationKey])
    for secret in try Self.publicText(key) + [key.verificationKey.publicJWK?.bytes() ?? []] {
      for header in [#"{"alg":"HS256","kid":"r"}"#, #"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"r","typ":"JWT"}"#] {
        let token = ForgedToken.compact(header: header) {
          Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret)))
        }
        let signature = try JSONWebSignature(compact: token)
        #expect(throws: JOSEError.noMatchingKey(keyID: signature.header.keyID.map(UntrustedText.init))) {
          try signature.verified(by: keys, allowing: Self.all)
        }
        #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText("HS256"))) {
          try signature.verified(by: keys, allowing: SignatureAlgorithm.asymmetric)
        }
      }
    }
  }

  @Test func `PKCS 1 and PSS signatures are not confused`() throws {
    guard case .rsa(let key) = try Self.rsa.get().material else { throw JSONWebKeyError.notAPrivateKey }
    let published = JSONWebKeySet([try JSONWebKey(Self.withoutAlgorithm(Self.rsa.get()))])
    let pkcs1 = try ForgedToken.compact(header: #"{"alg":"PS256"}"#) {
      Array(try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
    let pss = try ForgedToken.compact(header: #"{"alg":"RS256"}"#) {
      Array(try key.signature(for: SHA256.hash(data: $0), padding: .PSS).rawRepresentation)
    }
    let longer = try ForgedToken.compact(header: #"{"alg":"RS512"}"#) {
      Array(try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
    for token in [pkcs1, pss, longer] {
      #expect(throws: JOSEError.invalidSignature) {
        try JSONWebSignature(compact: token).verified(by: published, allowing: Self.all)
      }
    }
  }

  @Test(
    .covers("rfc8725bis §3.1"),
    arguments: [
      (SignatureAlgorithm.es256, SignatureAlgorithm.es384), (.es384, .es256), (.es512, .es256), (.es256, .es512),
      (.edDSA, .es256), (.es256, .edDSA), (.hs256, .rs256), (.es256, .rs256), (.edDSA, .hs256), (.mlDSA65, .mlDSA87),
      (.mlDSA87, .mlDSA65), (.edDSA, .mlDSA65),
    ])
  func `A key is used only with its own algorithm`(real: SignatureAlgorithm, claimed: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(real, keyID: "k")
    let keys = JSONWebKeySet([try JSONWebKey(Self.withoutAlgorithm(key))])
    let token = try ForgedToken.compact(
      header: #"{"alg":"\#(claimed.rawValue)","kid":"k"}"#, signedBy: key.signature(over:))
    #expect(throws: JOSEError.noMatchingKey(keyID: UntrustedText("k"))) {
      try JSONWebSignature(compact: token).verified(by: keys, allowing: Self.all)
    }
  }

  @Test(.covers("rfc8725bis §3.1", "CVE-2026-48523"))
  func `A key that names its algorithm is used with no other, even a suitable one`() throws {
    let key = try Self.rsa.get()
    guard case .rsa(let material) = key.material else { throw JSONWebKeyError.notAPrivateKey }
    let token = try ForgedToken.compact(header: #"{"alg":"RS384","kid":"r"}"#) {
      Array(try material.signature(for: SHA384.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
    let signature = try JSONWebSignature(compact: token)
    #expect(throws: JOSEError.noMatchingKey(keyID: UntrustedText("r"))) {
      try signature.verified(by: JSONWebKeySet([key.verificationKey]), allowing: Self.all)
    }
    let unnamed = JSONWebKeySet([try JSONWebKey(Self.withoutAlgorithm(key))])
    #expect(throws: Never.self) { try signature.verified(by: unnamed, allowing: Self.all) }
  }

  @Test(
    .covers("rfc8725bis §3.1", "rfc8725bis §3.2", "RP basic: oidcc-client-test-idtoken-sig-none", "CVE-2026-28802"),
    arguments: [
      "none", "None", "NONE", "nOnE", "none ", " none", "non\u{65}", "none\u{0}", "", "null", "\u{FEFF}none", "hs256",
      "rs256", "RS256 ", "RS1", "HS1", "ES256K", "RSA-OAEP", "dir", "A128KW", "ed25519", "ML-DSA-44",
    ])
  func `No spelling of none and no unknown algorithm is accepted, with or without a signature`(name: String) throws {
    let keys = JSONWebKeySet([
      try Self.rsa.get().verificationKey, JSONWebKey(secret: Secret(String(repeating: "s", count: 64))),
    ])
    let header = String(decoding: JSONValue.object(["alg": .string(name)]).bytes(), as: UTF8.self)
    for signature in [[], [0], [UInt8](repeating: 0, count: 256)] {
      let token = ForgedToken.compact(header: header) { _ in signature }
      #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText(name))) {
        try JSONWebSignature(compact: token).verified(by: keys, allowing: Self.all)
      }
    }
  }

  @Test(arguments: [
    "{}", #"{"alg":null}"#, #"{"alg":256}"#, #"{"alg":["RS256"]}"#, #"{"Alg":"RS256"}"#, #"{"typ":"JWT"}"#,
  ])
  func `A header without an algorithm's name is rejected`(header: String) {
    #expect(throws: JOSEError.missingAlgorithm) {
      try JSONWebSignature(compact: ForgedToken.compact(header: header))
    }
  }

  @Test(.covers("RP basic: oidcc-client-test-invalid-sig-rs256"), arguments: SignatureAlgorithm.allCases)
  func `Empty, cut, doubled, zero and full signatures are wrong`(algorithm: SignatureAlgorithm) throws {
    let key =
      algorithm.keyType == .rsa
      ? try SigningKey(jwk: Vector.named("rfc7515-a.2").value("jwk"), algorithm: algorithm)
      : try SigningKey.generate(algorithm)
    let keys = JSONWebKeySet([key.verificationKey])
    let token = try key.sign(["sub": "me"]).reveal()
    let real = try ForgedToken.signature(of: token)
    #expect(throws: Never.self) { try JSONWebSignature(compact: token).verified(by: keys, allowing: [algorithm]) }
    let wrong: [[UInt8]] = [
      [], [0], Array(real.dropLast()), Array(real.dropFirst()), real + [0], [0] + real, real + real,
      [UInt8](repeating: 0, count: real.count), [UInt8](repeating: 0xFF, count: real.count), Array(real.reversed()),
      Array(real.prefix(real.count / 2)), Array(real.prefix(16)),
    ]
    for signature in wrong where signature != real {
      let forged = ForgedToken.replacing(2, of: token, with: Base64URL.encode(signature))
      #expect(throws: JOSEError.invalidSignature) {
        try JSONWebSignature(compact: forged).verified(by: keys, allowing: [algorithm])
      }
    }
    // The test flips bits across the whole signature.
    for index in stride(from: 0, to: real.count, by: 7) {
      var signature = real
      signature[index] ^= 0x10
      let forged = ForgedToken.replacing(2, of: token, with: Base64URL.encode(signature))
      #expect(throws: JOSEError.invalidSignature) {
        try JSONWebSignature(compact: forged).verified(by: keys, allowing: [algorithm])
      }
    }
  }

  // RFC 7518 §3.4: R and S have full length, and are from 1 to the order minus one.
  @Test func `ECDSA signatures with zero, with the order, in DER or of another length are wrong`() throws {
    let order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA,
      0xAD,
      0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    let zero = [UInt8](repeating: 0, count: 32)
    let one: [UInt8] = Array(zero.dropLast()) + [1]
    let key = try SigningKey.generate(.es256)
    guard case .p256(let material) = key.material else { throw JSONWebKeyError.notAPrivateKey }
    let keys = JSONWebKeySet([key.verificationKey])
    let token = try key.sign(["sub": "me"]).reveal()
    let real = try ForgedToken.signature(of: token)
    let r = Array(real[..<32])
    let s = Array(real[32...])
    let input = try #require(token.lastIndex(of: ".").map { Array(token[..<$0].utf8) })
    let der = Array(try material.signature(for: SHA256.hash(data: input)).derRepresentation)
    let wrong: [[UInt8]] = [
      zero + zero, zero + s, r + zero, order + s, r + order, order + order, one + one, one + zero, zero + one, der, r,
      [0] + r + [0] + s,
      // The "psychic" signature of CVE-2022-21449, one byte short or long.
      [UInt8](repeating: 0, count: 63), [UInt8](repeating: 0, count: 65),
    ]
    for signature in wrong {
      let forged = ForgedToken.replacing(2, of: token, with: Base64URL.encode(signature))
      #expect(throws: JOSEError.invalidSignature) {
        try JSONWebSignature(compact: forged).verified(by: keys, allowing: [.es256])
      }
    }
  }

  @Test(.covers("rfc8725bis §3.5", "CVE-2026-44351", "CVE-2026-45363", "CVE-2026-49852"))
  func `A secret shorter than the hash is not used`() throws {
    let short = JSONWebKey(secret: Secret(String(repeating: "s", count: 47)))
    #expect(short.allows(.hs256) && !short.allows(.hs384) && !short.allows(.hs512))
    #expect(!JSONWebKey(secret: Secret("")).allows(.hs256))
    #expect(throws: JSONWebKeyError.weak("alg")) { try SigningKey(secret: Secret("too short"), algorithm: .hs256) }
    #expect(throws: JSONWebKeyError.self) {
      try SigningKey(secret: Secret(String(repeating: "s", count: 64)), algorithm: .rs256)
    }
  }

  static func withoutAlgorithm(_ key: SigningKey) throws -> JSONValue {
    var members = key.verificationKey.definingMembers.mapValues { JSONValue.string($0) }
    members["kid"] = key.keyID.map { .string($0) }
    return .object(members)
  }
}
