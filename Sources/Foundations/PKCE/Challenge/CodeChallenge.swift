internal import Crypto

/// The public counterpart of a ``CodeVerifier``: the `code_challenge` parameter with its method.
///
/// The client derives a challenge from its verifier with ``init(s256:)``. The server parses the
/// challenge of an authorization request with ``init(_:method:)`` and saves it with the
/// authorization code. At the token endpoint the server calls ``isMet(by:)`` with the received
/// verifier (RFC 7636 §4.2 to §4.6).
///
/// ```swift
/// let verifier = CodeVerifier.random()
/// let challenge = CodeChallenge(s256: verifier)
/// let isMet = challenge.isMet(by: verifier)  // true
/// ```
///
/// An S256 challenge is public. A `plain` challenge *is* the verifier, so its descriptions are
/// redacted.
public struct CodeChallenge: Sendable {
  /// The characters of the `code_challenge` parameter. They are secret if the method is `plain`.
  public let value: String

  /// The derivation method: the `code_challenge_method` parameter.
  public let method: CodeChallengeMethod

  /// Derives the challenge to send: `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))` (RFC 7636
  /// §4.2).
  ///
  /// - Parameter verifier: The secret, generated for this sign-in only.
  public init(s256 verifier: CodeVerifier) {
    value = Self.s256(of: verifier)
    method = .s256
  }

  /// Uses the verifier itself as the challenge: the `plain` method.
  ///
  /// Use it only for a server that doesn't support S256. The server's metadata lists the methods
  /// that it supports (`code_challenge_methods_supported`, RFC 8414 §2).
  ///
  /// - Warning: The authorization request then contains the verifier. A log, a proxy or the
  ///   browser's history can expose it, and an intercepted code can be redeemed. A client that
  ///   supports S256 must use it (RFC 7636 §4.2), and RFC 9700 §2.1.1 asks for methods that don't
  ///   expose the verifier.
  /// - Parameter verifier: The secret, which the authorization request exposes.
  public init(insecurePlain verifier: CodeVerifier) {
    value = verifier.reveal()
    method = .plain
  }

  /// Parses a challenge from an authorization request or from a store.
  ///
  /// Call it at the authorization endpoint. If it throws, answer `invalid_request`, because a code
  /// with this challenge could never be redeemed (RFC 7636 §4.4.1).
  ///
  /// - Parameters:
  ///   - characters: The characters, after the query or form was decoded.
  ///   - method: The parsed `code_challenge_method`. The caller decides beforehand whether `plain`
  ///     is allowed.
  /// - Throws: For `plain` ``CodeChallengeError/notAVerifier(_:)``, unless the text has 43 to 128
  ///   unreserved characters. For S256 one of the other cases of ``CodeChallengeError``, unless the
  ///   text is the one valid encoding of 32 bytes.
  public init(_ characters: String, method: CodeChallengeMethod) throws(CodeChallengeError) {
    switch method {
    case .s256: try Self.checkS256(characters)
    case .plain:
      do { _ = try CodeVerifier(characters) } catch { throw .notAVerifier(error) }
    }
    value = characters
    self.method = method
  }

  /// Checks in constant time whether the challenge was derived from a verifier (RFC 7636 §4.6).
  ///
  /// - Parameter verifier: The `code_verifier` of the token request. If the result is false, the
  ///   server answers `invalid_grant`.
  public func isMet(by verifier: CodeVerifier) -> Bool {
    switch method {
    case .s256: equalInConstantTime(Self.s256(of: verifier).utf8, value.utf8)
    case .plain: equalInConstantTime(verifier.reveal().utf8, value.utf8)
    }
  }

  /// Returns the base64url of the digest's 32 bytes (not of its hexadecimal text).
  private static func s256(of verifier: CodeVerifier) -> String {
    var hash = SHA256()
    // Safe: the hash reads the bytes within the closure and keeps no pointer.
    unsafe verifier.withASCII { unsafe hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    return unsafe hash.finalize().withUnsafeBytes { digest in
      // Safe: bytes are read as bytes, within the closure.
      unsafe digest.withMemoryRebound(to: UInt8.self) { unsafe Base64URL.encode(contiguous: $0) }
    }
  }

  /// Rejects a text that no SHA-256 digest encodes to.
  private static func checkS256(_ characters: String) throws(CodeChallengeError) {
    let bytes = characters.utf8
    if let mistake = commonMistake(in: bytes) { throw mistake }
    // An invalid character explains more than a wrong count: a padded challenge has 44 characters.
    // At most 86 characters, twice a challenge's length, are examined, so a long text costs no
    // time.
    if let error = Base64URL.firstForeign(bytes.prefix(86)) { throw .notBase64URL(error) }
    guard bytes.count == 43 else { throw .wrongLength(count: bytes.count) }
    do { _ = try Base64URL.decode(characters) } catch { throw .notBase64URL(error) }
  }
}

extension CodeChallenge: Hashable {
  /// Compares in a time that depends only on the methods and lengths, since a `plain` challenge is
  /// a secret.
  public static func == (lhs: CodeChallenge, rhs: CodeChallenge) -> Bool {
    lhs.method == rhs.method && equalInConstantTime(lhs.value.utf8, rhs.value.utf8)
  }

  /// Feeds the method and the value to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(value)
  }
}

extension CodeChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the value. The value is redacted for `plain`.
  public var description: String { "\(method.rawValue) \(visibleValue)" }

  /// The same text as ``description``.
  public var debugDescription: String { description }

  /// The method and the value as children. The value is redacted for `plain`.
  public var customMirror: Mirror {
    Mirror(self, children: ["value": visibleValue, "method": method.rawValue], displayStyle: .struct)
  }

  /// The value if it is public, otherwise `[redacted]`.
  private var visibleValue: String {
    switch method {
    case .s256: value
    case .plain: "[redacted]"
    }
  }
}
