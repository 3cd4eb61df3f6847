internal import JOSE
package import OAuthCore

extension TokenSession {
  /// Returns the prover of a stored key.
  ///
  /// The client's own prover is used if it has the same key, because it knows the servers' nonces.
  ///
  /// - Throws: ``TokenSessionError/unusableKey(_:)``.
  package nonisolated func prover(_ key: Secret) throws -> DPoPProver {
    guard let key = try? SigningKey(jwk: key), let prover = try? DPoPProver(key) else {
      throw TokenSessionError.unusableKey(account)
    }
    if let own = client.prover, own.thumbprint == prover.thumbprint { return own }
    return prover
  }
}
