import Evidence
import OAuthCore
import PKCE
import Testing

@testable import JOSE

@Suite(.covers("RFC 7516 §3", "RFC 7516 §4.1.3", "RFC 7518 §4.3")) struct EncryptionAttackTests {
  private static let content = Array("content".utf8)

  /// One private key of each type: RSA, P-256 and P-384 of RFC 7520, and X25519 of RFC 8037 A.6.
  private static func key(_ type: String) throws -> DecryptionKey {
    switch type {
    case "RSA": try .read(Vector.named("rfc7520-5.1").value("private_jwk"))
    case "P-256": try .read(Vector.named("rfc7520-5.5").value("private_jwk"))
    case "P-384": try .read(Vector.named("rfc7520-5.4").value("private_jwk"))
    default: try .read(.object(AgreementPublicKey.x25519Example))
    }
  }

  private static func decrypt(_ token: String, _ keys: [DecryptionKey]) throws -> [UInt8] {
    try JSONWebEncryption(compact: token).decrypted(
      with: keys, allowing: Set(KeyManagementAlgorithm.allCases), content: Set(ContentEncryptionAlgorithm.allCases))
  }

  @Test(arguments: ["RSA", "P-256", "P-384", "X25519"], ContentEncryptionAlgorithm.allCases)
  func `Encrypted content is decrypted, and any changed part gives the same error`(
    type: String, content: ContentEncryptionAlgorithm
  ) throws {
    let key = try Self.key(type)
    for algorithm in KeyManagementAlgorithm.allCases {
      guard key.encryptionKey.allows(algorithm) else {
        #expect(throws: JSONWebEncryptionError.notEncrypted) {
          try key.encryptionKey.encrypt(Self.content, with: algorithm, content: content)
        }
        continue
      }
      let token = try key.encryptionKey.encrypt(Self.content, with: algorithm, content: content, contentType: "JWT")
      #expect(try Self.decrypt(token, [key]) == Self.content)
      #expect(try JSONWebEncryption(compact: token).header.members["cty"] == "JWT")
      let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for index in 1...4 {
        var bytes = try Base64URL.decode(parts[index])
        // With direct key agreement there is no encrypted key; one byte is one too many.
        if bytes.isEmpty { bytes = [0] } else { bytes[bytes.count - 1] ^= 1 }
        for changed in [bytes, Array(bytes.dropLast()), bytes + [0]] where changed != [] {
          var parts = parts
          parts[index] = Base64URL.encode(changed)
          #expect(throws: JSONWebEncryptionError.notDecrypted, "\(algorithm), part \(index)") {
            try Self.decrypt(parts.joined(separator: "."), [key])
          }
        }
      }
    }
  }

  @Test(.covers("rfc8725bis §3.4"))
  func `A changed header, another curve and a point off the curve give the same error`() throws {
    let key = try Self.key("P-256")
    let token = try key.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    let other = try AgreementPublicKey(Vector.named("rfc7520-5.4").value("private_jwk")).members
    let own = try #require(JSONWebEncryption(compact: token).header.members["epk"]?.object)
    for change: [String: JSONValue] in [
      ["typ": "JWT"], ["apu": "QQ"], ["apv": "="], ["apu": 1], ["epk": .object(other)], ["epk": "key"],
      ["epk": .object(own.merging(["x": own["y"] ?? .null]) { $1 })],
    ] {
      #expect(throws: JSONWebEncryptionError.notDecrypted, "\(change)") {
        try Self.decrypt(Self.changing(token, change), [key])
      }
    }
  }

  @Test(
    .covers(
      "rfc8725bis §3.1", "rfc8725bis §3.2", "rfc8725bis §3.6", "rfc8725bis §3.13", "rfc8725bis §3.15",
      "CVE-2024-28180", "CVE-2024-28176", "CVE-2024-28122", "CVE-2024-33664", "CVE-2024-29371", "CVE-2025-62706",
      "CVE-2025-63811", "CVE-2023-51775", "CVE-2023-52428", "CVE-2026-27932", "CVE-2026-28490"))
  func `Algorithms that are not allowed, extensions and compression are rejected without a key`() throws {
    let key = try Self.key("P-256")
    let token = try key.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    for name in ["RSA1_5", "RSA-OAEP", "dir", "A128KW", "PBES2-HS256+A128KW", "none", "ES256"] {
      #expect(throws: JSONWebEncryptionError.algorithmNotAllowed(UntrustedText(name))) {
        try Self.decrypt(Self.changing(token, ["alg": .string(name)]), [key])
      }
    }
    for name in ["A192GCM", "A256CBC-HS512", "none"] {
      #expect(throws: JSONWebEncryptionError.algorithmNotAllowed(UntrustedText(name))) {
        try Self.decrypt(Self.changing(token, ["enc": .string(name)]), [key])
      }
    }
    for name in ["crit", "zip", "b64"] {
      #expect(throws: JSONWebEncryptionError.unsupportedExtension) {
        try Self.decrypt(Self.changing(token, [name: ["exp"]]), [key])
      }
    }
    let parsed = try JSONWebEncryption(compact: token)
    #expect(throws: JSONWebEncryptionError.algorithmNotAllowed(UntrustedText("ECDH-ES"))) {
      try parsed.decrypted(with: [key], allowing: [.ecdhESA128KW], content: [.a128GCM])
    }
    #expect(throws: JSONWebEncryptionError.algorithmNotAllowed(UntrustedText("A128GCM"))) {
      try parsed.decrypted(with: [key], allowing: [.ecdhES], content: [.a256GCM])
    }
  }

  @Test func `Keys are chosen by kid, type, use and alg`() throws {
    let key = try Self.key("P-256")
    let token = try key.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    let wrong = JSONWebEncryptionError.noMatchingKey(keyID: UntrustedText("meriadoc.brandybuck@buckland.example"))
    #expect(throws: wrong) { try Self.decrypt(token, []) }
    #expect(throws: wrong) { try Self.decrypt(token, [Self.key("P-384"), Self.key("RSA")]) }
    var members = try #require(Vector.named("rfc7520-5.5").value("private_jwk").object)
    members["alg"] = "ECDH-ES+A128KW"
    #expect(throws: wrong) { try Self.decrypt(token, [.read(.object(members))]) }
    members["alg"] = "ECDH-ES"
    members["kid"] = nil
    #expect(try Self.decrypt(token, [.read(.object(members))]) == Self.content)
    members["use"] = "sig"
    #expect(throws: JSONWebKeyError.malformed(member: "use")) { try DecryptionKey.read(.object(members)) }
    members["use"] = nil
    members["d"] = "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"
    #expect(throws: JSONWebKeyError.notAPrivateKey) { try DecryptionKey.read(.object(members)) }
    #expect(!"\(key)".contains("r_kHyZ"))
  }

  @Test(.covers("rfc8725bis §3.3", "CVE-2023-51774")) func `A key for signatures is no key for encryption`() throws {
    var members = try AgreementPublicKey(Vector.named("rfc7520-5.4").value("private_jwk")).members
    for operations: JSONValue in [["sign"], ["verify"], [], "wrapKey"] {
      members["key_ops"] = operations
      #expect(throws: JSONWebKeyError.malformed(member: "key_ops")) { try EncryptionKey(.object(members)) }
    }
    members["key_ops"] = ["deriveKey"]
    _ = try EncryptionKey(.object(members))
  }

  // RFC 7748 §6.1: these points give zeros with every private key.
  @Test(
    .covers("rfc8725bis §3.4"),
    arguments: [
      [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
      [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    ])
  func `A point of low order gives the same error as any other failure`(_ point: [UInt8]) throws {
    let key = try Self.key("X25519")
    let epk: JSONValue = ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(point))]
    let header: JSONValue = ["alg": "ECDH-ES", "enc": "A128GCM", "epk": epk]
    let token = Base64URL.encode(header.bytes()) + "..AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA"
    #expect(throws: JSONWebEncryptionError.notDecrypted) { try Self.decrypt(token, [key]) }
  }

  @Test func `Descriptions and dumps show no part of a token`() throws {
    let key = try Self.key("P-256")
    let token = try key.encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    let encrypted = try JSONWebEncryption(compact: token)
    var dumped = ""
    dump(encrypted, to: &dumped)
    #expect("\(encrypted)" == "JSONWebEncryption(ECDH-ES)")
    #expect(!dumped.contains("sealed") && !dumped.contains("authenticated"))
  }

  @Test func `Texts that are not compact or too long are rejected`() throws {
    let token = try Self.key("P-256").encryptionKey.encrypt(Self.content, with: .ecdhES, content: .a128GCM)
    #expect(throws: JSONWebEncryptionError.tooLong(limit: 10)) {
      try JSONWebEncryption(compact: token, maximumBytes: 10)
    }
    for text in ["", "a.b.c", "a.b.c.d", token + ".", token + ".AA"] {
      #expect(throws: JSONWebEncryptionError.notCompact) { try JSONWebEncryption(compact: text) }
    }
    for text in ["....", token + "=", " " + token, "e30=.AA.AA.AA.AA"] {
      #expect(throws: JSONWebEncryptionError.malformed) { try JSONWebEncryption(compact: text) }
    }
    #expect(throws: JSONWebEncryptionError.algorithmNotAllowed(nil)) { try JSONWebEncryption(compact: "e30....") }
  }

  /// Changes members of a token's header.
  private static func changing(_ token: String, _ members: [String: JSONValue]) throws -> String {
    let header = try JSONWebEncryption(compact: token).header.members.merging(members) { $1 }
    let rest = token[try #require(token.firstIndex(of: "."))...]
    return Base64URL.encode(JSONValue.object(header).bytes()) + rest
  }
}

extension AgreementPublicKey {
  /// The private key of RFC 8037 A.6, Bob's in RFC 7748 §6.1.
  fileprivate static var x25519Example: [String: JSONValue] {
    [
      "kty": "OKP", "crv": "X25519", "kid": "Bob", "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08",
      "d": "XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os",
    ]
  }
}
