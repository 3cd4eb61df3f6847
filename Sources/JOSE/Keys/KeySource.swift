/// Where the keys that an issuer signs with come from: a set at hand, or one that is fetched.
public protocol KeySource: Sendable {
  /// Checks a signature with the issuer's keys.
  ///
  /// - Parameters:
  ///   - signature: what came.
  ///   - algorithms: what may be used.
  ///   - type: what the `typ` must be.
  /// - Throws: ``JOSEError`` if the signature isn't accepted; whatever fetching keys throws.
  func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) async throws -> VerifiedSignature
}

extension JSONWebKeySet: KeySource {
  /// Checks a signature with these keys and no others.
  ///
  /// - Parameters:
  ///   - signature: what came.
  ///   - algorithms: what may be used.
  ///   - type: what the `typ` must be.
  /// - Throws: ``JOSEError`` if the signature isn't accepted.
  public func verified(
    _ signature: JSONWebSignature, allowing algorithms: Set<SignatureAlgorithm>, type: ExpectedType
  ) throws(JOSEError) -> VerifiedSignature {
    try signature.verified(by: self, allowing: algorithms, type: type)
  }
}
