public import OAuthCore

/// A published set of keys that verify an issuer's signatures (RFC 7517 §5).
///
/// Unusable keys (an unknown type, a missing member, a point that isn't on its curve) are skipped
/// and counted. They don't affect the other keys.
///
/// ```swift
/// let key = try SigningKey.generate(.es256)
/// let keys = JSONWebKeySet([key.verificationKey])
/// let token = try JSONWebSignature(compact: key.sign(["sub": "ada"]).reveal())
/// let claims = try token.verified(by: keys, allowing: [.es256]).claims()
/// ```
public struct JSONWebKeySet: Sendable, Hashable {
  /// The usable keys, in their order.
  public let keys: [JSONWebKey]
  /// The number of skipped keys.
  public let skippedKeyCount: Int
  /// The number of keys with which a signature is tried. The publisher of the keys could otherwise
  /// cause a hundred slow verifications.
  private(set) var mostTried = 10

  /// The largest accepted number of keys in a JWK Set.
  public static let maximumKeys = 100

  /// Creates a set of given keys.
  ///
  /// - Parameter keys: The keys in the order in which they are tried. ``maximumKeys`` doesn't
  ///   apply.
  public init(_ keys: [JSONWebKey]) {
    self.keys = keys
    skippedKeyCount = 0
  }

  /// Parses a JWK Set.
  ///
  /// - Parameter bytes: The JSON text as received, at most `JSONValue.maximumBytes` bytes.
  /// - Throws: ``JSONWebKeySetError`` if the text isn't a JSON object with an array `keys`, or has
  ///   more than ``maximumKeys`` keys.
  public init(bytes: [UInt8]) throws(JSONWebKeySetError) {
    let value: JSONValue
    do {
      value = try JSONValue(bytes: bytes)
    } catch {
      throw .malformed(error)
    }
    try self.init(value)
  }

  /// Reads a JWK Set from parsed JSON, such as the `jwks` of a client's registration.
  ///
  /// - Parameter value: An object with an array `keys` of at most ``maximumKeys`` keys.
  /// - Throws: ``JSONWebKeySetError/noKeys`` if the value has no such array;
  ///   ``JSONWebKeySetError/tooMany(limit:)`` if there are more keys. An unusable key is not an
  ///   error; it is skipped.
  public init(_ value: JSONValue) throws(JSONWebKeySetError) {
    guard let keys = value.object?["keys"]?.array else { throw .noKeys }
    guard keys.count <= Self.maximumKeys else { throw .tooMany(limit: Self.maximumKeys) }
    self.keys = keys.compactMap { try? JSONWebKey($0) }
    skippedKeyCount = keys.count - self.keys.count
  }

  /// Returns the set for keys that a stranger chose: without keys that are slow to verify with, and
  /// with three tries for a signature.
  package var ofStranger: JSONWebKeySet {
    var set = JSONWebKeySet(keys.filter(\.isFast))
    set.mostTried = 3
    return set
  }

  /// Returns the keys that may have created a signature.
  ///
  /// With a `kid`, these are the keys with that `kid`, or the keys without any `kid` if there are
  /// none. Without a `kid`, all keys are considered. Keys that don't allow the algorithm are left
  /// out.
  ///
  /// - Parameters:
  ///   - algorithm: The `alg` of the signature's header, after it was compared with the expected
  ///     ones.
  ///   - keyID: The `kid` of the header, if present.
  /// - Returns: The matching keys. If the array is empty, the set may be outdated and should be
  ///   fetched again.
  public func candidates(for algorithm: SignatureAlgorithm, keyID: String?) -> [JSONWebKey] {
    guard let keyID else { return keys.filter { $0.allows(algorithm) } }
    let matchingKeys = keys.filter { $0.keyID == keyID && $0.allows(algorithm) }
    return matchingKeys.isEmpty ? keys.filter { $0.keyID == nil && $0.allows(algorithm) } : matchingKeys
  }
}

/// The reason why a JWK Set can't be read.
public enum JSONWebKeySetError: Error, Sendable, Hashable {
  /// The text isn't JSON, or is too long or nested too deeply.
  case malformed(JSONError)
  /// There is no array `keys` (RFC 7517 §5.1).
  case noKeys
  /// There are more keys than the limit.
  case tooMany(limit: Int)
}

extension JSONWebKeySetError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .verification, .invalidInput,
      remedy: "Check the jwks_uri. If it is right, report this to the server's operator.")
    return switch self {
    case .malformed(let cause): row("jwks_malformed", "The JWK Set cannot be read. \(cause.explanation)")
    case .noKeys: row("jwks_no_keys", "The JWK Set has no array of keys (RFC 7517 §5.1).")
    case .tooMany(let limit): row("jwks_too_many", "The JWK Set has more than \(limit) keys.")
    }
  }
}
