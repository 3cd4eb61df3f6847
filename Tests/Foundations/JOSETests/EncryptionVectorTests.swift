import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

@Suite(.covers("RFC 7516 §3", "RFC 7516 §4.1.3", "RFC 7518 §4.3", "RFC 7520 §5.4", "RFC 8037 §3.2"))
struct EncryptionVectorTests {
  static let plaintext =
    "You can trust us to stick with you through thick and thin–to the bitter end. And you can trust us to "
    + "keep any secret of yours–closer than you keep it yourself. But you cannot trust us to let you face trouble "
    + "alone, and go off without a word. We are your friends, Frodo."

  @Test func `All examples are present`() {
    #expect(Vector.ofKind("jwe").count == 13)
    #expect(Vector.ofKind("jwe").count { $0["valid"] == true } == 2)
    #expect(Vector.ofKind("jwe-json").count == 9)
  }

  // RFC 7520 §5.4 and §5.5 have our algorithms. RFC 7516 A.1 and RFC 7520 §5.2 and §6 use SHA-1,
  // RFC 7516 A.2 and RFC 7520 §5.1 RSA1_5; the others passwords or shared keys.
  @Test(arguments: Vector.ofKind("jwe"))
  func `Encrypted tokens of the specifications are decrypted, or rejected by their algorithm`(vector: Vector) throws {
    let keys = try vector["private_jwk"].map { [try DecryptionKey.read($0)] } ?? []
    func decrypt() throws -> [UInt8] {
      try JSONWebEncryption(compact: vector.text("token")).decrypted(
        with: keys, allowing: Set(KeyManagementAlgorithm.allCases), content: Set(ContentEncryptionAlgorithm.allCases))
    }
    if vector["valid"] == true {
      #expect(String(decoding: try decrypt(), as: UTF8.self) == Self.plaintext)
      return
    }
    let error = try #require(throws: JSONWebEncryptionError.self) { try decrypt() }
    if vector.id == "rfc7520-5.9" {
      #expect(error == .unsupportedExtension)
    } else {
      #expect(error.code == "jwe_algorithm_not_allowed")
    }
  }

  // RFC 7516 A.4 and A.5, RFC 7520 §5.10 to §5.13.
  @Test(arguments: Vector.ofKind("jwe-json"))
  func `Encrypted texts in JSON form are rejected`(vector: Vector) throws {
    let text = String(decoding: try vector.value("json").bytes(), as: UTF8.self)
    let error = #expect(throws: JSONWebEncryptionError.self) { try JSONWebEncryption(compact: text) }
    // The kids of §5.13 have dots enough for five parts.
    #expect(error == (vector.id == "rfc7520-5.13.7" ? .malformed : .notCompact))
  }

  @Test func `The second of the recipients in RFC 7520 §5.13 decrypts its key and the content`() throws {
    let message = try #require(Vector.named("rfc7520-5.13.7").value("json").object)
    let recipient = try #require(message["recipients"]?.array?[1].object)
    func bytes(_ members: [String: JSONValue], _ name: String) throws -> [UInt8] {
      try Base64URL.decode(#require(members[name]?.string))
    }
    let key = try DecryptionKey.read(Vector.named("rfc7520-5.4").value("private_jwk"))
    let header = try JOSEHeader(bytes: #require(recipient["header"]).bytes())
    #expect(header.algorithm == "ECDH-ES+A256KW")
    let contentKey = key.contentKey(
      try bytes(recipient, "encrypted_key"), header, .ecdhESA256KW, .a128CBCHS256)
    #expect(Base64URL.encode(contentKey) == "zXayeJ4gvm8NJr3IUInyokTUO-LbQNKEhe_zWlYbdpQ")
    let sealed = ContentEncryptionAlgorithm.Sealed(
      initializationVector: try bytes(message, "iv"), ciphertext: try bytes(message, "ciphertext"),
      tag: try bytes(message, "tag"))
    let data = Array(try #require(message["protected"]?.string).utf8)
    let opened = try #require(
      ContentEncryptionAlgorithm.a128CBCHS256.open(sealed, authenticating: data, key: contentKey))
    #expect(String(decoding: opened, as: UTF8.self) == Self.plaintext)
  }

  @Test func `The secret agreed with X25519 is that of RFC 8037 A 6`() throws {
    let bob = try AgreementPrivateKey([
      "kty": "OKP", "crv": "X25519", "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08",
      "d": "XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os",
    ])
    let ephemeral = try AgreementPublicKey([
      "kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",
    ])
    #expect(
      bob.sharedSecret(with: ephemeral)
        == Self.bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
  }

  @Test func `The agreed key is that of RFC 7518 appendix C`() throws {
    let alice = try AgreementPrivateKey([
      "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
      "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps", "d": "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo",
    ])
    let bob = try AgreementPrivateKey([
      "kty": "EC", "crv": "P-256", "x": "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",
      "y": "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck", "d": "VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw",
    ])
    for (own, other) in [(alice, bob), (bob, alice)] {
      let secret = try #require(own.sharedSecret(with: other.publicKey))
      let key = ConcatKDF.key(
        from: secret, algorithm: "A128GCM", partyU: Array("Alice".utf8), partyV: Array("Bob".utf8), count: 16)
      #expect(Base64URL.encode(key) == "VqqN6vgjbSBcIijNcacQGg")
    }
  }

  @Test func `AES-CBC with HMAC decrypts the test case of RFC 7518 appendix B.1`() throws {
    let ciphertext = Self.bytes(
      """
      c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9a94ac9b47ad2655c5f10f9aef71427e2
      fc6f9b3f399a221489f16362c703233609d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b
      384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade54b8851ffb598f7f80074b9473c82e2db
      """)
    let sealed = ContentEncryptionAlgorithm.Sealed(
      initializationVector: Self.bytes("1af38c2dc2b96ffdd86694092341bc04"), ciphertext: ciphertext,
      tag: Self.bytes("652c3fa36b0a7c5b3219fab3a30bc1c4"))
    let data = Array("The second principle of Auguste Kerckhoffs".utf8)
    let opened = try #require(
      ContentEncryptionAlgorithm.a128CBCHS256.open(sealed, authenticating: data, key: Array(0..<32)))
    #expect(
      String(decoding: opened, as: UTF8.self) == "A cipher system must not be required to be secret, and it must be "
        + "able to fall into the hands of the enemy without inconvenience")
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}

extension DecryptionKey {
  /// Reads a private key that a test has as JSON.
  static func read(_ value: JSONValue) throws -> DecryptionKey {
    try DecryptionKey(jwk: Secret(String(decoding: value.bytes(), as: UTF8.self)))
  }
}
