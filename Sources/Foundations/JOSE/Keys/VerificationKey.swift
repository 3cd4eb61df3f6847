internal import Crypto
internal import CryptoExtras

/// A public key or secret in the cryptographic library's own type.
///
/// It is created once when a JWK is parsed, so that verification doesn't parse the key again.
enum VerificationKey: Sendable {
  case rsa(_RSA.Signing.PublicKey)
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)
  case mlDSA(MLDSAPublicKey)
  case secret(SymmetricKey)

  /// Returns whether the algorithm fits the key's type, curve and length.
  func suits(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm) {
    case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256), (.rsa, .ps384), (.rsa, .ps512): true
    case (.p256, .es256), (.p384, .es384), (.p521, .es512), (.ed25519, .edDSA), (.ed25519, .ed25519): true
    case (.mlDSA(let key), _): key.algorithm == algorithm
    // RFC 7518 §3.2: the secret is at least as long as the hash.
    case (.secret(let key), .hs256): key.bitCount >= 256
    case (.secret(let key), .hs384): key.bitCount >= 384
    case (.secret(let key), .hs512): key.bitCount >= 512
    default: false
    }
  }

  /// Returns whether the signature over the bytes was created with this key.
  func isValid(_ signature: [UInt8], over bytes: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
    guard suits(algorithm) else { return false }
    switch (self, algorithm) {
    case (.rsa(let key), .rs256): return key.accepts(signature, SHA256.hash(data: bytes), .insecurePKCS1v1_5)
    case (.rsa(let key), .rs384): return key.accepts(signature, SHA384.hash(data: bytes), .insecurePKCS1v1_5)
    case (.rsa(let key), .rs512): return key.accepts(signature, SHA512.hash(data: bytes), .insecurePKCS1v1_5)
    case (.rsa(let key), .ps256): return key.accepts(signature, SHA256.hash(data: bytes), .PSS)
    case (.rsa(let key), .ps384): return key.accepts(signature, SHA384.hash(data: bytes), .PSS)
    case (.rsa(let key), .ps512): return key.accepts(signature, SHA512.hash(data: bytes), .PSS)
    case (.p256(let key), _):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
    case (.p384(let key), _):
      guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: SHA384.hash(data: bytes))
    case (.p521(let key), _):
      guard let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: SHA512.hash(data: bytes))
    case (.ed25519(let key), _): return key.isValidSignature(signature, for: bytes)
    case (.mlDSA(let key), _): return key.isValid(signature, bytes)
    case (.secret(let key), .hs256):
      return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
    case (.secret(let key), .hs384):
      return HMAC<SHA384>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
    case (.secret(let key), .hs512):
      return HMAC<SHA512>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
    default: return false
    }
  }
}

extension _RSA.Signing.PublicKey {
  fileprivate func accepts(_ signature: [UInt8], _ digest: some Digest, _ padding: _RSA.Signing.Padding) -> Bool {
    isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
  }
}
