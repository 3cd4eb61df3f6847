internal import JOSE
package import OAuth
internal import OAuthCore
package import TokenStorage

extension TokenSession {
  /// Returns the prover of a stored key.
  ///
  /// The client's own prover is used if it has the same key, because it knows the servers' nonces.
  /// A key that isn't stored can only be the client's own.
  ///
  /// - Throws: ``TokenSessionError/unusableKey(_:)``.
  package nonisolated func prover(_ key: StoredTokens.ProofKey) throws -> DPoPProver {
    let storedProver: DPoPProver?
    let thumbprint: String
    switch key {
    case .privateKey(let jwk):
      guard let key = try? SigningKey(jwk: jwk), let prover = try? DPoPProver(key) else {
        throw TokenSessionError.unusableKey(account)
      }
      (storedProver, thumbprint) = (prover, prover.thumbprint)
    case .elsewhere(let keyThumbprint): (storedProver, thumbprint) = (nil, keyThumbprint)
    }
    if let own = client.prover, own.thumbprint == thumbprint { return own }
    guard let storedProver else { throw TokenSessionError.unusableKey(account) }
    return storedProver
  }
}
