internal import Crypto
internal import PKCE

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A key with a name, which seals octets with AES-256-GCM.
struct DataKey: Sendable {
  /// Names the store that it belongs to; not secret.
  let id: String
  let key: SymmetricKey

  private static let nonceOctets = 12
  private static let tagOctets = 16
  /// How much longer sealed octets are.
  static let overhead = nonceOctets + tagOctets

  /// Seals octets: a fresh nonce, then what is sealed, then the tag.
  ///
  /// - Parameters:
  ///   - octets: what nobody shall read.
  ///   - context: what is in the clear beside them, and must be the same when they are opened.
  func seal(_ octets: [UInt8], context: [UInt8], _ random: any RandomSource) throws(TokenStoreError) -> [UInt8] {
    do {
      let nonce = try AES.GCM.Nonce(data: random.exactly(Self.nonceOctets))
      let box = try AES.GCM.seal(octets, using: key, nonce: nonce, authenticating: context)
      return Array(nonce) + Array(box.ciphertext) + Array(box.tag)
    } catch {
      throw TokenStoreError(.failed, cause: "AES-GCM failed")
    }
  }

  /// - Returns: `nil` if they weren't sealed with this key and context.
  func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.overhead, let box = try? AES.GCM.SealedBox(combined: sealed),
      let octets = try? AES.GCM.open(box, using: key, authenticating: context)
    else { return nil }
    return Array(octets)
  }
}
