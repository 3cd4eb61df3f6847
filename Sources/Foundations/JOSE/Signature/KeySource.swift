/// A source of an issuer's verification keys: a ``JSONWebKeySet``, or a ``RemoteKeySet`` that
/// fetches them.
public protocol KeySource: Sendable {
  /// Verifies a signature with the issuer's keys.
  ///
  /// - Parameters:
  ///   - signature: The parsed token.
  ///   - algorithms: The allowed algorithms.
  ///   - type: The expected `typ`.
  /// - Throws: ``JOSEError`` if the signature isn't accepted; the source's own errors if it can't
  ///   get the keys.
  func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) async throws -> VerifiedSignature
}

extension JSONWebKeySet: KeySource {
  /// Verifies a signature with the keys of this set only.
  ///
  /// - Parameters:
  ///   - signature: The parsed token.
  ///   - algorithms: The allowed algorithms.
  ///   - type: The expected `typ`.
  /// - Throws: ``JOSEError`` if the signature isn't accepted.
  public func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) throws(JOSEError) -> VerifiedSignature {
    try signature.verified(by: self, allowing: algorithms, type: type)
  }
}
