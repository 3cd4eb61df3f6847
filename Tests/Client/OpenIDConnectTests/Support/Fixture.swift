import JOSE
import OAuthCore
import OAuthTestSupport
import OpenIDConnect

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An issuer with keys, and the tokens that it signs.
enum Fixture {
  static let issuer = "https://as.example"
  static let clientID = "app"
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let nonce = Secret("n-0S6_WzA2Mj")

  /// Generated once, because RSA keys take time.
  static let keys: [SignatureAlgorithm: SigningKey] = {
    var keys: [SignatureAlgorithm: SigningKey] = [:]
    for algorithm in SignatureAlgorithm.asymmetric {
      keys[algorithm] = try? SigningKey.generate(algorithm, keyID: "k-" + algorithm.rawValue)
    }
    return keys
  }()

  static func key(_ algorithm: SignatureAlgorithm = .es256) throws -> SigningKey {
    guard let key = keys[algorithm] else { throw JSONWebKeyError.notAPrivateKey }
    return key
  }

  static func published(_ keys: SigningKey...) -> JSONWebKeySet {
    JSONWebKeySet(keys.map(\.verificationKey))
  }

  static func claims(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "iss": .string(issuer), "sub": "248289761001", "aud": .string(clientID), "exp": 1_800_000_600,
      "iat": 1_800_000_000, "nonce": .string(nonce.reveal()),
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  static func policy(_ algorithms: Set<SignatureAlgorithm> = [.es256]) throws -> IDTokenPolicy {
    IDTokenPolicy(issuer: .exactly(try Issuer(issuer)), clientID: clientID, algorithms: algorithms)
  }

  /// Signs claims with the ES256 key and verifies them as a client does.
  static func check(
    _ claims: [String: JSONValue], policy: IDTokenPolicy? = nil,
    expecting expectations: IDTokenExpectations = IDTokenExpectations(nonce: nonce), now: Date = now,
    type: String? = nil
  ) throws -> IDToken {
    let key = try key()
    let token = try key.sign(claims, type: type)
    return try (policy ?? self.policy()).idToken(
      token, signedBy: published(key), expecting: expectations, now: now)
  }

  /// The error of verifying these claims; `nil` if they are accepted.
  static func failure(
    _ claims: [String: JSONValue], policy: IDTokenPolicy? = nil,
    expecting expectations: IDTokenExpectations = IDTokenExpectations(nonce: nonce), now: Date = now,
    type: String? = nil
  ) -> IDTokenError? {
    do {
      _ = try check(claims, policy: policy, expecting: expectations, now: now, type: type)
      return nil
    } catch {
      return error as? IDTokenError
    }
  }
}
