internal import JOSE

extension AuthorizationServer {
  /// The key that signs something for a client.
  ///
  /// Clients that follow FAPI 2.0 get signatures of its algorithms alone (FAPI 2.0 Security Profile §5.4.1), also if they registered
  /// none.
  /// - Parameter registered: the algorithm that the client registered for it; nil if none.
  /// - Throws: ``NoSigningKey``: then nothing may be signed, because another algorithm isn't what the client agreed to.
  func signingKey(for registered: SignatureAlgorithm?, of client: RegisteredClient) throws -> SigningKey {
    guard client.settings.followsFAPI2 else {
      guard let key = configuration.signingKey(for: registered) else { throw NoSigningKey() }
      return key
    }
    for algorithm in registered.map({ [$0] }) ?? [.es256, .ps256, .edDSA]
    where SignatureAlgorithm.fapi2.contains(algorithm) {
      if let key = configuration.signingKey(for: algorithm) { return key }
    }
    throw NoSigningKey()
  }
}
