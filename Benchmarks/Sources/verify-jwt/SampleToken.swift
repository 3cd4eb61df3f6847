import Crypto
import CryptoExtras
import Foundation
import JOSE
import OAuthCore

/// An ID token with the twelve claims that most servers send.
enum SampleToken {
  static let claims: [String: JSONValue] = [
    "iss": "https://accounts.example.com", "sub": "248289761001", "aud": "s6BhdRkqt3", "azp": "s6BhdRkqt3",
    "exp": 1_800_003_600, "iat": 1_800_000_000, "auth_time": 1_799_999_990, "nonce": "n-0S6_WzA2MjnZr4uT9vQ2xPq8sLk1",
    "at_hash": "77QmUPtjPfzWtF2AnpK9RQ", "email": "jane.doe@example.com", "email_verified": true, "name": "Jane Doe",
  ]

  static func key(_ algorithm: SignatureAlgorithm) throws -> SigningKey {
    try SigningKey.generate(algorithm, keyID: "2026-11-a")
  }

  /// Creates a token and its verification key, as JSON.
  static func line(_ algorithm: SignatureAlgorithm) throws -> String {
    let key =
      algorithm.isSymmetric
      ? try SigningKey(secret: Secret(String(repeating: "secret-", count: 8)), algorithm: algorithm)
      : try Self.key(algorithm)
    let published: JSONValue =
      key.verificationKey.publicJWK
      ?? ["kty": "oct", "k": .string(Data(String(repeating: "secret-", count: 8).utf8).base64URL)]
    let line: JSONValue = [
      "alg": .string(algorithm.rawValue), "jwk": published,
      "token": .string(try key.sign(claims, type: "JWT").reveal()),
    ]
    return String(decoding: line.bytes(), as: UTF8.self)
  }
}

extension Data {
  fileprivate var base64URL: String {
    base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
