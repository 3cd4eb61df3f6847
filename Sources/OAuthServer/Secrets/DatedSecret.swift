#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import PKCE

/// How a ``SecretGenerator/datedSecret(_:)`` is put together: what nobody can guess, and then the moment in milliseconds since 1970, the most
/// significant octet first; all of it in base64url. The moment comes last because people tell tokens apart by how they begin.
enum DatedSecret {
  static let randomOctetCount = 24
  static let characterCount = 40
  /// Six octets, good until the year 10889, are as many as eight characters hold.
  private static let momentOctetCount = 6
  private static let momentCharacterCount = 8

  static func moment(_ now: Date) -> [UInt8] {
    let milliseconds = now.timeIntervalSince1970 * 1_000
    let most = Double(1 << (8 * momentOctetCount)) - 1
    let number = UInt64(milliseconds.isFinite ? min(max(milliseconds, 0), most) : 0)
    return (0..<momentOctetCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// The octets of the moment that a secret ends with; `nil` if it isn't of this form.
  static func moment(of secret: Secret) -> [UInt8]? {
    let text = secret.reveal()
    guard text.utf8.count == characterCount else { return nil }
    return try? Base64URL.decode(text.suffix(momentCharacterCount))
  }
}
