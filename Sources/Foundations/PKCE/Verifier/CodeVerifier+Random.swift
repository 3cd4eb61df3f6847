extension CodeVerifier {
  /// Generates a verifier of 86 characters from 64 random bytes of the system.
  public static func random() -> CodeVerifier {
    random(from: SystemRandomSource())
  }

  /// Generates a verifier of 86 characters from 64 random bytes.
  ///
  /// - Parameter source: The source of the bytes. Tests pass a seeded source.
  public static func random(from source: some RandomSource) -> CodeVerifier {
    encoding(defaultBytes, from: source)
  }

  /// Generates a verifier from random bytes of the system, encoded as base64url as RFC 7636 §4.1
  /// recommends.
  ///
  /// - Parameter bytes: The number of bytes, 32 to 96. 32 bytes give 43 characters and already too
  ///   much entropy for any search. The other functions use 64.
  /// - Throws: ``CodeVerifierError/byteCountOutOfRange(_:)`` if there would be fewer than 43 or more
  ///   than 128 characters.
  public static func random(bytes: Int) throws(CodeVerifierError) -> CodeVerifier {
    try random(bytes: bytes, from: SystemRandomSource())
  }

  /// Generates a verifier from random bytes, encoded as base64url as RFC 7636 §4.1 recommends.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes, 32 to 96.
  ///   - source: The source of the bytes. Tests pass a seeded source.
  /// - Throws: ``CodeVerifierError/byteCountOutOfRange(_:)`` if there would be fewer than 43 or more
  ///   than 128 characters.
  public static func random(
    bytes: Int, from source: some RandomSource
  ) throws(CodeVerifierError) -> CodeVerifier {
    guard (32...96).contains(bytes) else { throw .byteCountOutOfRange(bytes) }
    return encoding(bytes, from: source)
  }

  /// Generates a verifier of an exact length from all 66 unreserved characters, each with the same
  /// probability.
  ///
  /// Base64url never contains `.` and `~`, and it can't produce every length. This function is for
  /// a server or a test that needs either. 43 characters drawn this way hold 259 bits of entropy.
  ///
  /// - Parameters:
  ///   - length: The number of characters, 43 to 128.
  ///   - source: The source of randomness. Tests pass a seeded source. One call draws enough in
  ///     practice. If eight calls didn't give enough usable bytes (a broken source that always
  ///     returns 255, for example), the system's source replaces it.
  /// - Throws: ``CodeVerifierError/lengthOutOfRange(_:)`` for any other number of characters.
  public static func random(
    length: Int, from source: some RandomSource = SystemRandomSource()
  ) throws(CodeVerifierError) -> CodeVerifier {
    guard lengths.contains(length) else { throw .lengthOutOfRange(length) }
    var characters: [UInt8] = []
    characters.reserveCapacity(length)
    var calls = 0
    while characters.count < length {
      // Twice the missing number: 198 of 256 bytes are usable, and the system gives 256 in one
      // call.
      let byteCount = 2 * (length - characters.count)
      let bytes = calls < 8 ? source.exactly(byteCount) : SystemRandomSource().bytes(byteCount)
      calls += 1
      // 198 is the largest multiple of 66 that a byte can hold. Bytes from 198 on are discarded:
      // with them, the first 58 characters would be a third more likely than the last 8.
      characters += bytes.lazy.filter { $0 < 198 }.prefix(length - characters.count).map {
        unreservedCharacters[Int($0 % 66)]
      }
    }
    return CodeVerifier(validText: String(decoding: characters, as: UTF8.self))
  }

  /// The default number of random bytes of a verifier.
  static let defaultBytes = 64

  /// Encodes a number of random bytes that is known to be in range.
  private static func encoding(_ bytes: Int, from source: some RandomSource) -> CodeVerifier {
    // The system's bytes stay on the stack and need no array.
    if type(of: source) == SystemRandomSource.self {
      return unsafe SystemRandomSource.withBytes(bytes) { bytes in
        unsafe CodeVerifier(validText: Base64URL.encode(contiguous: bytes))
      }
    }
    return CodeVerifier(validText: Base64URL.encode(source.exactly(bytes)))
  }

  /// The 66 unreserved characters (RFC 7636 §4.1).
  private static let unreservedCharacters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
