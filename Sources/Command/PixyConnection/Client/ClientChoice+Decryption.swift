internal import JOSE
package import OAuth
package import OAuthCore

extension JWTDecryption {
  /// Accepts every algorithm for the type of a private key.
  ///
  /// - Parameter keyText: The content of `--decryption-key-file`: PEM or a JWK.
  /// - Throws: `JSONWebKeyError` if the key can't be read.
  package init(keyText: Secret) throws {
    let isPEM = keyText.reveal().contains("-----BEGIN")
    let key = isPEM ? try DecryptionKey(pem: keyText) : try DecryptionKey(jwk: keyText)
    self.init(
      keys: [key], algorithms: Set(KeyManagementAlgorithm.allCases.filter(key.encryptionKey.allows)),
      contentAlgorithms: Set(ContentEncryptionAlgorithm.allCases))
  }
}

extension ClientChoice {
  /// Returns the rules for encrypted tokens; `nil` without a key.
  ///
  /// - Throws: `JSONWebKeyError` if the key can't be read.
  func decryption() throws -> JWTDecryption? { try decryptionKey.map(JWTDecryption.init(keyText:)) }

  /// Registers for encrypted ID tokens, with the public key and algorithms that the server announces
  /// (OpenID Connect Registration §2).
  ///
  /// - Throws: `JSONWebKeyError` if the key can't be read; ``ClientChoiceError/noEncryption`` if the
  ///   server announces no algorithm for it.
  package func registerDecryption(in metadata: inout ClientMetadata, at server: AuthorizationServerMetadata) throws {
    guard let decryption = try decryption(), let key = decryption.keys.first else { return }
    let announced = server.idTokenEncryptionAlgValuesSupported ?? []
    let contents = server.idTokenEncryptionEncValuesSupported ?? []
    guard
      let algorithm = KeyManagementAlgorithm.allCases.map(\.rawValue).last(where: { name in
        announced.contains(name) && decryption.algorithms.contains { $0.rawValue == name }
      }), let content = ContentEncryptionAlgorithm.allCases.map(\.rawValue).first(where: contents.contains)
    else { throw ClientChoiceError.noEncryption }
    metadata.additionalMembers["id_token_encrypted_response_alg"] = .string(algorithm)
    metadata.additionalMembers["id_token_encrypted_response_enc"] = .string(content)
    let others = metadata.jwks?.object?["keys"]?.array ?? []
    metadata.jwks = ["keys": .array(others + [key.encryptionKey.publicJWK])]
  }
}
