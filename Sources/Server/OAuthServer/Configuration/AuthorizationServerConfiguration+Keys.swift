public import JOSE
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// The keys that the server signs with and publishes at this moment; `nil` if it signs nothing.
  public var signingKeys: SigningKeys? {
    keySource?.current
  }

  /// A number that changes whenever ``signingKeys`` may have changed.
  var keysEdition: Int { keySource?.edition ?? 0 }

  /// The keys that sign ID tokens; `nil` if `openid` isn't among the scopes.
  public var idTokenKeys: SigningKeys? {
    scopes.contains("openid") ? signingKeys : nil
  }

  /// Returns the key that signs a document for a client: an ID token, an authorization response, a
  /// JWT access token, a UserInfo response or a logout token.
  /// - Parameter algorithm: The algorithm that the client registered; `nil` lets the server choose.
  /// - Returns: The key, or `nil` if the server has none for the algorithm. Don't sign with another
  ///   algorithm then: the client would reject the document.
  public func signingKey(for algorithm: SignatureAlgorithm? = nil) -> SigningKey? {
    signingKeys?.signer(for: algorithm)
  }

  /// Returns the key that signs a document for a client, or `nil` if there is none.
  ///
  /// For clients that follow FAPI 2.0, only the profile's algorithms are used, even if the client
  /// registered none (FAPI 2.0 Security Profile §5.4.1).
  /// - Parameter registeredAlgorithm: The algorithm that the client registered; `nil` if none.
  func signingKey(for registeredAlgorithm: SignatureAlgorithm?, of client: RegisteredClient) -> SigningKey? {
    guard client.settings.followsFAPI2 else { return signingKey(for: registeredAlgorithm) }
    let possible = registeredAlgorithm.map { [$0] } ?? SignatureAlgorithm.fapi2
    return possible.lazy.filter(SignatureAlgorithm.fapi2.contains).compactMap { signingKey(for: $0) }.first
  }
}
