internal import JOSE
internal import OAuth
internal import OAuthCore
internal import PixyConnection

extension ClientChoice {
  /// Returns the metadata to register for a client with only the requested capabilities (RFC 7591 §2).
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI for the code grant; `nil` for the device grant.
  ///   - scope: The scope to request.
  ///   - server: The server's metadata.
  func registration(
    redirectURI: RedirectURI?, scope: Scope, at server: AuthorizationServerMetadata
  ) throws -> ClientMetadata {
    let method = requestedMethod(at: server)
    var metadata = ClientMetadata.native(name: "pixy", redirectURIs: redirectURI.map { [$0] } ?? [])
    if redirectURI == nil {
      metadata.grantTypes = [RequestedGrant.name(AccountRecord.Grant.device.rawValue), "refresh_token"]
      // The default is code, which belongs to the code grant (RFC 7591 §2.1).
      metadata.responseTypes = []
    }
    metadata.tokenEndpointAuthMethod = method.registeredName
    metadata.scope = scope
    if let key = try signingKey(announced: server.tokenEndpointAuthSigningAlgValuesSupported) {
      metadata.jwks = key.verificationKey.publicJWK.map { .object(["keys": .array([$0])]) }
      if method == .privateKeyJWT { metadata.tokenEndpointAuthSigningAlg = key.algorithm.rawValue }
    }
    if let algorithm = idTokenAlgorithms.first { metadata.idTokenSignedResponseAlg = algorithm }
    if idTokenAlgorithms.count > 1 { metadata.choices[.idTokenAlgorithms] = idTokenAlgorithms }
    try registerDecryption(in: &metadata, at: server)
    return metadata
  }
}
