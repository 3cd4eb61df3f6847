internal import JOSE
package import OAuthCore

extension TokenSession {
  /// What proves possession of a stored key: the client's own prover if it has the same key, because it knows the servers'
  /// nonces.
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
