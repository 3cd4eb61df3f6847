internal import Crypto
internal import CryptoExtras
public import OAuthCore
internal import PKCE

/// A private key or a secret that signs with one algorithm, for client assertions, request objects
/// and DPoP proofs.
///
/// Only ``privateJWK()`` exports the private part. Descriptions and dumps don't show it.
///
/// ```swift
/// let key = try SigningKey.generate(.es256, keyID: "2026")
/// let assertion = try key.sign(["iss": "client", "sub": "client"], type: "JWT")
/// ```
public struct SigningKey: Sendable {
  enum Material: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case mlDSA(MLDSAPrivateKey)
    case secret(SymmetricKey)
  }

  /// The only algorithm that the key signs with.
  public let algorithm: SignatureAlgorithm
  /// The key that verifies this key's signatures. For a secret it is the same secret.
  public let verificationKey: JSONWebKey

  let material: Material
  #if os(Linux)
  /// The same RSA key for the system's OpenSSL; `nil` if it isn't used.
  private var openSSL: OpenSSLRSAKey?
  #endif
  /// The encoded header with only `alg` and `kid`, which most JWTs have.
  private let plainHeader: String

  /// The `kid` of the headers.
  public var keyID: String? { verificationKey.keyID }

  init(_ material: Material, algorithm: SignatureAlgorithm, keyID: String?) throws(JSONWebKeyError) {
    var members = try Self.publicMembers(of: material)
    members["kid"] = keyID.map { .string($0) }
    members["alg"] = .string(algorithm.rawValue)
    let key = try JSONWebKey(.object(members))
    // A secret of the right type can only be too short.
    let isShort = key.keyType == .oct && algorithm.isSymmetric
    guard key.allows(algorithm) else { throw isShort ? .weak("alg") : .wrongAlgorithm(algorithm) }
    verificationKey = key
    self.algorithm = algorithm
    self.material = material
    plainHeader = Self.header([:], algorithm, keyID, type: nil)
  }

  /// Generates a key from the system's randomness.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm to sign with. RSA keys have 2048 bits and take a tenth of a
  ///     second or more.
  ///   - keyID: The `kid` to publish the key under.
  /// - Throws: ``JSONWebKeyError``, only if the cryptographic library fails, or has no ML-DSA
  ///   (Apple's systems before version 26).
  public static func generate(
    _ algorithm: SignatureAlgorithm, keyID: String? = nil
  ) throws(JSONWebKeyError) -> SigningKey {
    let material: Material
    switch algorithm {
    case .hs256, .hs384, .hs512: material = .secret(SymmetricKey(size: SymmetricKeySize(bitCount: 512)))
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
      guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .notAPrivateKey }
      material = .rsa(key)
    case .es256: material = .p256(P256.Signing.PrivateKey())
    case .es384: material = .p384(P384.Signing.PrivateKey())
    case .es512: material = .p521(P521.Signing.PrivateKey())
    case .edDSA, .ed25519: material = .ed25519(Curve25519.Signing.PrivateKey())
    case .mlDSA65, .mlDSA87: material = .mlDSA(try MLDSAPrivateKey(algorithm, seed: nil))
    }
    return try SigningKey(material, algorithm: algorithm, keyID: keyID)
  }

  /// Creates an HMAC key from a client secret (OpenID Connect Core §9, `client_secret_jwt`).
  ///
  /// - Parameters:
  ///   - secret: The secret, whose UTF-8 bytes are the key. It is at least as long as the
  ///     algorithm's hash.
  ///   - algorithm: The algorithm to sign with: HS256, HS384 or HS512.
  /// - Throws: ``JSONWebKeyError/weak(_:)`` if the secret is too short;
  ///   ``JSONWebKeyError/wrongAlgorithm(_:)`` if the algorithm isn't an HMAC.
  public init(secret: Secret, algorithm: SignatureAlgorithm) throws(JSONWebKeyError) {
    try self.init(
      .secret(SymmetricKey(data: Array(secret.reveal().utf8))), algorithm: algorithm, keyID: nil)
  }

  /// Returns the same key, prepared to sign many times, for a server.
  ///
  /// On Linux an RSA key signs with the system's OpenSSL 3 from then on, if there is one. It is faster,
  /// and loading it takes some milliseconds and megabytes. RS256, RS384 and RS512 have the same
  /// signatures either way. Other keys stay as they are.
  public func preparedForManySignatures() -> SigningKey {
    #if os(Linux)
    guard case .rsa(let key) = material, openSSL == nil, [.rs256, .rs384, .rs512].contains(algorithm) else {
      return self
    }
    var copy = self
    copy.openSSL = OpenSSLRSAKey(key)
    return copy
    #else
    return self
    #endif
  }

  /// Signs bytes (RFC 7515 §5.1, step 5).
  ///
  /// - Parameter bytes: The bytes to sign: the JWS Signing Input, not its hash.
  /// - Returns: The signature in JWS format. For ECDSA, both numbers in full length, one after the
  ///   other.
  /// - Throws: The cryptographic library's errors, which don't occur for keys that were checked.
  public func signature(over bytes: [UInt8]) throws -> [UInt8] {
    #if os(Linux)
    if let signature = openSSL?.signature(over: bytes, algorithm) { return signature }
    #endif
    return switch (material, algorithm) {
    case (.rsa(let key), .rs256):
      Array(try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
    case (.rsa(let key), .rs384):
      Array(try key.signature(for: SHA384.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
    case (.rsa(let key), .rs512):
      Array(try key.signature(for: SHA512.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
    case (.rsa(let key), .ps384):
      Array(try key.signature(for: SHA384.hash(data: bytes), padding: .PSS).rawRepresentation)
    case (.rsa(let key), .ps512):
      Array(try key.signature(for: SHA512.hash(data: bytes), padding: .PSS).rawRepresentation)
    case (.rsa(let key), _):
      Array(try key.signature(for: SHA256.hash(data: bytes), padding: .PSS).rawRepresentation)
    case (.p256(let key), _): Array(try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation)
    case (.p384(let key), _): Array(try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation)
    case (.p521(let key), _): Array(try key.signature(for: SHA512.hash(data: bytes)).rawRepresentation)
    case (.ed25519(let key), _): Array(try key.signature(for: bytes))
    case (.mlDSA(let key), _): try key.signature(bytes)
    case (.secret(let key), .hs384): Array(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
    case (.secret(let key), .hs512): Array(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
    case (.secret(let key), _): Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
  }

  /// Signs a JWT's claims and returns the token in compact form (RFC 7519 §7.1).
  ///
  /// - Parameters:
  ///   - claims: The payload.
  ///   - type: The `typ`, such as `dpop+jwt`. Nil omits it.
  ///   - header: Further members of the header. `alg`, `kid` and `typ` are set by this function.
  /// - Throws: The errors of ``signature(over:)``.
  public func sign(
    _ claims: [String: JSONValue], type: String? = nil, header: [String: JSONValue] = [:]
  ) throws -> Secret {
    var token =
      header.isEmpty && type == nil ? plainHeader : Self.header(header, algorithm, keyID, type: type)
    token += "."
    token += Base64URL.encode(JSONValue.object(claims).bytes())
    let signature = Base64URL.encode(try signature(over: Array(token.utf8)))
    token += "."
    token += signature
    return Secret(token)
  }

  static func header(
    _ members: [String: JSONValue], _ algorithm: SignatureAlgorithm, _ keyID: String?, type: String?
  ) -> String {
    var members = members
    members["alg"] = .string(algorithm.rawValue)
    members["kid"] = keyID.map { .string($0) }
    members["typ"] = type.map { .string($0) }
    return Base64URL.encode(JSONValue.object(members).bytes())
  }
}

extension SigningKey: Hashable {
  /// Two keys are equal if their algorithms and public parts are equal.
  public static func == (lhs: SigningKey, rhs: SigningKey) -> Bool {
    lhs.algorithm == rhs.algorithm && lhs.verificationKey == rhs.verificationKey
  }

  /// Feeds the algorithm and the public part to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(algorithm)
    hasher.combine(verificationKey)
  }
}

extension SigningKey: Redacted {
  /// The algorithm and `kid`, never the key.
  public var description: String { "SigningKey(\(algorithm.rawValue), kid: \(keyID ?? "none"))" }
}
