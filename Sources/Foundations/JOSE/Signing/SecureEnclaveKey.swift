#if canImport(CryptoKit)
internal import Crypto
internal import CryptoKit
public import FoundationBasics
internal import OAuthCore
internal import PKCE
internal import Security

/// A private key in the Secure Enclave of an Apple device, which signs with ES256 without leaving it.
///
/// Generate one for an account and pass it to `DPoPProver`. Store ``stored`` with the account, for
/// example in the keychain, and restore the key at the next start with ``init(stored:keyID:)``.
///
/// Only this device can use what ``stored`` contains. After a restore to another device, the user
/// has to sign in again.
public struct SecureEnclaveKey: Signer {
  /// Always ES256, the only one that the Secure Enclave has.
  public var algorithm: SignatureAlgorithm { .es256 }
  /// The public key.
  public let verificationKey: JSONWebKey

  /// The key, encrypted by the Secure Enclave for itself.
  public let stored: Data

  /// Whether this device has a Secure Enclave. Simulators and old Macs have none.
  public static var isAvailable: Bool { SecureEnclave.isAvailable }

  /// The time when a key can sign.
  public enum Usability: Sendable, Hashable, CaseIterable {
    /// From the first unlock after a restart, also while the device is locked again: a refresh in
    /// the background needs it.
    case afterFirstUnlock
    /// Only while the device is unlocked. Refreshes in the background then fail.
    case whileUnlocked
  }

  /// Generates a key, which signs without asking the user.
  ///
  /// - Parameters:
  ///   - keyID: The `kid` under which the public key is registered. Default: none.
  ///   - usability: The time when the key can sign. It can't be changed later. Default: from the
  ///     first unlock after a restart.
  /// - Throws: CryptoKit's error if there is no Secure Enclave, or it makes no key.
  public static func generate(
    keyID: String? = nil, usable usability: Usability = .afterFirstUnlock
  ) throws -> SecureEnclaveKey {
    // Written out, although CryptoKit declares the same time as its default, without flags
    // (developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey).
    let accessible =
      switch usability {
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .whileUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      }
    guard let control = SecAccessControlCreateWithFlags(nil, accessible, .privateKeyUsage, nil) else {
      throw CryptoKitError.underlyingCoreCryptoError(error: errSecParam)
    }
    return try SecureEnclaveKey(SecureEnclave.P256.Signing.PrivateKey(accessControl: control), keyID)
  }

  /// Restores a key.
  ///
  /// - Parameters:
  ///   - stored: The value of ``stored`` from an earlier run on this device.
  ///   - keyID: The `kid` under which the public key is registered. Default: none.
  /// - Throws: CryptoKit's error if another device made the key.
  public init(stored: Data, keyID: String? = nil) throws {
    try self.init(SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored), keyID)
  }

  private init(_ key: SecureEnclave.P256.Signing.PrivateKey, _ keyID: String?) throws {
    let point = key.publicKey.rawRepresentation
    var jwk: [String: JSONValue] = [
      "kty": "EC", "crv": "P-256", "alg": "ES256", "x": .string(Base64URL.encode(point.prefix(32))),
      "y": .string(Base64URL.encode(point.suffix(32))),
    ]
    jwk["kid"] = keyID.map { .string($0) }
    verificationKey = try JSONWebKey(.object(jwk))
    stored = key.dataRepresentation
  }

  /// Signs bytes in the Secure Enclave.
  ///
  /// - Parameter bytes: The bytes to sign: the JWS Signing Input, not its hash.
  /// - Returns: Both numbers in full length, one after the other (RFC 7518 §3.4).
  /// - Throws: CryptoKit's error, for example before the first unlock after a restart.
  public func signature(over bytes: [UInt8]) async throws -> [UInt8] {
    let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored)
    return Array(try key.signature(for: bytes).rawRepresentation)
  }
}

extension SecureEnclaveKey: CustomStringConvertible {
  /// The thumbprint of the public key.
  public var description: String { "SecureEnclaveKey(\(verificationKey.thumbprint))" }
}
#endif
