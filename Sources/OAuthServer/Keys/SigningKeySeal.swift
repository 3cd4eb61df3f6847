internal import Crypto
internal import JOSE
public import OAuthCore
public import PKCE
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Encrypts signing keys for a store, with a key that comes from elsewhere: AES-256-GCM, with `kid` and algorithm as associated
/// data, so that a sealed key can't be passed off as another one.
///
/// Whoever reads or writes the store alone can then neither sign in the server's name nor have it sign with a key of theirs.
/// The sealing key belongs into a secret store or a file that only the server reads, never into the store itself.
public struct SigningKeySeal: Sendable {
  /// How many octets a sealing key has.
  public static let keyOctets = 32

  private let keys: [SymmetricKey]

  /// Takes the sealing key.
  /// - Parameters:
  ///   - key: the base64url of 32 random octets, 43 characters.
  ///   - former: sealing keys of before, which still open what they sealed.
  /// - Throws: ``SigningKeyRingError/sealingKeyUnusable`` if one of them is something else.
  public init(key: Secret, former: [Secret] = []) throws(SigningKeyRingError) {
    var keys: [SymmetricKey] = []
    for text in [key] + former {
      guard let octets = try? Base64URL.decode(text.reveal()), octets.count == Self.keyOctets else {
        throw .sealingKeyUnusable
      }
      keys.append(SymmetricKey(data: octets))
    }
    self.keys = keys
  }

  /// A new sealing key, for who starts a store: keep it.
  /// - Parameter random: must be unpredictable outside tests.
  public static func newKey(random: any RandomSource = SystemRandomSource()) -> Secret {
    Secret(Base64URL.encode(random.exactly(keyOctets)))
  }

  func seal(_ key: SigningKey, keyID: String) throws -> [UInt8] {
    let text = Array(try key.privateJWK().reveal().utf8)
    let box = try AES.GCM.seal(text, using: keys[0], authenticating: Self.context(keyID, key.algorithm))
    guard let octets = box.combined else { throw SigningKeyRingError.sealingKeyUnusable }
    return Array(octets)
  }

  func open(_ record: SigningKeyRecord) throws(SigningKeyRingError) -> SigningKey {
    let context = Self.context(record.keyID, record.algorithm)
    for key in keys {
      guard let box = try? AES.GCM.SealedBox(combined: record.sealed),
        let octets = try? AES.GCM.open(box, using: key, authenticating: context)
      else { continue }
      guard let opened = try? SigningKey(jwk: Secret(String(decoding: octets, as: UTF8.self))),
        opened.keyID == record.keyID, opened.algorithm == record.algorithm
      else { break }
      return opened
    }
    throw .cannotOpen(keyID: record.keyID)
  }

  private static func context(_ keyID: String, _ algorithm: SignatureAlgorithm) -> [UInt8] {
    Array("pixy-signing-key 1 \(algorithm.rawValue) \(keyID)".utf8)
  }
}

extension SigningKeySeal: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `SigningKeySeal`.
  public var description: String { "SigningKeySeal" }

  /// Always `SigningKeySeal`.
  public var debugDescription: String { description }

  /// Has no children, so that reflection finds no key.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
