import Crypto
import CryptoExtras
import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

/// Parts of a JWE with wrong lengths, other keys and other padding. Most have the right tag, so that
/// nothing but the check in question rejects them.
@Suite(.covers("RFC 7516 §3", "RFC 7518 §4.3")) struct EncryptionInputTests {
  private static let content = Array("content".utf8)
  private static let data = Array("header".utf8)
  private let p256: DecryptionKey
  private let rsa: DecryptionKey

  init() throws {
    p256 = try .read(Vector.named("rfc7520-5.5").value("private_jwk"))
    rsa = try .read(Vector.named("rfc7520-5.1").value("private_jwk"))
  }

  private func decrypt(_ token: String) throws -> [UInt8] {
    try JSONWebEncryption(compact: token).decrypted(
      with: [p256, rsa], allowing: Set(KeyManagementAlgorithm.allCases),
      content: Set(ContentEncryptionAlgorithm.allCases))
  }

  /// Encrypts and authenticates blocks with any padding.
  private static func cbc(_ blocks: [UInt8], vector: [UInt8], key: [UInt8]) throws -> ContentEncryptionAlgorithm.Sealed
  {
    let ciphertext = Array(
      try AES._CBC.encrypt(
        blocks, using: SymmetricKey(data: key[16...]), iv: AES._CBC.IV(ivBytes: Array(vector.prefix(16))),
        noPadding: true))
    return tagged(ciphertext, vector: vector, key: key)
  }

  private static func tagged(
    _ ciphertext: [UInt8], vector: [UInt8], key: [UInt8]
  ) -> ContentEncryptionAlgorithm.Sealed {
    let code = HMAC<SHA256>.authenticationCode(
      for: data + vector + ciphertext + bigEndian(UInt64(data.count) * 8), using: SymmetricKey(data: key[..<16]))
    return .init(initializationVector: vector, ciphertext: ciphertext, tag: Array(Array(code).prefix(16)))
  }

  // RFC 7518 §5.2.2.2: the padding is that of PKCS #7.
  @Test(.covers("GHSA-hwqm-qvj9-4jr2"))
  func `With AES-CBC, wrong padding and lengths are rejected behind a right tag`() throws {
    let key = Array(UInt8(0)..<32)
    let vector = [UInt8](repeating: 9, count: 16)
    let start = Array("15 bytes of it.".utf8)
    func open(_ sealed: ContentEncryptionAlgorithm.Sealed) -> [UInt8]? {
      ContentEncryptionAlgorithm.a128CBCHS256.open(sealed, authenticating: Self.data, key: key)
    }
    #expect(open(try Self.cbc(start + [1], vector: vector, key: key)) == start)
    #expect(open(try Self.cbc([UInt8](repeating: 16, count: 16), vector: vector, key: key)) == [])
    for last: UInt8 in [0, 2, 3, 16, 17, 32, 255] {
      #expect(open(try Self.cbc(start + [last], vector: vector, key: key)) == nil, "\(last)")
    }
    for count in [0, 1, 15, 17, 31] {
      #expect(open(Self.tagged([UInt8](repeating: 7, count: count), vector: vector, key: key)) == nil, "\(count)")
    }
    for vector in [vector.dropLast(), vector + [9], []] {
      let sealed = Self.tagged(
        try Self.cbc(start + [1], vector: [UInt8](repeating: 9, count: 16), key: key).ciphertext, vector: Array(vector),
        key: key)
      #expect(open(sealed) == nil, "\(vector.count)")
    }
  }

  // RFC 7518 §5.3: 96 bits for the initialization vector and 128 for the tag.
  @Test(.covers("CVE-2025-54887")) func `With AES-GCM, another length of the vector or the tag is rejected`() throws {
    let key = [UInt8](repeating: 1, count: 16)
    for count in [12, 13, 16, 32] {
      let vector = [UInt8](repeating: 9, count: count)
      let box = try AES.GCM.seal(
        Self.content, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: vector), authenticating: Self.data)
      func open(_ tag: some Sequence<UInt8>) -> [UInt8]? {
        ContentEncryptionAlgorithm.a128GCM.open(
          .init(initializationVector: vector, ciphertext: Array(box.ciphertext), tag: Array(tag)),
          authenticating: Self.data, key: key)
      }
      #expect(open(box.tag) == (count == 12 ? Self.content : nil), "\(count)")
      for length in [0, 4, 12, 15] { #expect(open(box.tag.prefix(length)) == nil) }
      #expect(open(Array(box.tag) + [0]) == nil)
    }
  }

  @Test func `A key of another size is not used`() throws {
    let token = try p256.encryptionKey.encrypt(Self.content, with: .ecdhESA128KW, content: .a128GCM)
    let header = try JSONWebEncryption(compact: token).header
    let wrapped = try Base64URL.decode(token.split(separator: ".")[1])
    let key = p256.contentKey(wrapped, header, .ecdhESA128KW, .a128GCM)
    #expect(key == p256.contentKey(wrapped, header, .ecdhESA128KW, .a128GCM) && key.count == 16)
    let other = p256.contentKey(wrapped, header, .ecdhESA128KW, .a256GCM)
    #expect(other.count == 32 && other != p256.contentKey(wrapped, header, .ecdhESA128KW, .a256GCM))
  }

  @Test(.covers("CVE-2026-34986"), arguments: KeyManagementAlgorithm.allCases)
  func `An encrypted key of any length gives the same error`(algorithm: KeyManagementAlgorithm) throws {
    let key = algorithm == .rsaOAEP256 ? rsa : p256
    let token = try key.encryptionKey.encrypt(Self.content, with: algorithm, content: .a128GCM)
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let honest = try Base64URL.decode(parts[1]).count
    for count in Array(0...48) + [255, 256, 257, 512, 90_000] where count != 0 || honest != 0 {
      parts[1] = Base64URL.encode([UInt8](repeating: 7, count: count))
      #expect(throws: JSONWebEncryptionError.notDecrypted, "\(count)") { try decrypt(parts.joined(separator: ".")) }
    }
  }

  @Test func `An ephemeral key of another type, length or with a private member gives the same error`() throws {
    let token = try p256.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    let own = try #require(JSONWebEncryption(compact: token).header.members["epk"]?.object)
    let x = try Base64URL.decode(#require(own["x"]?.string))
    let zeros = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
    let short = JSONValue.string(Base64URL.encode(x.dropLast()))
    let long = JSONValue.string(Base64URL.encode([0] + x))
    let rsaKey = try Vector.named("rfc7520-4.1").value("jwk")
    let keys: [JSONValue] = [
      .object(own.merging(["x": short]) { $1 }), .object(own.merging(["x": long]) { $1 }),
      .object(own.merging(["x": zeros, "y": zeros]) { $1 }), .object(own.filter { $0.key != "y" }),
      .object(own.merging(["crv": "P-384"]) { $1 }), .object(own.merging(["crv": "secp256k1"]) { $1 }),
      .object(own.merging(["kty": "OKP"]) { $1 }), ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(x))],
      ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(x))], ["kty": "oct", "k": "AAAA"], rsaKey, [],
      .null,
    ]
    let rest = token[try #require(token.firstIndex(of: "."))...]
    for key in keys {
      let header: JSONValue = ["alg": "ECDH-ES", "enc": "A128GCM", "epk": key]
      #expect(throws: JSONWebEncryptionError.notDecrypted) {
        try decrypt(Base64URL.encode(header.bytes()) + rest)
      }
    }
  }

  // RFC 7518 §4.6.1.1: an ephemeral key with its private part, with which everything else is right.
  @Test func `An ephemeral key that shows its private part is rejected`() throws {
    let alice: [String: JSONValue] = [
      "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
      "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
    ]
    let secret: [String: JSONValue] = ["d": "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"]
    let own = try AgreementPrivateKey(.object(alice.merging(secret) { $1 }))
    let receiver = try AgreementPublicKey(Vector.named("rfc7520-5.5").value("private_jwk"))
    let key = ConcatKDF.key(
      from: try #require(own.sharedSecret(with: receiver)), algorithm: "A128GCM", partyU: [], partyV: [], count: 16)
    for (epk, isAccepted) in [(alice, true), (alice.merging(secret) { $1 }, false)] {
      let header: JSONValue = ["alg": "ECDH-ES", "enc": "A128GCM", "epk": .object(epk)]
      let protected = Base64URL.encode(header.bytes())
      let sealed = try ContentEncryptionAlgorithm.a128GCM.seal(
        Self.content, authenticating: Array(protected.utf8), key: key)
      let parts = [sealed.initializationVector, sealed.ciphertext, sealed.tag].map { Base64URL.encode($0) }
      let token = ([protected, ""] + parts).joined(separator: ".")
      if isAccepted {
        #expect(try decrypt(token) == Self.content)
      } else {
        #expect(throws: JSONWebEncryptionError.notDecrypted) { try decrypt(token) }
      }
    }
  }

  // RFC 7518 §4.6.2: any bytes, of any length.
  @Test(arguments: [0, 1, 1_000, 60_000])
  func `Long and empty apu and apv change the agreed key`(count: Int) throws {
    let token = try p256.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    var header = try JSONWebEncryption(compact: token).header.members
    header["apu"] = .string(Base64URL.encode([UInt8](repeating: 7, count: count)))
    let rest = token[try #require(token.firstIndex(of: "."))...]
    #expect(throws: JSONWebEncryptionError.notDecrypted) {
      try decrypt(Base64URL.encode(JSONValue.object(header).bytes()) + rest)
    }
    let secret = [UInt8](repeating: 1, count: 32)
    let party = [UInt8](repeating: 7, count: count)
    func key(_ partyU: [UInt8], _ partyV: [UInt8]) -> [UInt8] {
      ConcatKDF.key(from: secret, algorithm: "A128GCM", partyU: partyU, partyV: partyV, count: 16)
    }
    #expect((key(party, []) == key([], party)) == party.isEmpty)
    // The length is part of the input, so that no byte moves from one to the other.
    #expect(key(party + [7], [7]) != key(party, [7, 7]))
  }

  @Test(arguments: KeyManagementAlgorithm.allCases)
  func `No two tokens share a key, a vector or a ciphertext`(algorithm: KeyManagementAlgorithm) throws {
    let key = algorithm == .rsaOAEP256 ? rsa : p256
    let tokens = try (0..<20).map { _ in
      try key.encryptionKey.encrypt(Self.content, with: algorithm, content: .a256GCM)
        .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
    for index in 0...4 where tokens[0][index] != "" && (index > 0 || algorithm != .rsaOAEP256) {
      #expect(Set(tokens.map { $0[index] }).count == 20, "part \(index)")
    }
  }
}
