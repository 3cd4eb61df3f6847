internal import Crypto
package import OAuthCore
package import PKCE

internal import FoundationBasics

/// The keys of an application: the first one seals, and each of them opens.
///
/// A sealed text is base64url of one byte for the version, a nonce of 12 bytes, the ciphertext and
/// a tag of 16 bytes. Version, purpose and context are authenticated with it and aren't part of it.
package struct SealingKeys: Sendable {
  private let keys: [SealingKey]

  /// The longest text that is sealed or opened by default, in characters.
  package static let maximumLength = 16_384
  private static let version: UInt8 = 1
  private static let nonceBytes = 12
  private static let tagBytes = 16

  /// - Parameters:
  ///   - key: The key that seals.
  ///   - older: Earlier keys, which still open what they sealed.
  package init(_ key: SealingKey, older: [SealingKey]) {
    keys = [key] + older
  }

  /// Seals bytes as a text that fits into URLs and cookies.
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - purpose: The kind of the sealed value. A text opens only for its own purpose.
  ///   - context: Further values that must be the same when the text is opened.
  ///   - random: The source of the nonce.
  ///   - limit: The length of the longest text in characters. Default: ``maximumLength``.
  /// - Throws: ``SealingError/tooLong`` if the text would be longer.
  package func seal(
    _ bytes: [UInt8], for purpose: String, context: [JSONValue], random: any RandomSource,
    upTo limit: Int = SealingKeys.maximumLength
  ) throws(SealingError) -> Secret {
    guard
      let nonce = try? AES.GCM.Nonce(data: random.exactly(Self.nonceBytes)),
      let box = try? AES.GCM.seal(
        bytes, using: keys[0].key, nonce: nonce, authenticating: Self.authenticated(purpose, context))
    else { throw .keyUnusable }
    let text = Base64URL.encode([Self.version] + Array(nonce) + Array(box.ciphertext) + Array(box.tag))
    guard text.utf8.count <= limit else { throw .tooLong }
    return Secret(text)
  }

  /// Opens a sealed text, which may come from an attacker.
  ///
  /// - Parameters:
  ///   - text: The sealed text.
  ///   - purpose: The kind of the sealed value.
  ///   - context: The values with which it was sealed.
  ///   - limit: The length of the longest text in characters. Default: ``maximumLength``.
  /// - Throws: ``SealingError/invalid`` for every text that none of these keys sealed for this
  ///   purpose and context. The error doesn't say which of these failed.
  package func open(
    _ text: Secret, for purpose: String, context: [JSONValue], upTo limit: Int = SealingKeys.maximumLength
  ) throws(SealingError) -> [UInt8] {
    let authenticatedData = Self.authenticated(purpose, context)
    guard text.byteCount <= limit, let bytes = try? Base64URL.decode(text.reveal()),
      bytes.count >= 1 + Self.nonceBytes + Self.tagBytes, bytes[0] == Self.version,
      let box = try? AES.GCM.SealedBox(combined: bytes[1...])
    else { throw .invalid }
    for key in keys {
      if let plaintext = try? AES.GCM.open(box, using: key.key, authenticating: authenticatedData) {
        return Array(plaintext)
      }
    }
    throw .invalid
  }

  // JSON is unambiguous: two different lists never give the same bytes.
  private static func authenticated(_ purpose: String, _ context: [JSONValue]) -> [UInt8] {
    JSONValue.array(["pixy", .integer(Int64(version)), .string(purpose)] + context).bytes()
  }
}

extension SealingKeys: Redacted {
  /// The number of keys.
  package var description: String { "SealingKeys(\(keys.count))" }
}
