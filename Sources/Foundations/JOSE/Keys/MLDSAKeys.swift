internal import Crypto
internal import OAuthCore

/// A public key of ML-DSA (FIPS 204, RFC 9964 §3).
///
/// The cryptographic library's types don't exist on Apple's systems before version 26, so the key
/// is held as the function that uses it.
struct MLDSAPublicKey: Sendable {
  let algorithm: SignatureAlgorithm
  /// Whether a signature (first) is one over the bytes (second). The context is empty (RFC 9964
  /// §4).
  let isValid: @Sendable ([UInt8], [UInt8]) -> Bool

  /// - Throws: ``JSONWebKeyError/malformed(member:)`` if the bytes aren't a key of the algorithm;
  ///   ``JSONWebKeyError/unsupported(_:)`` if this system has no ML-DSA.
  init(_ algorithm: SignatureAlgorithm, bytes: [UInt8]) throws(JSONWebKeyError) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      throw MLDSAPrivateKey.unavailable(algorithm)
    }
    self.algorithm = algorithm
    do {
      switch algorithm {
      case .mlDSA65:
        let key = try MLDSA65.PublicKey(rawRepresentation: bytes)
        isValid = { key.isValidSignature($0, for: $1) }
      case .mlDSA87:
        let key = try MLDSA87.PublicKey(rawRepresentation: bytes)
        isValid = { key.isValidSignature($0, for: $1) }
      default: throw JSONWebKeyError.malformed(member: "alg")
      }
    } catch {
      throw .malformed(member: "pub")
    }
  }
}

/// A private key of ML-DSA: the seed, from which the whole key is derived (RFC 9964 §3).
struct MLDSAPrivateKey: Sendable {
  let algorithm: SignatureAlgorithm
  /// The seed, 32 bytes.
  let seed: [UInt8]
  /// The public key's bytes (FIPS 204 §7.2).
  let publicBytes: [UInt8]
  /// Signs bytes with an empty context (RFC 9964 §4).
  let signature: @Sendable ([UInt8]) throws -> [UInt8]

  /// - Parameter seed: The seed of 32 bytes; nil generates one.
  /// - Throws: ``JSONWebKeyError/notAPrivateKey`` if the seed has another length;
  ///   ``JSONWebKeyError/unsupported(_:)`` if this system has no ML-DSA.
  init(_ algorithm: SignatureAlgorithm, seed: [UInt8]?) throws(JSONWebKeyError) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      throw Self.unavailable(algorithm)
    }
    self.algorithm = algorithm
    do {
      switch algorithm {
      case .mlDSA65:
        let key = try seed.map { try MLDSA65.PrivateKey(seedRepresentation: $0, publicKey: nil) } ?? .init()
        (self.seed, publicBytes) = (Array(key.seedRepresentation), Array(key.publicKey.rawRepresentation))
        signature = { Array(try key.signature(for: $0)) }
      case .mlDSA87:
        let key = try seed.map { try MLDSA87.PrivateKey(seedRepresentation: $0, publicKey: nil) } ?? .init()
        (self.seed, publicBytes) = (Array(key.seedRepresentation), Array(key.publicKey.rawRepresentation))
        signature = { Array(try key.signature(for: $0)) }
      default: throw JSONWebKeyError.notAPrivateKey
      }
    } catch {
      throw .notAPrivateKey
    }
  }

  static func unavailable(_ algorithm: SignatureAlgorithm) -> JSONWebKeyError {
    .unsupported(UntrustedText(algorithm.rawValue))
  }
}
