/// The secret that proves that the one who redeems an authorization code is the one who asked for it.
///
/// The client makes one for each sign-in, sends the ``CodeChallenge`` derived from it with the authorization request,
/// and shows the verifier itself only to the token endpoint. The server makes one of the `code_verifier` it received
/// and asks whether the challenge it kept with the code ``CodeChallenge/isMet(by:)`` it. RFC 7636 §4.1.
///
/// It is 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`; a value of this type is never anything else. Descriptions and
/// dumps are redacted, it isn't `Codable`, and two verifiers are compared in constant time.
///
/// - Important: A verifier is for one sign-in. Used for a second, whoever saw the first one can redeem the second code.
public struct CodeVerifier: Sendable {
  /// 43 to 128 characters of the unreserved alphabet.
  private let text: String

  /// Takes a verifier that came from outside: the `code_verifier` of a token request, or one kept in a store.
  ///
  /// - Parameter received: the characters, after the form was decoded.
  /// - Throws: ``CodeVerifierError/foreignCharacter(position:)`` if one of the first 128 isn't of the alphabet;
  ///   ``CodeVerifierError/tooShort(count:)`` or ``CodeVerifierError/tooLong(count:)`` if there aren't 43 to 128.
  public init(_ received: String) throws(CodeVerifierError) {
    let octets = received.utf8
    // No more than what a verifier can have is looked at, however much was sent.
    for (position, octet) in octets.prefix(Self.lengths.upperBound).enumerated() where !Self.isUnreserved(octet) {
      throw .foreignCharacter(position: position)
    }
    guard octets.count >= Self.lengths.lowerBound else { throw .tooShort(count: octets.count) }
    guard octets.count <= Self.lengths.upperBound else { throw .tooLong(count: octets.count) }
    text = received
  }

  /// Takes text that was just made of the alphabet, with a length in range.
  init(made text: String) {
    self.text = text
  }

  /// The characters, for the `code_verifier` parameter of the token request (RFC 7636 §4.5).
  ///
  /// This call is the only way to read them, so that every place where a verifier leaves its type can be searched for.
  /// Anything else that prints, logs or stores them in plain text gives the sign-in away.
  public func reveal() -> String {
    text
  }

  /// Lends the characters as ASCII octets, without copying them unless the text isn't Swift's own (Apple platforms).
  func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Safe, here and below: the memory is lent for the duration of `body`; its callers don't let it escape.
    if let result = unsafe text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return unsafe withCopiedASCII(body)
  }

  /// The same with a copy. A function of its own, never inlined, so that the text is retained only if it comes to this.
  @inline(never)
  private func withCopiedASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe Array(text.utf8).withUnsafeBufferPointer(body)
  }

  /// How many characters a verifier can have (RFC 7636 §4.1).
  static let lengths = 43...128

  /// Whether an octet is one of the unreserved characters of RFC 3986 §2.3.
  static func isUnreserved(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}

extension CodeVerifier: Hashable {
  /// Compares in a time that depends on the lengths alone.
  public static func == (left: CodeVerifier, right: CodeVerifier) -> Bool {
    equalInConstantTime(left.text.utf8, right.text.utf8)
  }

  /// Feeds the characters to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension CodeVerifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }

  /// Always `[redacted]`.
  public var debugDescription: String { "[redacted]" }

  /// Has no children, so that `dump` and other reflection find nothing.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
