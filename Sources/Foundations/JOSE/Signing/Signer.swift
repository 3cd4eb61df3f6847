/// A private key that signs, wherever it is: in memory, in the Secure Enclave, in a smart card or in
/// a hardware security module.
///
/// ``SigningKey`` is a key in memory. Conform a type of your own for a key that never leaves its
/// device or service. DPoP proofs, client assertions and signed authorization requests accept any
/// signer.
///
/// A signature is made for each request, so a signer that takes long or asks the user delays each
/// one. The time in a proof or an assertion is that of the request: an answer after more than a few
/// seconds may be rejected as too old.
///
/// ```swift
/// struct RemoteKey: Signer {
///   let algorithm = SignatureAlgorithm.es256
///   let verificationKey: JSONWebKey
///
///   func signature(over bytes: [UInt8]) async throws -> [UInt8] {
///     try await service.sign(bytes)  // 64 bytes: r and s
///   }
/// }
/// ```
public protocol Signer: Sendable {
  /// The only algorithm that the key signs with.
  var algorithm: SignatureAlgorithm { get }

  /// The public key that verifies the signatures. Its `kid`, if it has one, is in every header.
  var verificationKey: JSONWebKey { get }

  /// Signs bytes (RFC 7515 §5.1, step 5).
  ///
  /// It is called from any task, and from several at once. If the task is cancelled, throw
  /// `CancellationError`.
  ///
  /// - Parameter bytes: The bytes to sign: the JWS Signing Input, not its hash.
  /// - Returns: The signature in JWS format. For ECDSA, that is both numbers in full length, one
  ///   after the other (RFC 7518 §3.4), and not DER.
  /// - Throws: Any error if the key can't sign now. Pixy then sends nothing.
  func signature(over bytes: [UInt8]) async throws -> [UInt8]
}

extension SigningKey: Signer {}
