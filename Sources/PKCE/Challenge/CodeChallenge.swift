internal import Crypto

/// What the authorization request shows of a ``CodeVerifier``: the `code_challenge` parameter with its method.
///
/// The client derives one from its verifier with ``init(s256:)``. The server parses the one it receives with
/// ``init(_:method:)``, keeps it with the authorization code, and asks at the token endpoint whether it
/// ``isMet(by:)`` the verifier sent there. RFC 7636 §4.2 to §4.6.
///
/// An S256 challenge may be seen by anybody. A `plain` one *is* the verifier, so that its descriptions are redacted.
public struct CodeChallenge: Sendable {
  /// The characters of the `code_challenge` parameter. Secret if the method is `plain`.
  public let value: String

  /// How the challenge was derived: the `code_challenge_method` parameter.
  public let method: CodeChallengeMethod

  /// Derives the challenge to send: `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`, RFC 7636 §4.2.
  ///
  /// - Parameter verifier: the secret, made for this sign-in alone.
  public init(s256 verifier: CodeVerifier) {
    value = Self.s256(of: verifier)
    method = .s256
  }

  /// Shows the verifier itself as challenge, the `plain` method.
  ///
  /// Only for a server that is known not to support S256; its metadata lists the methods it does
  /// (`code_challenge_methods_supported`, RFC 8414 §2).
  ///
  /// - Warning: Whoever sees the authorization request (a log, a proxy, the browser's history) then has the verifier,
  ///   and an intercepted code can be redeemed. A client that supports S256 must use it (RFC 7636 §4.2), and RFC 9700
  ///   §2.1.1 asks for methods that don't expose the verifier.
  /// - Parameter verifier: the secret that is given away.
  public init(insecurePlain verifier: CodeVerifier) {
    value = verifier.reveal()
    method = .plain
  }

  /// Takes a challenge that came with an authorization request, or one kept in a store.
  ///
  /// Call it at the authorization endpoint and answer `invalid_request` if it throws, so that no code is issued that
  /// nobody can redeem (RFC 7636 §4.4.1).
  ///
  /// - Parameters:
  ///   - received: the characters, after the query or form was decoded.
  ///   - method: the parsed `code_challenge_method`. Whether `plain` is allowed at all is for the caller to decide
  ///     before.
  /// - Throws: for S256 ``CodeChallengeError/notBase64URL(_:)`` or ``CodeChallengeError/wrongLength(count:)``, unless
  ///   it is the one and only encoding of 32 octets; for `plain` ``CodeChallengeError/notAVerifier(_:)``, unless it
  ///   is 43 to 128 unreserved characters.
  public init(_ received: String, method: CodeChallengeMethod) throws(CodeChallengeError) {
    switch method {
    case .s256: try Self.checkS256(received)
    case .plain:
      do { _ = try CodeVerifier(received) } catch { throw .notAVerifier(error) }
    }
    value = received
    self.method = method
  }

  /// Whether the challenge was derived from this verifier, in constant time (RFC 7636 §4.6).
  ///
  /// - Parameter verifier: what the token request sent. If the answer is false, the server's is `invalid_grant`.
  public func isMet(by verifier: CodeVerifier) -> Bool {
    switch method {
    case .s256: equalInConstantTime(Self.s256(of: verifier).utf8, value.utf8)
    case .plain: equalInConstantTime(verifier.reveal().utf8, value.utf8)
    }
  }

  /// The base64url of the digest's 32 octets; its hexadecimal text has no part in it.
  private static func s256(of verifier: CodeVerifier) -> String {
    var hash = SHA256()
    // Safe: the hash reads the octets within the closure and keeps nothing.
    unsafe verifier.withASCII { unsafe hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    return unsafe hash.finalize().withUnsafeBytes { digest in
      // Safe: octets read as octets, within the closure.
      unsafe digest.withMemoryRebound(to: UInt8.self) { unsafe Base64URL.encode(contiguous: $0) }
    }
  }

  /// Refuses what no SHA-256 digest encodes to.
  private static func checkS256(_ received: String) throws(CodeChallengeError) {
    let octets = received.utf8
    // The character at fault says more than the count: a padded challenge has 44. No more than twice what a challenge
    // has is looked at, however much was sent.
    if let error = Base64URL.firstForeign(octets.prefix(86)) { throw .notBase64URL(error) }
    guard octets.count == 43 else { throw .wrongLength(count: octets.count) }
    do { _ = try Base64URL.decode(received) } catch { throw .notBase64URL(error) }
  }
}

extension CodeChallenge: Hashable {
  /// Compares in a time that depends on the methods and lengths alone, since a `plain` challenge is a secret.
  public static func == (left: CodeChallenge, right: CodeChallenge) -> Bool {
    left.method == right.method && equalInConstantTime(left.value.utf8, right.value.utf8)
  }

  /// Feeds method and value to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(value)
  }
}

extension CodeChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the value, the latter redacted for `plain`.
  public var description: String { "\(method.rawValue) \(shown)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Method and value as children, the latter redacted for `plain`.
  public var customMirror: Mirror {
    Mirror(self, children: ["value": shown, "method": method.rawValue], displayStyle: .struct)
  }

  /// What may be seen of the value.
  private var shown: String {
    switch method {
    case .s256: value
    case .plain: "[redacted]"
    }
  }
}
