package import OAuthCore
internal import PKCE

extension Signer {
  /// Signs a JWT's claims and returns the token in compact form (RFC 7519 §7.1).
  ///
  /// The signature of a key outside of this process is verified first: an answer in another format,
  /// or of another key, would otherwise show only as a refusal of the server.
  ///
  /// - Parameters:
  ///   - claims: The payload.
  ///   - type: The `typ`, such as `dpop+jwt`.
  ///   - header: Further members of the header. `alg`, `kid` and `typ` are set by this function.
  /// - Throws: ``SignerError``; `CancellationError`; for a ``SigningKey`` the errors of
  ///   ``SigningKey/signature(over:)``.
  package func jwt(
    _ claims: [String: JSONValue], type: String, header: [String: JSONValue] = [:]
  ) async throws -> Secret {
    if let key = self as? SigningKey { return try key.sign(claims, type: type, header: header) }
    let input =
      SigningKey.header(header, algorithm, verificationKey.keyID, type: type) + "."
      + Base64URL.encode(JSONValue.object(claims).bytes())
    return Secret(input + "." + Base64URL.encode(try await checkedSignature(over: Array(input.utf8))))
  }

  /// Signs bytes, and verifies the signature if the key is outside of this process.
  ///
  /// - Throws: As ``jwt(_:type:header:)``.
  func checkedSignature(over bytes: [UInt8]) async throws -> [UInt8] {
    if let key = self as? SigningKey { return try key.signature(over: bytes) }
    let signature: [UInt8]
    do {
      signature = try await self.signature(over: bytes)
    } catch {
      try Task.checkCancellation()
      throw SignerError.failed(error)
    }
    try Task.checkCancellation()
    guard verificationKey.key.isValid(signature, over: bytes, by: algorithm) else { throw SignerError.wrongSignature }
    return signature
  }
}
