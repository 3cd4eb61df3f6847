internal import Crypto
internal import CryptoExtras
internal import FoundationBasics
public import OAuthCore
internal import PKCE

extension SigningKey {
  /// Reads a private JWK (RFC 7517 §4, RFC 7518 §6).
  ///
  /// - Parameters:
  ///   - jwk: The JSON text of one private key. RSA keys need `p` and `q` (RFC 7518 §6.3.2). RSA
  ///     keys with `oth` are rejected.
  ///   - algorithm: The algorithm to sign with. Default: the key's `alg`.
  /// - Throws: ``JSONWebKeyError`` if the key isn't private, has no usable `alg`, isn't for
  ///   signatures (`use`, `key_ops`), or its private and public parts differ.
  public init(jwk: Secret, algorithm: SignatureAlgorithm? = nil) throws(JSONWebKeyError) {
    guard let value = try? JSONValue(bytes: Array(jwk.reveal().utf8)) else { throw .notAnObject }
    try self.init(jwk: value, algorithm: algorithm)
  }

  /// Reads a private JWK from parsed JSON.
  ///
  /// - Parameters:
  ///   - value: The JSON object of one private key.
  ///   - algorithm: The algorithm to sign with. Default: the key's `alg`.
  /// - Throws: ``JSONWebKeyError`` if the key isn't private, has no usable `alg`, isn't for
  ///   signatures (`use`, `key_ops`), or its private and public parts differ.
  public init(jwk value: JSONValue, algorithm: SignatureAlgorithm? = nil) throws(JSONWebKeyError) {
    let published = try JSONWebKey(value)
    guard let members = value.object else { throw .notAnObject }
    guard let algorithm = algorithm ?? published.algorithm.flatMap(SignatureAlgorithm.init(rawValue:))
    else { throw .missing(member: "alg") }
    // RFC 7517 §4.2, §4.3: the purpose of the key.
    guard published.use ?? "sig" == "sig" else { throw .malformed(member: "use") }
    guard published.keyOperations?.contains("sign") ?? true else { throw .malformed(member: "key_ops") }
    let material = try Self.material(published, members)
    try self.init(material, algorithm: algorithm, keyID: published.keyID)
    // If the parts differed, others would verify with a different key than the one that signs.
    guard verificationKey.thumbprint == published.thumbprint else { throw .notAPrivateKey }
  }

  /// Reads a private key in PEM format: PKCS #8, SEC 1 or PKCS #1, not encrypted.
  ///
  /// - Parameters:
  ///   - pem: The text with its BEGIN and END lines.
  ///   - algorithm: The algorithm to sign with. It determines the expected type of key.
  ///   - keyID: The `kid` under which the public key is registered.
  /// - Throws: ``JSONWebKeyError/notAPrivateKey`` if the text isn't a private key of that type;
  ///   ``JSONWebKeyError/weak(_:)`` for short RSA keys.
  public init(pem: Secret, algorithm: SignatureAlgorithm, keyID: String? = nil) throws(JSONWebKeyError) {
    let text = pem.reveal()
    let material: Material
    do {
      switch algorithm.keyType {
      case .rsa: material = .rsa(try _RSA.Signing.PrivateKey(pemRepresentation: text))
      case .ec:
        switch algorithm {
        case .es384: material = .p384(try P384.Signing.PrivateKey(pemRepresentation: text))
        case .es512: material = .p521(try P521.Signing.PrivateKey(pemRepresentation: text))
        default: material = .p256(try P256.Signing.PrivateKey(pemRepresentation: text))
        }
      case .okp:
        guard let bytes = Self.ed25519(pem: text) else { throw JSONWebKeyError.notAPrivateKey }
        material = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
      case .oct: throw JSONWebKeyError.notAPrivateKey
      }
    } catch {
      throw .notAPrivateKey
    }
    try self.init(material, algorithm: algorithm, keyID: keyID)
  }

  private static func material(
    _ published: JSONWebKey, _ members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> Material {
    do {
      switch published.key {
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

  /// Returns the 32 bytes of an Ed25519 key in PKCS #8 text. The 16 bytes before them are always
  /// the same (RFC 8410 §7).
  private static func ed25519(pem: String) -> [UInt8]? {
    let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    guard let der = Data(base64Encoded: lines.joined()).map(Array.init), der.count == 48,
      der.starts(with: [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
      ])
    else { return nil }
    return Array(der[16...])
  }
}
