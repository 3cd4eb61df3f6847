import Crypto
import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// Keys that are weak, invalid, or for a different purpose (RFC 7517 §4, RFC 7518 §6, RFC 8725
/// §3.4).
@Suite(.covers("RFC 7517 §4", "RFC 8725 §3")) struct KeyAttackTests {
  private static let modulus = try? Base64URL.decode(
    Vector.named("rfc7515-a.2").value("jwk").object?["n"]?.string ?? "")

  private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8] = [1, 0, 1]) -> JSONValue {
    ["kty": "RSA", "n": .string(Base64URL.encode(modulus)), "e": .string(Base64URL.encode(exponent))]
  }

  private static func ec(_ x: [UInt8], _ y: [UInt8], _ curve: String = "P-256") -> JSONValue {
    ["kty": "EC", "crv": .string(curve), "x": .string(Base64URL.encode(x)), "y": .string(Base64URL.encode(y))]
  }

  @Test(
    arguments: [
      [], [0], [1], [2], [4], [0, 3], [1, 0, 0], [0, 0, 1, 0, 1], [1, 0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 1],
      [0, 0, 0, 2], [UInt8](repeating: 0xFF, count: 256),
    ] as [[UInt8]])
  func `An RSA exponent of 0, 1, even, huge or with needless zeros is rejected`(exponent: [UInt8]) throws {
    #expect(throws: JSONWebKeyError.weak("e")) { try JSONWebKey(Self.rsa(#require(Self.modulus), exponent)) }
  }

  // square/go-jose, issue 40; JWK Sets whose keys are in Azure Key Vault have AAEAAQ too.
  @Test func `An RSA exponent of four bytes is the same key`() throws {
    let modulus = try #require(Self.modulus)
    let key = try JSONWebKey(Self.rsa(modulus, [0, 1, 0, 1]))
    #expect(try key.thumbprint == JSONWebKey(Self.rsa(modulus)).thumbprint)
  }

  @Test(
    .covers(
      "OP FAPI2: in every flow", "question: Is the signing key secure",
      "question: Is the asymmetric client authentication key secure"))
  func `An RSA modulus that is small, huge, even, zero or has needless zeros is refused`() throws {
    let modulus = try #require(Self.modulus)
    #expect(throws: Never.self) { try JSONWebKey(Self.rsa(modulus)) }
    #expect(throws: Never.self) { try JSONWebKey(Self.rsa(modulus, [3])) }
    var even = modulus
    even[255] &= 0xFE
    var short = modulus
    short[0] &= 0x7F
    let wrong: [[UInt8]] = [
      [], [0], [15], Array(modulus.suffix(128)), Array(modulus.dropLast()), short, even, [0, 0] + modulus,
      [0] + short, [0],
      [UInt8](repeating: 0xFF, count: 1_025), [UInt8](repeating: 0, count: 256),
    ]
    for modulus in wrong {
      #expect(throws: JSONWebKeyError.weak("n")) { try JSONWebKey(Self.rsa(modulus)) }
    }
    #expect(throws: JSONWebKeyError.malformed(member: "n")) {
      try JSONWebKey(Self.rsa([UInt8](repeating: 0xFF, count: 2_700)))
    }
    #expect(throws: JSONWebKeyError.weak("n")) {
      try JSONWebKey(Self.rsa([0] + [UInt8](repeating: 0xFF, count: 1_025)))
    }
    // 8192 bits are the largest accepted size.
    #expect(throws: Never.self) { try JSONWebKey(Self.rsa([UInt8](repeating: 0xFF, count: 1_024))) }
  }

  // RFC 7518 §6.3.1.1: some libraries write the sign's zero byte of DER.
  @Test func `An RSA modulus with one zero before it is read, and published without it`() throws {
    let modulus = try #require(Self.modulus)
    let right = try JSONWebKey(Self.rsa(modulus))
    let padded = try JSONWebKey(Self.rsa([0] + modulus))
    #expect(padded == right && padded.thumbprint == right.thumbprint && padded.publicJWK == right.publicJWK)
    let vector = try Vector.named("rfc7515-a.2")
    let token = try JSONWebSignature(compact: vector.text("token"))
    #expect(throws: Never.self) { try token.verified(by: JSONWebKeySet([padded]), allowing: [.rs256]) }
    var members = try #require(vector.value("jwk").object)
    for name in ["n", "p", "q"] {
      members[name] = .string(Base64URL.encode([0] + (try Base64URL.decode(members[name]?.string ?? ""))))
    }
    let key = try SigningKey(jwk: .object(members), algorithm: .rs256)
    #expect(key.verificationKey.thumbprint == right.thumbprint)
    let signed = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    #expect(throws: Never.self) { try signed.verified(by: JSONWebKeySet([right]), allowing: [.rs256]) }
  }

  @Test(.covers("rfc8725bis §3.4"))
  func `Coordinates off the curve, at infinity, out of the field or of the wrong size are rejected`() throws {
    let jwk = try #require(Vector.named("rfc7515-a.3").value("jwk").object)
    let x = try Base64URL.decode(jwk["x"]?.string ?? "")
    let y = try Base64URL.decode(jwk["y"]?.string ?? "")
    #expect(throws: Never.self) { try JSONWebKey(Self.ec(x, y)) }
    var off = y
    off[31] ^= 1
    let zero = [UInt8](repeating: 0, count: 32)
    let full = [UInt8](repeating: 0xFF, count: 32)
    for (x, y) in [(x, off), (y, x), (zero, zero), (x, zero), (zero, y), (full, full), (x, full), (full, y)] {
      #expect(throws: JSONWebKeyError.notOnCurve) { try JSONWebKey(Self.ec(x, y)) }
    }
    for (x, y) in [
      ([], []), (x, []), ([0] + x, y), (x, [0] + y), (Array(x.dropLast()), y), (x, Array(y.dropFirst())), (x + y, []),
    ] as [([UInt8], [UInt8])] {
      #expect(throws: JSONWebKeyError.malformed(member: "x")) { try JSONWebKey(Self.ec(x, y)) }
    }
    #expect(throws: JSONWebKeyError.malformed(member: "x")) { try JSONWebKey(Self.ec(x, y, "P-384")) }
    #expect(throws: JSONWebKeyError.notOnCurve) {
      try JSONWebKey(Self.ec([UInt8](repeating: 1, count: 48), [UInt8](repeating: 1, count: 48), "P-384"))
    }
    #expect(throws: JSONWebKeyError.notOnCurve) {
      try JSONWebKey(Self.ec([UInt8](repeating: 0, count: 66), [UInt8](repeating: 1, count: 66), "P-521"))
    }
    for curve in ["secp256k1", "P-224", "p-256", "", "P-256 "] {
      #expect(throws: JSONWebKeyError.unsupported(UntrustedText(curve))) { try JSONWebKey(Self.ec(x, y, curve)) }
    }
  }

  @Test func `Ed25519 keys of a wrong length or curve are rejected, and one that is no point accepts nothing`() throws {
    for count in [0, 1, 31, 33, 57, 64] {
      let x = Base64URL.encode([UInt8](repeating: 7, count: count))
      #expect(throws: JSONWebKeyError.malformed(member: "x")) {
        try JSONWebKey(["kty": "OKP", "crv": "Ed25519", "x": .string(x)])
      }
    }
    for curve in ["X25519", "Ed448", "ed25519"] {
      #expect(throws: JSONWebKeyError.unsupported(UntrustedText(curve))) {
        try JSONWebKey(["kty": "OKP", "crv": .string(curve), "x": "AAAA"])
      }
    }
    let signature = try JSONWebSignature(compact: Vector.named("rfc8037-a.4").text("token"))
    for byte in [UInt8(2), 0xFF] {
      let x = Base64URL.encode([UInt8](repeating: byte, count: 32))
      guard let key = try? JSONWebKey(["kty": "OKP", "crv": "Ed25519", "x": .string(x)]) else { continue }
      #expect(throws: JOSEError.invalidSignature) {
        try signature.verified(by: JSONWebKeySet([key]), allowing: [.edDSA])
      }
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"kty":"RSA"}"#, #"{"kty":"RSA","n":"AAAA"}"#, #"{"kty":"EC","x":"AA","y":"AA"}"#, #"{"kty":"OKP"}"#,
    #"{"kty":"oct"}"#, #"{"kty":"oct","k":""}"#, #"{"kty":"oct","k":"AA=="}"#, #"{"kty":"oct","k":1}"#,
    #"{"kty":"rsa"}"#,
    #"{"kty":"EC","crv":"P-256","x":"AB","y":"AB"}"#, #"{"kty":1}"#, "[]", "null", #""RSA""#,
    #"{"kty":"oct","k":"AAAA","kid":1}"#, #"{"kty":"oct","k":"AAAA","use":[]}"#,
    #"{"kty":"oct","k":"AAAA","key_ops":"verify"}"#,
    #"{"kty":"oct","k":"AAAA","key_ops":[1]}"#, #"{"kty":"oct","k":"AAAA","alg":256}"#,
  ])
  func `A JWK with missing members, or with members of the wrong type, is rejected`(text: String) {
    #expect(throws: JSONWebKeyError.self) { try JSONWebKey(JSONValue(bytes: Array(text.utf8))) }
  }

  @Test func `Each error has an explanation and a remedy, and holds none of the key`() throws {
    for (text, code) in [
      (#"{"kty":"oct","k":"S3CR3T=="}"#, "jwk_member_malformed"), (#"{"kty":"S3CR3T"}"#, "jwk_unsupported"),
      ("[]", "jwk_not_an_object"),
      (#"{"kty":"RSA"}"#, "jwk_member_missing"), (#"{"kty":"RSA","n":"AAAA","e":"AQAB"}"#, "jwk_weak"),
    ] {
      let value = try JSONValue(bytes: Array(text.utf8))
      let error = #expect(throws: JSONWebKeyError.self) { try JSONWebKey(value) }
      #expect(error?.code == code && error?.step == .verification)
      #expect(error.map { !$0.explanation.isEmpty && !$0.remedy.isEmpty && !"\($0)".contains("S3CR3T==") } ?? false)
    }
    let secret = JSONWebKey(secret: Secret("S3CR3T-S3CR3T"), keyID: "k")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("S3CR3T"))
    #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains(Base64URL.encode("S3CR3T-S3CR3T".utf8)))
  }
}
