internal import JOSE

extension AuthorizationServer {
  /// The key that signs something for a client.
  /// - Parameter registered: the algorithm that the client registered for it; nil if none.
  /// - Throws: ``NoSigningKey``: then nothing may be signed, because another algorithm isn't what the client agreed to.
  func signingKey(for registered: SignatureAlgorithm?, of client: RegisteredClient) throws(NoSigningKey) -> SigningKey {
    guard let key = configuration.signingKey(for: registered, of: client) else { throw NoSigningKey() }
    return key
  }
}

extension AuthorizationServerConfiguration {
  /// The key that signs something for a client; nil if there is none.
  ///
  /// Clients that follow FAPI 2.0 get signatures of its algorithms alone (FAPI 2.0 Security Profile §5.4.1), also if they registered
  /// none.
  /// - Parameter registered: the algorithm that the client registered for it; nil if none.
  func signingKey(for registered: SignatureAlgorithm?, of client: RegisteredClient) -> SigningKey? {
    guard client.settings.followsFAPI2 else { return signingKey(for: registered) }
    let possible = registered.map { [$0] } ?? SignatureAlgorithm.fapi2
    return possible.lazy.filter(SignatureAlgorithm.fapi2.contains).compactMap { signingKey(for: $0) }.first
  }
}
