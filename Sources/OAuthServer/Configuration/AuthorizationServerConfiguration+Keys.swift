public import JOSE
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// What the server signs with, and publishes, at this moment; `nil` if it signs nothing.
  public var signingKeys: SigningKeys? {
    keySource?.current
  }

  /// Changes whenever ``signingKeys`` do, or may.
  var keysEdition: Int { keySource?.edition ?? 0 }

  /// What ID tokens are signed with. There if `openid` is among the scopes, and only then.
  public var idTokenKeys: SigningKeys? {
    scopes.contains("openid") ? signingKeys : nil
  }

  /// The key to sign something with for a client: an ID token, an authorization answer, a JWT access token, an answer of the
  /// UserInfo endpoint, a logout token.
  /// - Parameter algorithm: what the client is registered for; `nil` for the server's own choice.
  /// - Returns: `nil` if the server has no key for the algorithm. Then nothing may be signed: another algorithm isn't what the
  ///   client agreed to.
  public func signingKey(for algorithm: SignatureAlgorithm? = nil) -> SigningKey? {
    signingKeys?.signer(for: algorithm)
  }

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
