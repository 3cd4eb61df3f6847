internal import Crypto
internal import FoundationBasics
internal import OAuthCore
internal import PKCE

/// The refresh token that replaces a spent one, encrypted with a key that only the spent token's
/// holder has.
///
/// A database saves it with the spent token. The database knows only the hashes of both tokens, so
/// it can't decrypt it.
struct SealedSuccessor: Sendable {
  private static let nonceByteCount = 12
  private static let purpose = Array("pixy successor of a refresh token".utf8)

  /// The nonce, the ciphertext and the tag.
  let bytes: [UInt8]

  /// - Parameter bytes: The value of ``bytes``.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Encrypts a successor.
  /// - Parameters:
  ///   - successor: The refresh token that the client gets.
  ///   - spentToken: The refresh token that the client has redeemed.
  ///   - random: The source of the nonce.
  init(_ successor: Secret, replacing spentToken: Secret, _ random: any RandomSource) throws {
    let nonce = try AES.GCM.Nonce(data: random.exactly(Self.nonceByteCount))
    let box = try AES.GCM.seal(Array(successor.reveal().utf8), using: Self.key(spentToken), nonce: nonce)
    bytes = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
  }

  /// Decrypts the successor.
  /// - Returns: `nil` if it replaces another token.
  func open(with spentToken: Secret) -> Secret? {
    guard let box = try? AES.GCM.SealedBox(combined: bytes),
      let text = try? AES.GCM.open(box, using: Self.key(spentToken))
    else { return nil }
    return String(validating: text, as: UTF8.self).map(Secret.init)
  }

  private static func key(_ token: Secret) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(token.reveal().utf8)), info: purpose, outputByteCount: 32)
  }
}
