#if os(Linux) || os(macOS)
public import JOSE
public import OAuthCore

/// A private key in a PKCS #11 token, which signs without leaving it.
///
/// ```swift
/// let module = try PKCS11Module("/usr/lib/softhsm/libsofthsm2.so")
/// let key = try await PKCS11Signer(module, token: "my-token", key: "dpop", algorithm: .es256, pin: pin)
/// let client = OAuthClient(id: "app", server: server, prover: try DPoPProver(key), transport: transport)
/// ```
///
/// The key pair is created with the token's own tools, such as `pkcs11-tool --keypairgen`. The
/// private and the public key have the same label. If the token was removed and connected again, the
/// next signature opens a new session with the same PIN.
public struct PKCS11Signer: Signer {
  /// The only algorithm that the key signs with.
  public let algorithm: SignatureAlgorithm
  /// The public key, as the token has it.
  public let verificationKey: JSONWebKey

  private let module: PKCS11Module
  private let session: PKCS11Session
  private let mechanism: PKCS11Mechanism

  /// Opens a key: finds the token, logs in, and reads the public key.
  ///
  /// - Parameters:
  ///   - module: The token's library.
  ///   - token: The label of the token.
  ///   - key: The label (CKA_LABEL) of the private key and of its public key.
  ///   - algorithm: The algorithm to sign with: ES256, ES384, ES512, or RS256, RS384, RS512, PS256,
  ///     PS384 and PS512 for an RSA key. It must fit the key.
  ///   - pin: The user's PIN. A wrong one is tried once.
  ///   - keyID: The `kid` under which the public key is registered. Default: none.
  /// - Throws: ``PKCS11Error``.
  public init(
    _ module: PKCS11Module, token: String, key: String, algorithm: SignatureAlgorithm, pin: Secret,
    keyID: String? = nil
  ) async throws(PKCS11Error) {
    let mechanism = try PKCS11Mechanism(algorithm)
    let session = PKCS11Session(token: token, key: key, pin: pin)
    let members = try await module.run { (cryptoki) throws(PKCS11Error) in
      try session.publicKey(mechanism, cryptoki)
    }
    var jwk = members.mapValues { JSONValue.string($0) }
    jwk["kid"] = keyID.map { .string($0) }
    jwk["alg"] = .string(algorithm.rawValue)
    guard let verificationKey = try? JSONWebKey(.object(jwk)), verificationKey.allows(algorithm) else {
      throw .unusablePublicKey(key)
    }
    self.algorithm = algorithm
    self.verificationKey = verificationKey
    self.module = module
    self.session = session
    self.mechanism = mechanism
  }

  /// Signs bytes in the token.
  ///
  /// - Parameter bytes: The bytes to sign: the JWS Signing Input, not its hash.
  /// - Returns: The signature in JWS format (RFC 7518 §3.3 to §3.5).
  /// - Throws: ``PKCS11Error``.
  public func signature(over bytes: [UInt8]) async throws -> [UInt8] {
    let input = mechanism.input(bytes)
    return try await module.run { [session, mechanism] (cryptoki) throws(PKCS11Error) in
      try session.signature(over: input, mechanism, cryptoki)
    }
  }
}

extension PKCS11Signer: CustomStringConvertible {
  /// The algorithm and the thumbprint of the public key.
  public var description: String { "PKCS11Signer(\(algorithm.rawValue), \(verificationKey.thumbprint))" }
}
#endif
