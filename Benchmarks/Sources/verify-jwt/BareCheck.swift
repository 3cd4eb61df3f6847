import Crypto
import CryptoExtras
import Foundation
import JOSE
import OAuthCore
import PKCE

/// The lower bound of a verification: swift-crypto's hash and signature check of the signing input,
/// and nothing else.
struct BareCheck {
  private enum Key {
    case rsa(_RSA.Signing.PublicKey, _RSA.Signing.Padding)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case secret(SymmetricKey)
  }

  private let key: Key
  private let input: [UInt8]
  private let signature: [UInt8]

  init(_ algorithm: SignatureAlgorithm, _ signer: SigningKey, _ token: String) throws {
    let dot = token.lastIndex(of: ".") ?? token.endIndex
    input = Array(token[..<dot].utf8)
    let members = signer.verificationKey.publicJWK?.object ?? [:]
    func bytes(_ name: String) throws -> [UInt8] { try Base64URL.decode(members[name]?.string ?? "") }
    let point = try [0x04] + bytes("x") + bytes("y")
    var bytesOfSignature = try Base64URL.decode(token[dot...].dropFirst())
    switch algorithm {
    case .rs256: key = .rsa(try _RSA.Signing.PublicKey(n: bytes("n"), e: bytes("e")), .insecurePKCS1v1_5)
    case .ps256: key = .rsa(try _RSA.Signing.PublicKey(n: bytes("n"), e: bytes("e")), .PSS)
    case .es256: key = .p256(try P256.Signing.PublicKey(x963Representation: point))
    case .es384: key = .p384(try P384.Signing.PublicKey(x963Representation: point))
    case .es512: key = .p521(try P521.Signing.PublicKey(x963Representation: point))
    case .edDSA: key = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes("x")))
    default:
      // The signer's secret can't be read, so another secret signs the same bytes.
      let secret = SymmetricKey(size: .bits256)
      key = .secret(secret)
      bytesOfSignature = Array(HMAC<SHA256>.authenticationCode(for: input, using: secret))
    }
    signature = bytesOfSignature
  }

  func isValid() throws -> Bool {
    switch key {
    case .rsa(let key, let padding):
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: input), padding: padding)
    case .p256(let key):
      key.isValidSignature(
        try P256.Signing.ECDSASignature(rawRepresentation: signature), for: SHA256.hash(data: input))
    case .p384(let key):
      key.isValidSignature(
        try P384.Signing.ECDSASignature(rawRepresentation: signature), for: SHA384.hash(data: input))
    case .p521(let key):
      key.isValidSignature(
        try P521.Signing.ECDSASignature(rawRepresentation: signature), for: SHA512.hash(data: input))
    case .ed25519(let key): key.isValidSignature(signature, for: input)
    case .secret(let key): HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: input, using: key)
    }
  }
}
