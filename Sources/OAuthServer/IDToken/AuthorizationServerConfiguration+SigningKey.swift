internal import JOSE

extension AuthorizationServerConfiguration {
  /// What the server signs with for somebody who asks for an algorithm; `nil` if it has no such key.
  /// - Parameter algorithm: what was registered; the server's own choice if `nil`.
  func signingKey(for algorithm: SignatureAlgorithm?) -> SigningKey? {
    guard let key = idTokenKeys?.signing, algorithm == nil || algorithm == key.algorithm else { return nil }
    return key
  }
}

/// A client is registered for signatures that the server has no key for.
struct NoSigningKey: Error {}
