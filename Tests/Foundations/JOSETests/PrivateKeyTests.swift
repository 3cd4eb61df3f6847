import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// The private keys of clients (RFC 7517 §4, RFC 7518 §6).
@Suite struct PrivateKeyTests {
  @Test func `A private JWK with the public part of a different key is rejected`() throws {
    var members = try #require(Vector.named("rfc7515-a.3").value("jwk").object)
    let other = try #require(SigningKey.generate(.es256).verificationKey.publicJWK?.object)
    members["x"] = other["x"]
    members["y"] = other["y"]
    #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(jwk: .object(members), algorithm: .es256) }
  }

  @Test func `A public JWK, one with corrupted numbers and one with more than two primes are rejected`() throws {
    let rsa = try #require(Vector.named("rfc7515-a.2").value("jwk").object)
    #expect(throws: Never.self) { try SigningKey(jwk: .object(rsa), algorithm: .rs256) }
    for name in ["d", "p", "q"] {
      var members = rsa
      members[name] = nil
      #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(jwk: .object(members), algorithm: .rs256) }
      members[name] = "AQAB"
      #expect(throws: JSONWebKeyError.self) { try SigningKey(jwk: .object(members), algorithm: .rs256) }
      members[name] = 1
      #expect(throws: JSONWebKeyError.malformed(member: name)) {
        try SigningKey(jwk: .object(members), algorithm: .rs256)
      }
    }
    var many = rsa
    many["oth"] = []
    #expect(throws: JSONWebKeyError.unsupported(UntrustedText("multi-prime RSA"))) {
      try SigningKey(jwk: .object(many), algorithm: .rs256)
    }
    var ec = try #require(Vector.named("rfc7515-a.3").value("jwk").object)
    for d in [
      "", "AA", Base64URL.encode([UInt8](repeating: 0, count: 32)),
      Base64URL.encode([UInt8](repeating: 0xFF, count: 32)),
    ] {
      ec["d"] = .string(d)
      #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(jwk: .object(ec), algorithm: .es256) }
    }
  }

  @Test func `A key signs only with its alg, and only if it is for signatures`() throws {
    var members = try #require(Vector.named("rfc7515-a.3").value("jwk").object)
    #expect(try SigningKey(jwk: .object(members)).algorithm == .es256)
    #expect(throws: JSONWebKeyError.wrongAlgorithm(.es384)) {
      try SigningKey(jwk: .object(members), algorithm: .es384)
    }
    members["alg"] = "ECDH-ES"
    #expect(throws: JSONWebKeyError.malformed(member: "alg")) { try SigningKey(jwk: .object(members)) }
    members["alg"] = nil
    members["key_ops"] = ["verify"]
    #expect(throws: JSONWebKeyError.malformed(member: "key_ops")) {
      try SigningKey(jwk: .object(members), algorithm: .es256)
    }
    members["key_ops"] = ["sign"]
    members["use"] = "sig"
    members["alg"] = "ES256"
    #expect(try SigningKey(jwk: .object(members)).algorithm == .es256)
    #expect(throws: JSONWebKeyError.notAnObject) { try SigningKey(jwk: Secret("not JSON")) }
  }

  @Test func `No description and no dump shows the private part`() throws {
    for id in ["rfc7515-a.1", "rfc7515-a.2", "rfc7515-a.3"] {
      let jwk = try Vector.named(id).value("jwk")
      let algorithm: SignatureAlgorithm = ["rfc7515-a.1": .hs256, "rfc7515-a.2": .rs256][id] ?? .es256
      let key = try SigningKey(jwk: jwk, algorithm: algorithm)
      var said = "\(key) \(String(reflecting: key)) \(key.verificationKey)"
      dump(key, to: &said)
      for member in ["d", "k", "p", "q", "n", "x"] {
        if let text = jwk.object?[member]?.string { #expect(!said.contains(text)) }
      }
      #expect(!said.contains("\n\u{1B}"))
    }
  }
}

extension PrivateKeyTests {
  @Test(arguments: [
    SignatureAlgorithm.hs256, .rs256, .ps512, .es256, .es384, .es512, .edDSA, .ed25519, .mlDSA65, .mlDSA87,
  ])
  func `An exported key that is read back signs for the same public key`(_ algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "k1")
    let read = try SigningKey(jwk: key.privateJWK())
    #expect(read == key && read.keyID == "k1" && read.algorithm == algorithm)
    let token = try read.sign(["sub": "ada"])
    #expect(throws: Never.self) {
      try JSONWebSignature(compact: token.reveal()).verified(
        by: JSONWebKeySet([key.verificationKey]), allowing: [algorithm], type: .any)
    }
  }

  @Test(arguments: ["rfc7515-a.2", "rfc7515-a.3", "rfc7515-a.4"])
  func `The private members of the examples round-trip`(_ name: String) throws {
    let members = try #require(Vector.named(name).value("jwk").object)
    let algorithm: [String: SignatureAlgorithm] = ["rfc7515-a.2": .rs256, "rfc7515-a.3": .es256, "rfc7515-a.4": .es512]
    let key = try SigningKey(jwk: .object(members), algorithm: algorithm[name])
    let written = try JSONValue(bytes: Array(key.privateJWK().reveal().utf8)).object
    for (name, value) in members { #expect(written?[name] == value, "\(name)") }
  }
}
