internal import OAuthCore
internal import PKCE

extension JSONWebSignature {
  /// Signs a payload, and returns the JWS in JSON form: flattened for one key, general for several
  /// (RFC 7515 §7.2).
  ///
  /// The `alg`, `kid` and `typ` of each signature are in its protected header, and there is no
  /// unprotected one. Use the compact form, with ``SigningKey/sign(_:type:header:)``, for a JWT: it
  /// has no other (RFC 7519 §1).
  ///
  /// ```swift
  /// let document = try await JSONWebSignature.json(payload, signedBy: current, next)
  /// ```
  ///
  /// - Parameters:
  ///   - payload: The bytes to sign.
  ///   - first: The key of the first signature.
  ///   - others: The keys of the further signatures. ``signatures(json:maximumBytes:)`` accepts
  ///     ``maximumSignatures`` in all.
  ///   - type: The `typ`. Nil omits it.
  /// - Throws: ``SignerError``; `CancellationError`; for a ``SigningKey`` the errors of
  ///   ``SigningKey/signature(over:)``.
  public static func json(
    _ payload: [UInt8], signedBy first: any Signer, _ others: any Signer..., type: String? = nil
  ) async throws -> String {
    let payload = Base64URL.encode(payload)
    var signatures: [[String: JSONValue]] = []
    for signer in [first] + others {
      let header = SigningKey.header([:], signer.algorithm, signer.verificationKey.keyID, type: type)
      let signature = try await signer.checkedSignature(over: Array("\(header).\(payload)".utf8))
      signatures.append(["protected": .string(header), "signature": .string(Base64URL.encode(signature))])
    }
    var members: [String: JSONValue] = signatures.count == 1 ? signatures[0] : [:]
    if signatures.count > 1 { members["signatures"] = .array(signatures.map { .object($0) }) }
    members["payload"] = .string(payload)
    return String(decoding: JSONValue.object(members).bytes(), as: UTF8.self)
  }
}
