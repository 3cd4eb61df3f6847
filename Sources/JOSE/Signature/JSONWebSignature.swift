public import OAuthCore
internal import PKCE

/// A JWS in compact form that was taken apart and not verified (RFC 7515 §7.1).
///
/// Its payload can only be had by ``verified(by:allowing:type:)``, or by a name that says that nothing was checked.
public struct JSONWebSignature: Sendable {
  /// The protected header.
  public let header: JOSEHeader
  /// The payload, which anybody may have written.
  public let unverifiedPayload: [UInt8]

  private let signingInput: [UInt8]
  private let signature: [UInt8]

  /// The longest text that is looked at, in octets, unless the caller says otherwise.
  public static let maximumOctets = 65_536

  /// Takes a compact JWS apart.
  ///
  /// - Parameters:
  ///   - compact: three base64url parts with dots between them.
  ///   - maximumOctets: how long it may be.
  /// - Throws: ``JOSEError`` if it is too long or malformed, has no `alg`, or a `crit` that isn't understood.
  public init(compact: String, maximumOctets: Int = JSONWebSignature.maximumOctets) throws(JOSEError) {
    guard compact.utf8.count <= maximumOctets else { throw .tooLong(limit: maximumOctets) }
    let octets = Array(compact.utf8)
    guard let first = octets.firstIndex(of: Self.dot), let second = octets[(first + 1)...].firstIndex(of: Self.dot)
    else { throw .notCompact }
    let last = octets[(second + 1)...]
    let furtherDots = last.count { $0 == Self.dot }
    guard furtherDots == 0 else { throw furtherDots == 2 ? .encrypted : .notCompact }
    header = try JOSEHeader(octets: try Self.decode(octets[..<first], .header))
    unverifiedPayload = try Self.decode(octets[(first + 1)..<second], .payload)
    signature = try Self.decode(last, .signature)
    signingInput = Array(octets[..<second])
  }

  private static let dot = UInt8(ascii: ".")

  /// With so many keys a signature is tried: whoever publishes the keys might publish a hundred, each as long as there are any.
  private static let mostTried = 10

  /// Checks the signature.
  ///
  /// - Parameters:
  ///   - keys: the keys that the one who should have signed is known to have. Those in the header are never used. Of those that fit the
  ///     header the first ten are tried.
  ///   - algorithms: what may be used. The header's `alg` must be one of them and fit the key (RFC 8725 §3.1).
  ///   - type: what the `typ` must be.
  /// - Returns: header and payload, now known to come from the holder of the key.
  /// - Throws: ``JOSEError/algorithmNotAllowed(_:)``, ``JOSEError/wrongType(_:)``, ``JOSEError/noMatchingKey(keyID:)`` (a newer
  ///   key set may have the key) or ``JOSEError/invalidSignature``.
  public func verified(
    by keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType = .any
  ) throws(JOSEError) -> VerifiedSignature {
    let algorithm = try permitted(algorithms, type)
    let candidates = keys.candidates(for: algorithm, keyID: header.keyID)
    guard !candidates.isEmpty else { throw .noMatchingKey(keyID: header.keyID.map(UntrustedText.init)) }
    guard !signature.isEmpty else { throw .invalidSignature }
    for key in candidates.prefix(Self.mostTried) where key.key.isValid(signature, over: signingInput, by: algorithm) {
      return VerifiedSignature(header: header, payload: unverifiedPayload, algorithm: algorithm, key: key)
    }
    throw .invalidSignature
  }

  /// What needs no key: the header's algorithm, if it is among those allowed and the `typ` is right.
  @discardableResult
  func permitted(
    _ algorithms: Set<SignatureAlgorithm>, _ type: ExpectedType
  ) throws(JOSEError) -> SignatureAlgorithm {
    guard let algorithm = SignatureAlgorithm(rawValue: header.algorithm), algorithms.contains(algorithm)
    else { throw .algorithmNotAllowed(UntrustedText(header.algorithm)) }
    guard type.accepts(header.type) else { throw .wrongType(header.type.map(UntrustedText.init)) }
    return algorithm
  }

  private static func decode(
    _ part: ArraySlice<UInt8>, _ name: JOSEError.Part
  ) throws(JOSEError) -> [UInt8] {
    do {
      return try Base64URL.decode(octets: part)
    } catch {
      throw .malformed(name)
    }
  }
}

/// A JWS whose signature was checked. Only ``JSONWebSignature/verified(by:allowing:type:)`` makes one.
public struct VerifiedSignature: Sendable {
  /// The protected header.
  public let header: JOSEHeader
  /// The payload's octets.
  public let payload: [UInt8]
  /// The algorithm that was used.
  public let algorithm: SignatureAlgorithm
  /// The key that made the signature.
  public let key: JSONWebKey

  init(header: JOSEHeader, payload: [UInt8], algorithm: SignatureAlgorithm, key: JSONWebKey) {
    self.header = header
    self.payload = payload
    self.algorithm = algorithm
    self.key = key
  }

  /// The payload as the claims of a JWT (RFC 7519 §7.2).
  ///
  /// - Throws: ``JOSEError/malformed(_:)`` if it isn't a JSON object.
  public func claims() throws(JOSEError) -> [String: JSONValue] {
    guard let claims = try? JSONValue(octets: payload).object else { throw .malformed(.payload) }
    return claims
  }
}
