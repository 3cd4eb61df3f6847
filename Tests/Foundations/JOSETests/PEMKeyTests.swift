import Evidence
import OAuthCore
import Testing

@testable import JOSE

/// Private keys in the PEM texts that openssl writes (RFC 5915, RFC 5958, RFC 7468, RFC 8410, RFC
/// 9881).
@Suite(.covers("RFC 7468", "RFC 9881 §6")) struct PEMKeyTests {
  private static let readable = Vector.ofKind("private-key-pem").filter { $0["error"] == nil }
  private static let rejected = Vector.ofKind("private-key-pem").filter { $0["error"] != nil }

  private static func pem(_ id: String) throws -> Secret { Secret(try Vector.named(id).text("pem")) }

  @Test func `All texts are present`() {
    #expect(Self.readable.count == 14 && Self.rejected.count == 14)
  }

  @Test(arguments: Self.readable)
  func `The key tells its algorithm, and signs for the public key that others compute`(vector: Vector) throws {
    let key = try SigningKey(pem: Secret(vector.text("pem")), keyID: "k")
    #expect(key.algorithm.rawValue == (try vector.text("alg")) && key.keyID == "k")
    let published = try JSONWebKey(vector.value("public_jwk"))
    #expect(key.verificationKey.thumbprint == published.thumbprint)
    let token = try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
    #expect(throws: Never.self) { try token.verified(by: JSONWebKeySet([published]), allowing: [key.algorithm]) }
  }

  @Test(arguments: Self.rejected)
  func `A text without a usable private key is rejected, with the reason`(vector: Vector) throws {
    let error = #expect(throws: JSONWebKeyError.self) { try SigningKey(pem: Secret(vector.text("pem"))) }
    let codes = [
      "encrypted": "private_key_encrypted", "unsupported": "jwk_unsupported", "not_private": "jwk_not_private",
      "weak": "jwk_weak",
    ]
    #expect(error?.code == codes[try vector.text("error")], "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `The error of an encrypted key says so, and how to decrypt it`() throws {
    for id in ["encrypted-pkcs8", "encrypted-rsa-pkcs8", "encrypted-pkcs1", "encrypted-sec1"] {
      for algorithm in [nil, SignatureAlgorithm.es256, .rs256] {
        let error = #expect(throws: JSONWebKeyError.encrypted) {
          try SigningKey(pem: Self.pem(id), algorithm: algorithm)
        }
        #expect(error?.explanation.contains("encrypted") ?? false)
        #expect(error?.remedy.contains("openssl pkey") ?? false)
      }
    }
  }

  @Test func `An announced algorithm decides between those of the key's type`() throws {
    for (id, announced, chosen) in [
      ("rsa-pkcs1", [], SignatureAlgorithm.rs256), ("rsa-pkcs1", ["ES256", "PS256"], .ps256),
      ("rsa-pkcs8", ["PS256", "RS256"], .rs256), ("rsa-pkcs8", ["PS512"], .ps512), ("rsa-pkcs8", ["ES256"], .rs256),
      ("ed25519-pkcs8", [], .edDSA), ("ed25519-pkcs8", ["Ed25519"], .ed25519),
      ("ed25519-pkcs8", ["Ed25519", "EdDSA"], .edDSA), ("p384-sec1", ["ES256"], .es384),
    ] {
      #expect(try SigningKey(pem: Self.pem(id), announced: announced).algorithm == chosen, "\(id) \(announced)")
      let named = try SigningKey(pem: Self.pem(id), algorithm: chosen, announced: ["none"])
      #expect(named.algorithm == chosen)
      var members = try #require(JSONValue(bytes: Array(named.privateJWK().reveal().utf8)).object)
      members["alg"] = nil
      #expect(try SigningKey(jwk: .object(members), announced: announced).algorithm == chosen, "\(id) \(announced)")
    }
  }

  @Test func `An algorithm that does not fit the key is named in the error`() throws {
    for (id, algorithm) in [
      ("p384-sec1", SignatureAlgorithm.es256), ("p256-pkcs8", .rs256), ("rsa-pkcs1", .es256),
      ("ed25519-pkcs8", .es256), ("p256-sec1", .hs256),
    ] {
      let error = #expect(throws: JSONWebKeyError.wrongAlgorithm(algorithm)) {
        try SigningKey(pem: Self.pem(id), algorithm: algorithm)
      }
      #expect(error?.explanation.contains(algorithm.rawValue) ?? false)
      #expect(error.map { !$0.remedy.isEmpty && !$0.code.isEmpty } ?? false)
    }
  }

  // RFC 7468 §2, §3.
  @Test func `Text around the key, other line ends and other line lengths change nothing`() throws {
    let text = try Self.pem("p256-parameters-sec1").reveal()
    let expected = try SigningKey(pem: Secret(text)).verificationKey.thumbprint
    let lines = text.split(separator: "\n").map(String.init)
    let begin = try #require(lines.firstIndex { $0.hasPrefix("-----BEGIN EC PRIVATE") })
    let body = lines[(begin + 1)..<(lines.count - 1)].joined()
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    for variant in [
      lines.joined(separator: "\r\n"), "Bag Attributes\n\n" + text + "\n\n", certificate + text,
      text + certificate, lines.map { "  \($0)\t" }.joined(separator: "\n"),
      "\(lines[begin])\n\(body)\n\(lines[lines.count - 1])",
    ] {
      #expect(try SigningKey(pem: Secret(variant)).verificationKey.thumbprint == expected)
    }
  }

  @Test(arguments: [
    "", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END EC PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----",
    "-----BEGIN EC PRIVATE KEY-----\nMAMCAQE=\n-----END EC PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", "-----BEGIN -----\n-----END -----",
  ])
  func `A damaged text is not a private key`(text: String) {
    #expect(throws: JSONWebKeyError.notAPrivateKey) { try SigningKey(pem: Secret(text)) }
  }

  @Test func `Each cut of a key is rejected without a crash`() throws {
    for id in ["p256-sec1", "ed25519-pkcs8", "mldsa65-pkcs8", "p521-pkcs8"] {
      let lines = try Self.pem(id).reveal().split(separator: "\n").map(String.init)
      let body = Array(lines.dropFirst().dropLast().joined())
      for length in stride(from: 0, to: body.count - 4, by: 4) {
        let cut = "\(lines[0])\n\(String(body[..<length]))\n\(lines[lines.count - 1])"
        #expect(throws: JSONWebKeyError.self) { try SigningKey(pem: Secret(cut)) }
      }
    }
  }
}
