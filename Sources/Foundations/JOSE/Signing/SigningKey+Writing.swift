internal import Crypto
internal import CryptoExtras
internal import FoundationBasics
public import OAuthCore
internal import PKCE
internal import SwiftASN1

extension SigningKey {
  /// Exports the whole key as a private JWK (RFC 7517 §4, RFC 7518 §6), for a store of secrets.
  /// This is the only way to read the private part.
  ///
  /// Token stores save the key of tokens that are bound to it (RFC 9449). The holder of this text
  /// can sign as this key does. `init(jwk:)` reads it back.
  ///
  /// - Throws: ``JSONWebKeyError/notAPrivateKey``, only if the cryptographic library fails.
  public func privateJWK() throws(JSONWebKeyError) -> Secret {
    Secret(String(decoding: JSONValue.object(try privateMembers()).bytes(), as: UTF8.self))
  }

  /// Returns the members of the private JWK.
  func privateMembers() throws(JSONWebKeyError) -> [String: JSONValue] {
    var members = try Self.publicMembers(of: material)
    members["alg"] = .string(algorithm.rawValue)
    members["kid"] = keyID.map { .string($0) }
    return members.merging(try Self.privateMembers(of: material)) { $1 }
  }

  private static func privateMembers(of material: Material) throws(JSONWebKeyError) -> [String: JSONValue] {
    switch material {
    case .rsa(let key): try rsaMembers(Array(key.derRepresentation))
    case .p256(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .p384(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .p521(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .ed25519(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    // RFC 9964 §3: the private key is the seed.
    case .mlDSA(let key): ["priv": .string(Base64URL.encode(key.seed))]
    case .secret: [:]
    }
  }

  /// Reads RSA's private members from DER (RFC 8017 A.1.2): version, n, e, d, p, q, and the three
  /// numbers that RFC 7518 §6.3.2 calls dp, dq and qi.
  static func rsaMembers(_ der: [UInt8]) throws(JSONWebKeyError) -> [String: JSONValue] {
    let numbers: [ArraySlice<UInt8>]
    do {
      numbers = try DER.sequence(try DER.parse(der), identifier: .sequence) { nodes in
        var numbers: [ArraySlice<UInt8>] = []
        while let node = nodes.next() { numbers.append(try ArraySlice<UInt8>(derEncoded: node)) }
        return numbers
      }
    } catch {
      throw .notAPrivateKey
    }
    guard numbers.count == 9 else { throw .notAPrivateKey }
    var members: [String: JSONValue] = [:]
    for (name, number) in zip(["d", "p", "q", "dp", "dq", "qi"], numbers[3...]) {
      // RFC 7518 §2: without leading zero bytes.
      members[name] = .string(Base64URL.encode(Array(number.drop { $0 == 0 })))
    }
    return members
  }
}
