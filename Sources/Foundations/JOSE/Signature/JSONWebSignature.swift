public import OAuthCore
internal import PKCE

/// A parsed but unverified JWS in compact form (RFC 7515 §7.1), or one signature of a JWS in JSON
/// form (RFC 7515 §7.2).
///
/// Its payload is available only through ``verified(by:allowing:type:)``, or through a property
/// whose name says that it is unverified.
///
/// ```swift
/// let token = try JSONWebSignature(compact: text)
/// let verified = try token.verified(by: keys, allowing: [.es256], type: .exactly("at+jwt"))
/// let subject = try verified.claims()["sub"]?.string
/// ```
public struct JSONWebSignature: Sendable {
  /// The protected header, not verified.
  public let header: JOSEHeader
  /// The payload, which may be forged.
  public let unverifiedPayload: [UInt8]

  private let signingInput: [UInt8]
  private let signature: [UInt8]

  /// The default limit for the length of a token, in bytes.
  public static let maximumBytes = 65_536

  /// Parses a compact JWS.
  ///
  /// - Parameters:
  ///   - compact: Three base64url parts separated by dots.
  ///   - maximumBytes: The longest accepted text, in bytes. Default: ``maximumBytes``.
  /// - Throws: ``JOSEError`` if the text is too long or malformed, has no `alg`, or contains
  ///   `crit`.
  public init(compact: String, maximumBytes: Int = JSONWebSignature.maximumBytes) throws(JOSEError) {
    guard compact.utf8.count <= maximumBytes else { throw .tooLong(limit: maximumBytes) }
    let bytes = Array(compact.utf8)
    guard let first = bytes.firstIndex(of: Self.dot), let second = bytes[(first + 1)...].firstIndex(of: Self.dot)
    else { throw .notCompact }
    let last = bytes[(second + 1)...]
    let furtherDots = last.count { $0 == Self.dot }
    guard furtherDots == 0 else { throw furtherDots == 2 ? .encrypted : .notCompact }
    header = try JOSEHeader(bytes: try Self.decode(bytes[..<first], .header))
    unverifiedPayload = try Self.decode(bytes[(first + 1)..<second], .payload)
    signature = try Self.decode(last, .signature)
    signingInput = Array(bytes[..<second])
  }

  /// Creates one signature of a JWS in JSON form.
  init(header: JOSEHeader, payload: [UInt8], signingInput: [UInt8], signature: [UInt8]) {
    self.header = header
    unverifiedPayload = payload
    self.signingInput = signingInput
    self.signature = signature
  }

  private static let dot = UInt8(ascii: ".")

  /// Verifies the signature.
  ///
  /// - Parameters:
  ///   - keys: The known keys of the expected issuer. Keys in the header are never used. At most
  ///     ten keys that fit the header are tried.
  ///   - algorithms: The allowed algorithms. The header's `alg` must be one of them and fit the key
  ///     (RFC 8725 §3.1).
  ///   - type: The expected `typ`.
  /// - Returns: The header and payload, proven to come from the holder of the key.
  /// - Throws: ``JOSEError/algorithmNotAllowed(_:)``, ``JOSEError/wrongType(_:)``,
  ///   ``JOSEError/noMatchingKey(keyID:)`` (a newer key set may have the key) or
  ///   ``JOSEError/invalidSignature``.
  public func verified(
    by keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType = .any
  ) throws(JOSEError) -> VerifiedSignature {
    let algorithm = try permitted(algorithms, type)
    let candidates = keys.candidates(for: algorithm, keyID: header.keyID)
    guard !candidates.isEmpty else { throw .noMatchingKey(keyID: header.keyID.map(UntrustedText.init)) }
    guard !signature.isEmpty else { throw .invalidSignature }
    for key in candidates.prefix(keys.mostTried) where key.key.isValid(signature, over: signingInput, by: algorithm) {
      return VerifiedSignature(header: header, payload: unverifiedPayload, algorithm: algorithm, key: key)
    }
    throw .invalidSignature
  }

  /// Checks everything that needs no key. Returns the header's algorithm if it is allowed and the
  /// `typ` is the expected one.
  @discardableResult
  func permitted(
    _ algorithms: Set<SignatureAlgorithm>, _ type: ExpectedType
  ) throws(JOSEError) -> SignatureAlgorithm {
    guard let algorithm = SignatureAlgorithm(rawValue: header.algorithm), algorithms.permits(algorithm)
    else { throw .algorithmNotAllowed(UntrustedText(header.algorithm)) }
    guard type.accepts(header.type) else { throw .wrongType(header.type.map(UntrustedText.init)) }
    return algorithm
  }

  static func decode(
    _ part: ArraySlice<UInt8>, _ name: JOSEError.Part
  ) throws(JOSEError) -> [UInt8] {
    do {
      return try Base64URL.decode(bytes: part)
    } catch {
      throw .malformed(name)
    }
  }
}

extension JSONWebSignature: Redacted {
  /// Only the algorithm: header, payload and signature together are a token.
  public var description: String { "JSONWebSignature(\(UntrustedText(header.algorithm)))" }
}

/// A JWS with a verified signature. Only ``JSONWebSignature/verified(by:allowing:type:)`` creates
/// one.
public struct VerifiedSignature: Sendable {
  /// The protected header.
  public let header: JOSEHeader
  /// The bytes of the payload.
  public let payload: [UInt8]
  /// The signature's algorithm.
  public let algorithm: SignatureAlgorithm
  /// The key that verified the signature.
  public let key: JSONWebKey

  /// Reads the payload as the claims of a JWT (RFC 7519 §7.2).
  ///
  /// - Throws: ``JOSEError/malformed(_:)`` if the payload isn't a JSON object.
  public func claims() throws(JOSEError) -> [String: JSONValue] {
    guard let claims = try? JSONValue(bytes: payload).object else { throw .malformed(.payload) }
    return claims
  }
}

extension VerifiedSignature: Redacted {
  /// Only the algorithm: the payload is about a user.
  public var description: String { "VerifiedSignature(\(algorithm.rawValue))" }
}
