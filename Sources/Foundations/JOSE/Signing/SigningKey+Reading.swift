internal import Crypto
internal import CryptoExtras
public import OAuthCore
internal import PKCE

extension SigningKey {
  /// Reads a private JWK (RFC 7517 §4, RFC 7518 §6).
  ///
  /// - Parameters:
  ///   - jwk: The JSON text of one private key. RSA keys need `p` and `q` (RFC 7518 §6.3.2). RSA
  ///     keys with `oth` are rejected.
  ///   - algorithm: The algorithm to sign with. Default: the key's `alg`; without one, the
  ///     algorithm of the key's type and curve. A secret needs one of the two.
  ///   - supportedAlgorithms: The algorithms that the receiver accepts. They decide as in
  ///     ``init(pem:algorithm:announced:keyID:)``, for keys without `alg`. Default: unknown.
  /// - Throws: ``JSONWebKeyError`` if the key isn't private, its `alg` isn't one for signatures, it
  ///   isn't for signatures (`use`, `key_ops`), or its private and public parts differ.
  public init(
    jwk: Secret, algorithm: SignatureAlgorithm? = nil, announced supportedAlgorithms: [String] = []
  ) throws(JSONWebKeyError) {
    guard let value = try? JSONValue(bytes: Array(jwk.reveal().utf8)) else { throw .notAnObject }
    try self.init(jwk: value, algorithm: algorithm, announced: supportedAlgorithms)
  }

  /// Reads a private JWK from parsed JSON.
  ///
  /// - Parameters:
  ///   - value: The JSON object of one private key.
  ///   - algorithm: The algorithm to sign with. Default: the key's `alg`; without one, the
  ///     algorithm of the key's type and curve. A secret needs one of the two.
  ///   - supportedAlgorithms: The algorithms that the receiver accepts. They decide as in
  ///     ``init(pem:algorithm:announced:keyID:)``, for keys without `alg`. Default: unknown.
  /// - Throws: ``JSONWebKeyError`` if the key isn't private, its `alg` isn't one for signatures, it
  ///   isn't for signatures (`use`, `key_ops`), or its private and public parts differ.
  public init(
    jwk value: JSONValue, algorithm: SignatureAlgorithm? = nil, announced supportedAlgorithms: [String] = []
  ) throws(JSONWebKeyError) {
    let publishedKey = try JSONWebKey(value)
    guard let members = value.object else { throw .notAnObject }
    // RFC 7517 §4.2, §4.3: the purpose of the key.
    guard publishedKey.use ?? "sig" == "sig" else { throw .malformed(member: "use") }
    guard publishedKey.keyOperations?.contains("sign") ?? true else { throw .malformed(member: "key_ops") }
    let material = try Self.material(publishedKey, members)
    let ownAlgorithm = publishedKey.algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    guard publishedKey.algorithm == nil || ownAlgorithm != nil || algorithm != nil else {
      throw .malformed(member: "alg")
    }
    guard let algorithm = algorithm ?? ownAlgorithm ?? Self.algorithm(of: material, supportedAlgorithms) else {
      throw .missing(member: "alg")
    }
    try self.init(material, algorithm: algorithm, keyID: publishedKey.keyID)
    // If the parts differed, others would verify with a different key than the one that signs.
    guard verificationKey.thumbprint == publishedKey.thumbprint else { throw .notAPrivateKey }
  }

  /// Reads a private key in PEM format: PKCS #8, SEC 1 or PKCS #1, not encrypted.
  ///
  /// Blocks that aren't private keys, such as `EC PARAMETERS` and certificates, are ignored.
  ///
  /// - Parameters:
  ///   - pem: The text with its BEGIN and END lines.
  ///   - algorithm: The algorithm to sign with. Default: the algorithm of the key's type and curve,
  ///     as `announced` decides.
  ///   - supportedAlgorithms: The algorithms that the receiver accepts, such as
  ///     `token_endpoint_auth_signing_alg_values_supported`. They decide for types with several
  ///     algorithms: RSA signs with RS256 unless only PS256 is announced, Ed25519 with `EdDSA`
  ///     unless only `Ed25519` is. Default: unknown.
  ///   - keyID: The `kid` under which the public key is registered.
  /// - Throws: ``JSONWebKeyError/notAPrivateKey`` if the text doesn't have exactly one private key;
  ///   ``JSONWebKeyError/wrongAlgorithm(_:)`` if the key isn't one of the algorithm's type and
  ///   curve; ``JSONWebKeyError/encrypted`` if a passphrase protects it;
  ///   ``JSONWebKeyError/unsupported(_:)`` for other types of keys; ``JSONWebKeyError/weak(_:)`` for
  ///   short RSA keys.
  public init(
    pem: Secret, algorithm: SignatureAlgorithm? = nil, announced supportedAlgorithms: [String] = [],
    keyID: String? = nil
  ) throws(JSONWebKeyError) {
    let material = try Self.material(try PrivateKeyDocument(pem: pem.reveal()))
    guard let algorithm = algorithm ?? Self.algorithm(of: material, supportedAlgorithms) else { throw .notAPrivateKey }
    try self.init(material, algorithm: algorithm, keyID: keyID)
  }

  private static func material(_ document: PrivateKeyDocument) throws(JSONWebKeyError) -> Material {
    do {
      switch document {
      // Keys of 1024 bits are read, so that the error can say that they are too short.
      case .rsa(let der): return .rsa(try _RSA.Signing.PrivateKey(unsafeDERRepresentation: der))
      case .ec(.p256, let number): return .p256(try P256.Signing.PrivateKey(rawRepresentation: number))
      case .ec(.p384, let number): return .p384(try P384.Signing.PrivateKey(rawRepresentation: number))
      case .ec(.p521, let number): return .p521(try P521.Signing.PrivateKey(rawRepresentation: number))
      case .ed25519(let seed): return .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
      case .x25519: throw JSONWebKeyError.unsupported(UntrustedText("X25519, which signs nothing"))
      case .mlDSA(let algorithm, let seed): return .mlDSA(try MLDSAPrivateKey(algorithm, seed: seed))
      }
    } catch let error as JSONWebKeyError {
      throw error
    } catch {
      throw .notAPrivateKey
    }
  }

  /// Returns the algorithm of a key that names none: the first of its type that the receiver announces, or
  /// else the first. Nil for secrets, whose algorithm nothing tells.
  private static func algorithm(of material: Material, _ supportedAlgorithms: [String]) -> SignatureAlgorithm? {
    let possible: [SignatureAlgorithm] =
      switch material {
      case .rsa: [.rs256, .ps256, .ps384, .ps512, .rs384, .rs512]
      case .p256: [.es256]
      case .p384: [.es384]
      case .p521: [.es512]
      case .ed25519: [.edDSA, .ed25519]
      case .mlDSA(let key): [key.algorithm]
      case .secret: []
      }
    return possible.first { supportedAlgorithms.contains($0.rawValue) } ?? possible.first
  }

  private static func material(
    _ publishedKey: JSONWebKey, _ members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> Material {
    do {
      switch publishedKey.key {
      case .rsa:
        guard members["oth"] == nil else { throw JSONWebKeyError.unsupported(UntrustedText("multi-prime RSA")) }
        return .rsa(
          try _RSA.Signing.PrivateKey(
            n: try bytes("n", members), e: try bytes("e", members), d: try bytes("d", members),
            p: try bytes("p", members), q: try bytes("q", members)))
      case .p256: return .p256(try P256.Signing.PrivateKey(rawRepresentation: try bytes("d", members)))
      case .p384: return .p384(try P384.Signing.PrivateKey(rawRepresentation: try bytes("d", members)))
      case .p521: return .p521(try P521.Signing.PrivateKey(rawRepresentation: try bytes("d", members)))
      case .ed25519:
        return .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: try bytes("d", members)))
      case .mlDSA(let key): return .mlDSA(try MLDSAPrivateKey(key.algorithm, seed: try bytes("priv", members)))
      case .secret(let key): return .secret(key)
      }
    } catch let error as JSONWebKeyError {
      throw error
    } catch {
      throw .notAPrivateKey
    }
  }

  private static func bytes(_ member: String, _ members: [String: JSONValue]) throws(JSONWebKeyError) -> [UInt8] {
    guard let value = members[member] else { throw .notAPrivateKey }
    guard let text = value.string, text.utf8.count <= 1_400, let bytes = try? Base64URL.decode(text)
    else { throw .malformed(member: member) }
    return bytes
  }

  /// Returns the members of the public JWK, or of the secret.
  static func publicMembers(of material: Material) throws(JSONWebKeyError) -> [String: JSONValue] {
    switch material {
    case .rsa(let key):
      guard let primitives = try? key.publicKey.getKeyPrimitives() else { throw .notAPrivateKey }
      return [
        "kty": "RSA", "n": .string(Base64URL.encode(primitives.modulus)),
        "e": .string(Base64URL.encode(primitives.publicExponent)),
      ]
    case .p256(let key): return ec("P-256", Array(key.publicKey.rawRepresentation))
    case .p384(let key): return ec("P-384", Array(key.publicKey.rawRepresentation))
    case .p521(let key): return ec("P-521", Array(key.publicKey.rawRepresentation))
    case .ed25519(let key):
      return ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(key.publicKey.rawRepresentation))]
    case .mlDSA(let key):
      return [
        "kty": "AKP", "alg": .string(key.algorithm.rawValue), "pub": .string(Base64URL.encode(key.publicBytes)),
      ]
    case .secret(let key):
      // Safe: the bytes are copied while the pointer is valid.
      let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
      return ["kty": "oct", "k": .string(Base64URL.encode(bytes))]
    }
  }

  private static func ec(_ curve: String, _ point: [UInt8]) -> [String: JSONValue] {
    [
      "kty": "EC", "crv": .string(curve), "x": .string(Base64URL.encode(point[..<(point.count / 2)])),
      "y": .string(Base64URL.encode(point[(point.count / 2)...])),
    ]
  }
}
