import Crypto
import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

@Suite(.covers("RFC 7515 §3", "RFC 7517 §4", "RFC 7520 §4.1", "RFC 7638 §3", "RFC 8037 §3.1", "RFC 9449 §4"))
struct RFCVectorTests {
  @Test func `All examples are present`() {
    #expect(Vector.ofKind("jws-verify").count == 11)
    #expect(Vector.ofKind("jwk-thumbprint").count == 3)
    #expect(Vector.ofKind("dpop-proof").count == 3)
  }

  // RFC 7515 A.1 to A.5, RFC 7520 §4.1 to §4.5, RFC 8037 A.4 and A.5.
  @Test(.covers("RP basic: oidcc-client-test-idtoken-sig-rs256"), arguments: Vector.ofKind("jws-verify"))
  func `Valid signatures of the specifications are accepted, and invalid ones rejected`(vector: Vector) throws {
    let signature = try JSONWebSignature(compact: vector.text("token"))
    let keys = JSONWebKeySet(try vector["jwk"].flatMap { $0 == .null ? nil : [try JSONWebKey($0)] } ?? [])
    let allowed = Set(SignatureAlgorithm.allCases)
    guard vector["valid"] == true else {
      #expect(throws: JOSEError.self) { try signature.verified(by: keys, allowing: allowed) }
      return
    }
    let verified = try signature.verified(by: keys, allowing: allowed)
    #expect(Base64URL.encode(verified.payload) == (try vector.text("payload_b64u")))
    // With the last bit of the payload changed, the signature is no longer valid.
    let parts = try vector.text("token").split(separator: ".")
    var payload = try Base64URL.decode(parts[1])
    payload[payload.count - 1] ^= 1
    let changed = try JSONWebSignature(compact: "\(parts[0]).\(Base64URL.encode(payload)).\(parts[2])")
    #expect(throws: JOSEError.invalidSignature) { try changed.verified(by: keys, allowing: allowed) }
    // No algorithm but the header's verifies the signature.
    let others = allowed.subtracting([verified.algorithm])
    #expect(throws: JOSEError.self) { try signature.verified(by: keys, allowing: others) }
  }

  @Test(arguments: ["rfc7515-a.1", "rfc7515-a.2", "rfc8037-a.4", "rfc7520-4.1", "rfc7520-4.4"])
  func `A deterministic algorithm reproduces the signature of the specification`(id: String) throws {
    let vector = try Vector.named(id)
    let token = try vector.text("token")
    let dot = try #require(token.lastIndex(of: "."))
    let algorithm = try #require(
      SignatureAlgorithm(rawValue: JSONWebSignature(compact: token).header.algorithm))
    let key = try SigningKey(jwk: vector["private_jwk"] ?? vector.value("jwk"), algorithm: algorithm)
    #expect(Base64URL.encode(try key.signature(over: Array(token[..<dot].utf8))) == token[token.index(after: dot)...])
  }

  @Test(arguments: ["rfc7515-a.3", "rfc7515-a.4", "rfc7520-4.2", "rfc7520-4.3"])
  func `With a randomized algorithm, the public key accepts the private key's signature`(id: String) throws {
    let vector = try Vector.named(id)
    let algorithm = try #require(
      SignatureAlgorithm(rawValue: JSONWebSignature(compact: vector.text("token")).header.algorithm))
    let key = try SigningKey(jwk: vector["private_jwk"] ?? vector.value("jwk"), algorithm: algorithm)
    let published = try JSONWebKey(vector.value("jwk"))
    let token = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    #expect(try token.verified(by: JSONWebKeySet([published]), allowing: [algorithm]).claims() == ["sub": "me"])
  }

  // RFC 7638 §3.1, RFC 8037 A.3, RFC 9449 §6.1.
  @Test(arguments: Vector.ofKind("jwk-thumbprint"))
  func `The thumbprint is that of the specification`(vector: Vector) throws {
    #expect(try JSONWebKey(vector.value("jwk")).thumbprint == (try vector.text("sha256")))
  }

  // RFC 7638 §3.1.
  @Test func `The thumbprint's input is that of the specification`() throws {
    let key = try JSONWebKey(Vector.named("rfc7638-3.1").value("jwk"))
    let expected =
      #"{"e":"AQAB","kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7a"#
      + #"PFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGj"#
      + #"QR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6W"#
      + #"eZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"}"#
    #expect(key.canonicalJSON == expected)
  }

  // RFC 7517 A.1.
  @Test func `The public keys of RFC 7517 are read, and the one for encryption verifies no signature`() throws {
    let set = try JSONWebKeySet(Vector.named("rfc7517-a.1").value("jwks"))
    #expect(set.keys.map(\.keyID) == ["1", "2011-04-29"])
    #expect(set.keys.map(\.use) == ["enc", nil])
    #expect(set.skippedKeyCount == 0)
    #expect(!set.keys[0].allows(.es256))
    #expect(set.keys[1].allows(.rs256) && !set.keys[1].allows(.rs384))
    #expect(set.keys[1].thumbprint == (try Vector.named("rfc7638-3.1").text("sha256")))
  }

  // RFC 7517 A.2.
  @Test func `The private keys of RFC 7517 give the public keys, and the one for encryption does not sign`() throws {
    let values = try #require(Vector.named("rfc7517-a.2").value("jwks").object?["keys"]?.array)
    let published = try JSONWebKeySet(Vector.named("rfc7517-a.1").value("jwks"))
    #expect(try JSONWebKeySet(Vector.named("rfc7517-a.2").value("jwks")) == published)
    #expect(throws: JSONWebKeyError.malformed(member: "use")) { try SigningKey(jwk: values[0], algorithm: .es256) }
    let key = try SigningKey(jwk: values[1])
    #expect(key.algorithm == .rs256)
    #expect(key.verificationKey == published.keys[1])
  }

  // RFC 7517 A.3.
  @Test func `The secrets of RFC 7517 are read, and the one for wrapping keys verifies no signature`() throws {
    let set = try JSONWebKeySet(Vector.named("rfc7517-a.3").value("jwks"))
    #expect(set.keys.count == 2)
    #expect(SignatureAlgorithm.allCases.allSatisfy { !set.keys[0].allows($0) })
    #expect(SignatureAlgorithm.allCases.filter(set.keys[1].allows) == [.hs256, .hs384, .hs512])
    #expect(set.keys.allSatisfy { $0.publicJWK == nil })
  }

  // RFC 7517 B.
  @Test func `A key with a certificate is read without the certificate`() throws {
    let key = try JSONWebKey(Vector.named("rfc7517-b").value("jwk"))
    #expect(key.keyID == "1b94c" && key.allows(.rs256))
    #expect(key.publicJWK?.object?["x5c"] == nil)
  }

  // RFC 8037 A.1, A.2.
  @Test func `The Ed25519 key of RFC 8037 gives its public key`() throws {
    let key = try SigningKey(jwk: Vector.named("rfc8037-a.1").value("jwk"), algorithm: .edDSA)
    #expect(
      key.verificationKey.definingMembers == (try JSONWebKey(Vector.named("rfc8037-a.2").value("jwk"))).definingMembers)
  }

  // RFC 9449 §4.2, §5, §7.1.
  @Test(arguments: Vector.ofKind("dpop-proof"))
  func `A DPoP proof of the specification is signed by its own key, whose thumbprint is the jkt`(vector: Vector) throws
  {
    let proof = try JSONWebSignature(compact: vector.text("proof"))
    let key = try JSONWebKey(#require(proof.header.members["jwk"]))
    #expect(key.thumbprint == (try vector.text("jkt")))
    let claims = try proof.verified(
      by: JSONWebKeySet([key]), allowing: SignatureAlgorithm.asymmetric, type: .exactly("dpop+jwt")
    ).claims()
    #expect(claims["htm"] == vector["method"])
    #expect(claims["htu"] == vector["url"])
    if let token = vector["access_token"]?.string {
      #expect(claims["ath"]?.string == Base64URL.encode(SHA256.hash(data: Array(token.utf8))))
    }
  }

  // RFC 9449 §7.1.
  @Test(arguments: Vector.ofKind("dpop-ath"))
  func `The ath is that of the specification`(vector: Vector) throws {
    let digest = SHA256.hash(data: Array(try vector.text("access_token").utf8))
    #expect(Base64URL.encode(digest) == (try vector.text("ath")))
  }

  // RFC 7515 C.
  @Test(arguments: Vector.ofKind("base64url"))
  func `base64url is that of the specification`(vector: Vector) throws {
    let bytes = try #require(vector["octets"]?.array).map { value -> UInt8 in
      guard case .integer(let byte) = value else { return 0 }
      return UInt8(byte)
    }
    #expect(Base64URL.encode(bytes) == (try vector.text("text")))
    #expect(try Base64URL.decode(vector.text("text")) == bytes)
  }
}
