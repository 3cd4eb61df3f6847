internal import Crypto
internal import PKCE

internal import FoundationBasics

/// A named key that seals bytes with AES-256-GCM.
struct DataKey: Sendable {
  /// The identifier of the key's store. Not secret.
  let id: String
  let key: SymmetricKey

  private static let nonceBytes = 12
  private static let tagBytes = 16
  /// The number of bytes that sealing adds.
  static let overhead = nonceBytes + tagBytes

  /// Seals bytes. The result is a fresh nonce, the ciphertext and the tag.
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - context: The unencrypted data that is authenticated with it. The same bytes are needed to
  ///     open it.
  func seal(_ bytes: [UInt8], context: [UInt8], _ random: any RandomSource) throws(TokenStoreError) -> [UInt8] {
    do {
      let nonce = try AES.GCM.Nonce(data: random.exactly(Self.nonceBytes))
      let box = try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: context)
      return Array(nonce) + Array(box.ciphertext) + Array(box.tag)
    } catch {
      throw TokenStoreError(.failed, cause: "AES-GCM failed")
    }
  }

  /// Decrypts sealed bytes.
  ///
  /// - Returns: `nil` if they weren't sealed with this key and context.
  func open(_ sealedBytes: [UInt8], context: [UInt8]) -> [UInt8]? {
    guard sealedBytes.count >= Self.overhead, let box = try? AES.GCM.SealedBox(combined: sealedBytes),
      let bytes = try? AES.GCM.open(box, using: key, authenticating: context)
    else { return nil }
    return Array(bytes)
  }
}
