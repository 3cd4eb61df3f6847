extension CodeVerifier {
  /// Makes a verifier of 64 random octets of the system: 86 characters.
  public static func random() -> CodeVerifier {
    random(from: SystemRandomSource())
  }

  /// Makes a verifier of 64 random octets: 86 characters.
  ///
  /// - Parameter source: where the octets come from; tests inject a seeded one.
  public static func random(from source: some RandomSource) -> CodeVerifier {
    encoding(defaultOctets, from: source)
  }

  /// Makes a verifier by encoding random octets of the system as base64url, as RFC 7636 §4.1 recommends.
  ///
  /// - Parameter octets: how many, 32 to 96. 32 give 43 characters and already more entropy than anyone can search; 64
  ///   are the default elsewhere.
  /// - Throws: ``CodeVerifierError/octetsOutOfRange(_:)`` if there would be fewer than 43 or more than 128 characters.
  public static func random(octets: Int) throws(CodeVerifierError) -> CodeVerifier {
    try random(octets: octets, from: SystemRandomSource())
  }

  /// Makes a verifier by encoding random octets as base64url, as RFC 7636 §4.1 recommends.
  ///
  /// - Parameters:
  ///   - octets: how many, 32 to 96.
  ///   - source: where the octets come from; tests inject a seeded one.
  /// - Throws: ``CodeVerifierError/octetsOutOfRange(_:)`` if there would be fewer than 43 or more than 128 characters.
  public static func random(
    octets: Int, from source: some RandomSource
  ) throws(CodeVerifierError) -> CodeVerifier {
    guard (32...96).contains(octets) else { throw .octetsOutOfRange(octets) }
    return encoding(octets, from: source)
  }

  /// Makes a verifier of an exact length out of all 66 unreserved characters, each as likely as the others.
  ///
  /// Base64url never has `.` and `~` and can't give every length; this is for a server or a test that wants either. 43
  /// characters drawn this way hold 259 bits.
  ///
  /// - Parameters:
  ///   - length: how many characters, 43 to 128.
  ///   - source: where the randomness comes from; tests inject a seeded one. One call draws enough in practice. A
  ///     source that after eight calls still hasn't given enough usable octets (one that always says 255, say) is
  ///     given up for the system's.
  /// - Throws: ``CodeVerifierError/lengthOutOfRange(_:)``.
  public static func random(
    length: Int, from source: some RandomSource = SystemRandomSource()
  ) throws(CodeVerifierError) -> CodeVerifier {
    guard lengths.contains(length) else { throw .lengthOutOfRange(length) }
    var characters: [UInt8] = []
    characters.reserveCapacity(length)
    var calls = 0
    while characters.count < length {
      // Twice what is missing: 198 of 256 octets are usable, and the system gives 256 in one call.
      let wanted = 2 * (length - characters.count)
      let octets = calls < 8 ? source.exactly(wanted) : SystemRandomSource().octets(wanted)
      calls += 1
      // 198 is the largest multiple of 66 that an octet can hold. The octets from there on are thrown away; to reduce
      // them as well would make the first 58 characters a third more likely than the last 8.
      characters += octets.lazy.filter { $0 < 198 }.prefix(length - characters.count).map { unreserved[Int($0 % 66)] }
    }
    return CodeVerifier(made: String(decoding: characters, as: UTF8.self))
  }

  /// Number of random octets of a verifier when nothing else is asked for.
  static let defaultOctets = 64

  /// Encodes a number of octets that is known to be in range.
  private static func encoding(_ octets: Int, from source: some RandomSource) -> CodeVerifier {
    // The system's octets needn't become an array on their way.
    if type(of: source) == SystemRandomSource.self {
      return unsafe SystemRandomSource.withOctets(octets) { octets in
        unsafe CodeVerifier(made: Base64URL.encode(contiguous: octets))
      }
    }
    return CodeVerifier(made: Base64URL.encode(source.exactly(octets)))
  }

  /// The 66 characters of RFC 7636 §4.1.
  private static let unreserved = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
