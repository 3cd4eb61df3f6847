import Evidence
import OAuthCore
import Testing

@testable import JOSE

/// The choice of the key for a signature among several published keys (RFC 7515 §4.1.4, RFC 7517
/// §4).
@Suite(.covers("RFC 7517 §4")) struct KeySelectionTests {
  private static func published(_ key: SigningKey, _ more: [String: JSONValue] = [:]) throws -> JSONValue {
    var members = try #require(key.verificationKey.publicJWK?.object)
    for (name, value) in more { members[name] = value == .null ? nil : value }
    return .object(members)
  }

  private static func set(_ keys: JSONValue...) throws -> JSONWebKeySet { try JSONWebKeySet(["keys": .array(keys)]) }

  private static func isAccepted(_ key: SigningKey, by set: JSONWebKeySet) throws -> Bool {
    let signature = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    return (try? signature.verified(by: set, allowing: SignatureAlgorithm.asymmetric)) != nil
  }

  @Test func `An optional member of a key that is null counts as absent`() throws {
    let key = try SigningKey.generate(.es256)
    var members = try #require(key.verificationKey.publicJWK?.object)
    for name in ["kid", "use", "key_ops", "alg", "x5c"] { members[name] = .null }
    let set = try Self.set(.object(members))
    #expect(set.skippedKeyCount == 0)
    #expect(try Self.isAccepted(key, by: set))
  }

  @Test func `The kid selects the key, and a key with a different kid is not tried`() throws {
    let key = try SigningKey.generate(.es256, keyID: "a")
    #expect(try Self.isAccepted(key, by: Self.set(Self.published(key))))
    let renamed = try Self.set(Self.published(key, ["kid": "b"]))
    let signature = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    #expect(throws: JOSEError.noMatchingKey(keyID: UntrustedText("a"))) {
      try signature.verified(by: renamed, allowing: [.es256])
    }
    #expect(throws: JOSEError.noMatchingKey(keyID: UntrustedText("a"))) {
      try signature.verified(by: JSONWebKeySet([]), allowing: [.es256])
    }
  }

  @Test(
    .covers(
      "RP basic: oidcc-client-test-kid-absent-single-jwks", "RP basic: oidcc-client-test-kid-absent-multiple-jwks"))
  func `A token without a kid is verified with every key that fits`() throws {
    let key = try SigningKey.generate(.es256)
    let other = try SigningKey.generate(.es256, keyID: "other")
    let third = try SigningKey.generate(.edDSA, keyID: "third")
    let named = try Self.published(key, ["kid": "named"])
    #expect(try Self.isAccepted(key, by: Self.set(named)))
    #expect(try Self.isAccepted(key, by: Self.set(Self.published(third), Self.published(other), named)))
    #expect(try !Self.isAccepted(key, by: Self.set(Self.published(third), Self.published(other))))
  }

  // Otherwise the publisher of a large set could make each forged signature cause many
  // verifications.
  @Test func `The first ten keys that fit are tried, and no more`() throws {
    let key = try SigningKey.generate(.es256)
    let own = try Self.published(key, ["kid": .null])
    var others: [JSONValue] = []
    for _ in 0..<10 { others.append(try Self.published(SigningKey.generate(.es256), ["kid": .null])) }
    // Keys of a different type aren't tried and don't count.
    let unfit = try (0..<10).map { _ in try Self.published(SigningKey.generate(.edDSA), ["kid": .null]) }
    for (count, isAccepted) in [(9, true), (10, false)] {
      let set = try JSONWebKeySet(["keys": .array(unfit + others.prefix(count) + [own])])
      #expect(try Self.isAccepted(key, by: set) == isAccepted)
    }
  }

  @Test func `A token with an unknown kid is verified with the keys that have no kid`() throws {
    let key = try SigningKey.generate(.es256, keyID: "a")
    let nameless = try Self.published(key, ["kid": .null])
    let other = try SigningKey.generate(.es256, keyID: "a")
    #expect(try Self.isAccepted(key, by: Self.set(nameless)))
    #expect(try !Self.isAccepted(key, by: Self.set(nameless, Self.published(other))))
  }

  @Test func `All keys with the same kid are tried`() throws {
    let key = try SigningKey.generate(.es256, keyID: "same")
    let other = try SigningKey.generate(.es256, keyID: "same")
    let kind = try SigningKey.generate(.edDSA, keyID: "same")
    #expect(try Self.isAccepted(key, by: Self.set(Self.published(other), Self.published(kind), Self.published(key))))
    #expect(try !Self.isAccepted(key, by: Self.set(Self.published(other), Self.published(kind))))
  }

  @Test(
    arguments: [
      (["use": "sig"], true), (["use": "enc"], false), (["use": ""], false), (["key_ops": ["verify"]], true),
      (["key_ops": ["sign", "verify"]], true), (["key_ops": ["sign"]], false),
      (["key_ops": ["encrypt", "wrapKey"]], false),
      (["key_ops": []], false), (["alg": .null], true), (["alg": "ES384"], false), (["alg": "ECDH-ES"], false),
      (["alg": "es256"], false), (["unknown": ["a": 1]], true), (["use": "sig", "key_ops": ["deriveKey"]], false),
    ] as [([String: JSONValue], Bool)])
  func `A key is used only for its purpose`(members: [String: JSONValue], isAccepted: Bool) throws {
    let key = try SigningKey.generate(.es256, keyID: "a")
    #expect(try Self.isAccepted(key, by: Self.set(Self.published(key, members))) == isAccepted)
  }

  // Clients rejected whole JWK Sets because of one unknown key.
  @Test func `Unusable keys are skipped and counted, and the others work`() throws {
    let key = try SigningKey.generate(.es256, keyID: "a")
    let set = try Self.set(
      ["kty": "AKP", "alg": "ML-DSA-44", "pub": "AAAA"], ["kty": "EC", "crv": "secp256k1", "x": "AA", "y": "AA"], [:],
      "text", 1,
      .null, [], ["kty": "RSA", "n": "AQAB", "e": "AQAB"], Self.published(key),
      ["kty": "OKP", "crv": "X25519", "x": "AAAA"])
    #expect(set.keys.count == 1 && set.skippedKeyCount == 9)
    #expect(try Self.isAccepted(key, by: set))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"keys":{}}"#, #"{"keys":null}"#, #"{"Keys":[]}"#, #"{"keys":[],"keys":[]}"#, "<html>",
  ])
  func `A text that is not a JWK Set is rejected`(text: String) {
    let error = #expect(throws: JSONWebKeySetError.self) { try JSONWebKeySet(bytes: Array(text.utf8)) }
    #expect(error.map { !$0.explanation.isEmpty && !$0.remedy.isEmpty && $0.code.hasPrefix("jwks_") } ?? false)
  }

  @Test func `More than 100 keys are rejected`() throws {
    let keys = JSONValue.array(Array(repeating: JSONValue.object([:]), count: 101))
    #expect(throws: JSONWebKeySetError.tooMany(limit: 100)) { try JSONWebKeySet(["keys": keys]) }
    #expect(
      try JSONWebKeySet(["keys": .array(Array(repeating: JSONValue.object([:]), count: 100))]).skippedKeyCount == 100)
    #expect(try JSONWebKeySet(bytes: Array(#"{"keys":[]}"#.utf8)).keys.isEmpty)
  }
}
