internal import FoundationBasics
internal import OAuthCore
internal import PKCE

/// The format of a ``SecretGenerator/datedSecret(_:)``: 24 random bytes, then the time in
/// milliseconds since 1970 as a big-endian number of six bytes, all in base64url.
///
/// The time comes last, because operators tell tokens apart by their first characters.
enum DatedSecret {
  static let randomByteCount = 24
  static let characterCount = 40
  /// The size of the moment in bytes. Six bytes fill eight characters, and last until the year
  /// 10889.
  private static let momentByteCount = 6
  private static let momentCharacterCount = 8

  static func moment(_ now: Date) -> [UInt8] {
    let milliseconds = now.timeIntervalSince1970 * 1_000
    let most = Double(1 << (8 * momentByteCount)) - 1
    let number = UInt64(milliseconds.isFinite ? min(max(milliseconds, 0), most) : 0)
    return (0..<momentByteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// Returns the bytes of the time that a secret ends with; `nil` if the secret has another format.
  static func moment(of secret: Secret) -> [UInt8]? {
    let text = secret.reveal()
    guard text.utf8.count == characterCount else { return nil }
    return try? Base64URL.decode(text.suffix(momentCharacterCount))
  }
}
