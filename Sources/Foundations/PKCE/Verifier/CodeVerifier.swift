/// The PKCE secret that ties the token request to the authorization request (RFC 7636 §4.1).
///
/// The client generates one for each sign-in. It sends the derived ``CodeChallenge`` with the
/// authorization request, and the verifier itself only to the token endpoint. The server parses the
/// `code_verifier` of the token request and calls ``CodeChallenge/isMet(by:)`` on the challenge
/// that it saved with the code.
///
/// ```swift
/// let verifier = CodeVerifier.random()
/// let challenge = CodeChallenge(s256: verifier)
/// let form = [("code_verifier", verifier.reveal())]
/// ```
///
/// A verifier has 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`; no other value can be created.
/// Descriptions and dumps are redacted, the type isn't `Codable`, and two verifiers are compared in
/// constant time.
///
/// - Important: Use a verifier for one sign-in only. If it is used again, an attacker who saw it in
///   the first sign-in can redeem the second code.
public struct CodeVerifier: Sendable {
  /// 43 to 128 characters of the unreserved alphabet.
  private let text: String

  /// Parses a verifier from outside: the `code_verifier` of a token request, or one from a store.
  ///
  /// - Parameter characters: The characters, after the form was decoded.
  /// - Throws: ``CodeVerifierError/foreignCharacter(position:)`` if one of the first 128 characters
  ///   isn't in the alphabet; ``CodeVerifierError/tooShort(count:)`` or
  ///   ``CodeVerifierError/tooLong(count:)`` if there aren't 43 to 128.
  public init(_ characters: String) throws(CodeVerifierError) {
    let bytes = characters.utf8
    // At most 128 characters are examined, so a long text costs no time.
    for (position, byte) in bytes.prefix(Self.lengths.upperBound).enumerated() where !Self.isUnreserved(byte) {
      throw .foreignCharacter(position: position)
    }
    guard bytes.count >= Self.lengths.lowerBound else { throw .tooShort(count: bytes.count) }
    guard bytes.count <= Self.lengths.upperBound else { throw .tooLong(count: bytes.count) }
    text = characters
  }

  /// Wraps a generated text that is known to have the alphabet and the length.
  init(validText text: String) {
    self.text = text
  }

  /// Returns the characters, for the `code_verifier` parameter of the token request (RFC 7636
  /// §4.5).
  ///
  /// This call is the only way to read them, so a search finds every place where a verifier leaves
  /// its type. Don't print, log or store the result in plain text: it would expose the sign-in.
  public func reveal() -> String {
    text
  }

  /// Passes the characters to `body` as ASCII bytes. They are copied only if the text isn't native
  /// to Swift (Apple platforms).
  func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Safe, here and below: the memory is valid during `body`, and its callers don't let it escape.
    if let result = unsafe text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return unsafe withCopiedASCII(body)
  }

  /// Does the same with a copy. The function is never inlined, so the text is retained only on this
  /// path.
  @inline(never)
  private func withCopiedASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe Array(text.utf8).withUnsafeBufferPointer(body)
  }

  /// The numbers of characters that a verifier can have (RFC 7636 §4.1).
  static let lengths = 43...128

  /// Returns whether a byte is one of the unreserved characters (RFC 3986 §2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
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
  /// Compares in a time that depends only on the lengths.
  public static func == (lhs: CodeVerifier, rhs: CodeVerifier) -> Bool {
    equalInConstantTime(lhs.text.utf8, rhs.text.utf8)
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

  /// No children, so that `dump` and other reflection find no secret.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
