public import OAuthCore

/// The keys that somebody publishes for checking their signatures (RFC 7517 §5).
///
/// Keys that can't be used (an unknown kind, a missing member, a point that is on no curve) are left out and counted; one
/// of them doesn't make the others useless.
public struct JSONWebKeySet: Sendable, Hashable {
  /// The keys that can be used, in their order.
  public let keys: [JSONWebKey]
  /// How many were left out.
  public let skipped: Int

  /// The most keys a set may have.
  public static let maximumKeys = 100

  /// A set of keys at hand.
  ///
  /// - Parameter keys: in the order in which they are tried. ``maximumKeys`` isn't asked for here.
  public init(_ keys: [JSONWebKey]) {
    self.keys = keys
    skipped = 0
  }

  /// Reads a JWK Set.
  ///
  /// - Parameter octets: the JSON text as it came, at most `JSONValue.maximumOctets`.
  /// - Throws: ``JSONWebKeySetError`` if it is no JSON object with an array `keys`, or has more than 100 of them.
  public init(octets: [UInt8]) throws(JSONWebKeySetError) {
    let value: JSONValue
    do {
      value = try JSONValue(octets: octets)
    } catch {
      throw .malformed(error)
    }
    try self.init(value)
  }

  /// Reads a JWK Set out of JSON that was parsed already, as the `jwks` of a client's registration.
  ///
  /// - Parameter value: an object with an array `keys` of at most ``maximumKeys``.
  /// - Throws: ``JSONWebKeySetError/noKeys`` if it isn't that; ``JSONWebKeySetError/tooMany(limit:)`` if there are
  ///   more. A key that can't be used is no error: it is left out.
  public init(_ value: JSONValue) throws(JSONWebKeySetError) {
    guard let keys = value.object?["keys"]?.array else { throw .noKeys }
    guard keys.count <= Self.maximumKeys else { throw .tooMany(limit: Self.maximumKeys) }
    self.keys = keys.compactMap { try? JSONWebKey($0) }
    skipped = keys.count - self.keys.count
  }

  /// The keys that may have made a signature, the likeliest first.
  ///
  /// With a `kid` those that have it, and otherwise those that have none; without a `kid` all. Of these the ones that
  /// allow the algorithm.
  ///
  /// - Parameters:
  ///   - algorithm: the `alg` of the signature's header, after it was compared with those that are expected.
  ///   - keyID: the `kid` of the header, if it has one.
  /// - Returns: none if no key will do: the set may be an old one, to be fetched anew.
  public func candidates(for algorithm: SignatureAlgorithm, keyID: String?) -> [JSONWebKey] {
    guard let keyID else { return keys.filter { $0.allows(algorithm) } }
    let named = keys.filter { $0.keyID == keyID && $0.allows(algorithm) }
    return named.isEmpty ? keys.filter { $0.keyID == nil && $0.allows(algorithm) } : named
  }
}

/// Why a JWK Set can't be read at all.
public enum JSONWebKeySetError: Error, Sendable, Hashable {
  /// It isn't JSON, is too long or too deep.
  case malformed(JSONError)
  /// There is no array `keys` (RFC 7517 §5.1).
  case noKeys
  /// There are more keys than anyone needs.
  case tooMany(limit: Int)
}

extension JSONWebKeySetError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .malformed: "jwks_malformed"
    case .noKeys: "jwks_no_keys"
    case .tooMany: "jwks_too_many"
    }
  }

  /// Always `FlowStep.verification`.
  public var step: FlowStep { .verification }

  /// What is wrong with the set.
  public var explanation: String {
    switch self {
    case .malformed(let cause): "The JWK Set cannot be read: \(cause)."
    case .noKeys: "The JWK Set has no array of keys (RFC 7517 §5.1)."
    case .tooMany(let limit): "The JWK Set has more than \(limit) keys."
    }
  }

  /// What to do about it.
  public var remedy: String { "Check the jwks_uri; if it is right, tell the server's operator." }
}
