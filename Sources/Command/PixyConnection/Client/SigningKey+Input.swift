package import JOSE
package import OAuthCore

extension SigningKey {
  /// Reads a private key that a user gave, in PEM or as a JWK.
  /// - Parameters:
  ///   - text: The content of `--client-key-file`.
  ///   - algorithm: The value of `--client-alg`. Default: the algorithm of the key.
  ///   - announced: The algorithms that the server announces. Default: unknown.
  ///   - keyID: The value of `--client-key-id`, for a PEM key.
  package static func read(
    _ text: Secret, algorithm: String?, announced: [String] = [], keyID: String?
  ) throws(JSONWebKeyError) -> SigningKey {
    let signatureAlgorithm = algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    guard text.reveal().contains("-----BEGIN") else {
      // A JWK Set has no kty, which would be reported of a key.
      let value = try? JSONValue(bytes: Array(text.reveal().utf8))
      guard value?.object?["keys"] == nil else { throw .notAPrivateKey }
      return try SigningKey(jwk: text, algorithm: signatureAlgorithm, announced: announced)
    }
    return try SigningKey(pem: text, algorithm: signatureAlgorithm, announced: announced, keyID: keyID)
  }
}
