internal import Crypto
internal import OAuthCore
internal import PKCE

/// A public key for key agreement (RFC 7518 §4.6; RFC 8037 §3.2 for X25519).
enum AgreementPublicKey: Sendable {
  case p256(P256.KeyAgreement.PublicKey)
  case p384(P384.KeyAgreement.PublicKey)
  case p521(P521.KeyAgreement.PublicKey)
  case x25519(Curve25519.KeyAgreement.PublicKey)

  /// Reads a JWK. A point that isn't on its curve is rejected.
  init(_ value: JSONValue) throws(JSONWebKeyError) {
    if value.object?["kty"]?.string == "OKP", value.object?["crv"]?.string == "X25519" {
      guard let text = value.object?["x"]?.string, text.utf8.count <= 64, let bytes = try? Base64URL.decode(text),
        let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
      else { throw .malformed(member: "x") }
      self = .x25519(key)
      return
    }
    let key = try JSONWebKey(value)
    do {
      switch key.key {
      case .p256(let key): self = .p256(try P256.KeyAgreement.PublicKey(x963Representation: key.x963Representation))
      case .p384(let key): self = .p384(try P384.KeyAgreement.PublicKey(x963Representation: key.x963Representation))
      case .p521(let key): self = .p521(try P521.KeyAgreement.PublicKey(x963Representation: key.x963Representation))
      default: throw JSONWebKeyError.unsupported(UntrustedText(key.keyType.rawValue))
      }
    } catch let error as JSONWebKeyError {
      throw error
    } catch {
      throw .notOnCurve
    }
  }

  /// The required members of the public JWK.
  var members: [String: JSONValue] {
    switch self {
    case .p256(let key): Self.ec("P-256", Array(key.rawRepresentation))
    case .p384(let key): Self.ec("P-384", Array(key.rawRepresentation))
    case .p521(let key): Self.ec("P-521", Array(key.rawRepresentation))
    case .x25519(let key):
      ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(Array(key.rawRepresentation)))]
    }
  }

  private static func ec(_ curve: String, _ point: [UInt8]) -> [String: JSONValue] {
    let half = point.count / 2
    return [
      "kty": "EC", "crv": .string(curve), "x": .string(Base64URL.encode(Array(point[..<half]))),
      "y": .string(Base64URL.encode(Array(point[half...]))),
    ]
  }

  /// Generates a key on the same curve, for one message.
  func ephemeralKey() -> AgreementPrivateKey {
    switch self {
    case .p256: .p256(P256.KeyAgreement.PrivateKey())
    case .p384: .p384(P384.KeyAgreement.PrivateKey())
    case .p521: .p521(P521.KeyAgreement.PrivateKey())
    case .x25519: .x25519(Curve25519.KeyAgreement.PrivateKey())
    }
  }
}

/// A private key for key agreement.
enum AgreementPrivateKey: Sendable {
  case p256(P256.KeyAgreement.PrivateKey)
  case p384(P384.KeyAgreement.PrivateKey)
  case p521(P521.KeyAgreement.PrivateKey)
  case x25519(Curve25519.KeyAgreement.PrivateKey)

  /// Reads a private JWK whose public and private parts belong together.
  init(_ value: JSONValue) throws(JSONWebKeyError) {
    let publishedKey = try AgreementPublicKey(value)
    guard let text = value.object?["d"]?.string, text.utf8.count <= 100, let bytes = try? Base64URL.decode(text)
    else { throw .notAPrivateKey }
    do {
      switch publishedKey {
      case .p256: self = .p256(try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes))
      case .p384: self = .p384(try P384.KeyAgreement.PrivateKey(rawRepresentation: bytes))
      case .p521: self = .p521(try P521.KeyAgreement.PrivateKey(rawRepresentation: bytes))
      case .x25519: self = .x25519(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes))
      }
    } catch {
      throw .notAPrivateKey
    }
    guard publicKey.members == publishedKey.members else { throw .notAPrivateKey }
  }

  var publicKey: AgreementPublicKey {
    switch self {
    case .p256(let key): .p256(key.publicKey)
    case .p384(let key): .p384(key.publicKey)
    case .p521(let key): .p521(key.publicKey)
    case .x25519(let key): .x25519(key.publicKey)
    }
  }

  /// The private number (RFC 7518 §6.2.2.1).
  var scalar: [UInt8] {
    switch self {
    case .p256(let key): Array(key.rawRepresentation)
    case .p384(let key): Array(key.rawRepresentation)
    case .p521(let key): Array(key.rawRepresentation)
    case .x25519(let key): Array(key.rawRepresentation)
    }
  }

  /// Agrees on a secret. Nil if the curves differ, or if the secret would be zero.
  func sharedSecret(with other: AgreementPublicKey) -> [UInt8]? {
    let secret: SharedSecret? =
      switch (self, other) {
      case (.p256(let own), .p256(let other)): try? own.sharedSecretFromKeyAgreement(with: other)
      case (.p384(let own), .p384(let other)): try? own.sharedSecretFromKeyAgreement(with: other)
      case (.p521(let own), .p521(let other)): try? own.sharedSecretFromKeyAgreement(with: other)
      case (.x25519(let own), .x25519(let other)): try? own.sharedSecretFromKeyAgreement(with: other)
      default: nil
      }
    // Safe: the bytes are copied while the pointer is valid.
    let bytes = secret.map { secret in unsafe secret.withUnsafeBytes { unsafe Array($0) } }
    // RFC 7748 §6.1: a point of low order gives a secret of zeros. All bytes are read, so that the
    // time doesn't depend on the secret.
    guard let bytes, bytes.reduce(0, |) != 0 else { return nil }
    return bytes
  }
}
