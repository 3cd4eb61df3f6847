import Evidence
import OAuthCore
import OAuthTestSupport
import Testing

@testable import JOSE

/// Keys for encryption: generated, read from PEM and from JWK Sets, and written.
@Suite(.covers("RFC 7516 §3")) struct EncryptionKeyTests {
  private static func decryption(_ key: DecryptionKey) -> JWTDecryption {
    JWTDecryption(
      keys: [key], algorithms: Set(KeyManagementAlgorithm.allCases),
      contentAlgorithms: Set(ContentEncryptionAlgorithm.allCases))
  }

  @Test(arguments: KeyManagementAlgorithm.allCases)
  func `A generated key is written and read back, and its public part encrypts for it`(
    algorithm: KeyManagementAlgorithm
  ) throws {
    let key = try DecryptionKey.generate(algorithm, keyID: "2026")
    let restored = try DecryptionKey(jwk: key.privateJWK())
    #expect(restored == key && restored.keyID == "2026" && restored.hashValue == key.hashValue)
    #expect(try DecryptionKey.generate(algorithm, keyID: "2026") != key)
    let published = key.encryptionKey.publicJWK
    #expect(published.object?["use"] == "enc" && published.object?["alg"] == .string(algorithm.rawValue))
    #expect(!JSONWebKey.isPrivate(published))
    let sender = try EncryptionKey(published)
    #expect(sender == key.encryptionKey)
    #expect(KeyManagementAlgorithm.allCases.filter(sender.allows) == [algorithm])
    let token = try sender.encrypt(Array("content".utf8), with: algorithm, content: .a128CBCHS256)
    #expect(try Self.decryption(restored).decrypted(Secret(token)) == Secret("content"))
  }

  @Test(arguments: ["rsa-pkcs1", "rsa-pkcs8", "p256-sec1", "p384-sec1"])
  func `A key in PEM is for every algorithm of its type`(id: String) throws {
    let key = try DecryptionKey(pem: Secret(Vector.named(id).text("pem")), keyID: "k")
    #expect(key.keyID == "k" && key.encryptionKey.publicJWK.object?["alg"] == nil)
    for algorithm in KeyManagementAlgorithm.allCases where key.encryptionKey.allows(algorithm) {
      let token = try key.encryptionKey.encrypt(Array("content".utf8), with: algorithm, content: .a256GCM)
      #expect(try Self.decryption(key).decrypted(Secret(token)) == Secret("content"))
    }
  }

  // Both texts are from openssl, of a key for this test only.
  @Test func `An X25519 key in PEM is read`() throws {
    let pem = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VuBCIEIPiBofIx3zh+0Gc/+pmR5jcFDGdFxaBANhvYehLYell/
      -----END PRIVATE KEY-----
      """
    let key = try DecryptionKey(pem: Secret(pem))
    #expect(key.encryptionKey.publicJWK.object?["x"] == "UY5ttMxCDf_KjP4JNbL5E8DWO6f-m-BtUZsKJpkPzkY")
    let token = try key.encryptionKey.encrypt(Array("content".utf8), with: .ecdhES, content: .a256GCM)
    #expect(try Self.decryption(key).decrypted(Secret(token)) == Secret("content"))
  }

  @Test func `A key that only signs, and one with a passphrase, is rejected`() throws {
    #expect(throws: JSONWebKeyError.self) { try DecryptionKey(pem: Secret(Vector.named("ed25519-pkcs8").text("pem"))) }
    #expect(throws: JSONWebKeyError.encrypted) {
      try DecryptionKey(pem: Secret(Vector.named("encrypted-pkcs8").text("pem")))
    }
    #expect(throws: JSONWebKeyError.notAPrivateKey) { try DecryptionKey(pem: Secret("no key")) }
  }

  @Test func `Of a set the keys for encryption are read, those that say so first`() throws {
    let unmarked = try #require(SigningKey.generate(.es256, keyID: "1").verificationKey.publicJWK?.object)
    var signing = unmarked
    signing["use"] = "sig"
    let marked = try DecryptionKey.generate(.ecdhES, keyID: "2").encryptionKey.publicJWK
    let broken: JSONValue = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "use": "enc"]
    var open = unmarked
    open["alg"] = nil
    let set: JSONValue = ["keys": [.object(open), .object(signing), broken, marked, "no key"]]
    #expect(EncryptionKey.keys(in: set).map(\.keyID) == ["2", "1"])
    for malformed: JSONValue in [[:], ["keys": 1], [], "keys"] { #expect(EncryptionKey.keys(in: malformed).isEmpty) }
    let many = Array(repeating: marked, count: JSONWebKeySet.maximumKeys + 1)
    #expect(EncryptionKey.keys(in: ["keys": .array(many)]).count == JSONWebKeySet.maximumKeys)
  }

  @Test func `A published set has both kinds of keys, fetched once`() async throws {
    let signing = try #require(SigningKey.generate(.es256, keyID: "s").verificationKey.publicJWK)
    let encryption = try DecryptionKey.generate(.ecdhES, keyID: "e").encryptionKey
    let transport = ScriptedTransport(.json(["keys": [signing, encryption.publicJWK]]))
    let remote = RemoteKeySet(try Endpoint("https://as.example/keys"), through: transport)
    #expect(try await remote.encryptionKeys().first { $0.allows(.ecdhES) && $0.keyID == "e" } == encryption)
    let verifying = try await remote.keys().candidates(for: .es256, keyID: nil)
    #expect(verifying.map(\.keyID) == ["s"] && transport.exchanges.count == 1)
  }

  @Test(.covers("rfc8725bis §3.7")) func `Content that isn't UTF-8 is rejected`() throws {
    let key = try DecryptionKey.generate(.ecdhES)
    let token = try key.encryptionKey.encrypt([0xFF, 0xFE], with: .ecdhES, content: .a128GCM)
    #expect(throws: JSONWebEncryptionError.notDecrypted) { try Self.decryption(key).decrypted(Secret(token)) }
    #expect(JWTDecryption.isEncrypted(Secret(token)) && !JWTDecryption.isEncrypted(Secret("a.b.c")))
  }
}
