/// A fresh verifier and its S256 challenge: the PKCE values of one sign-in (RFC 7636).
///
/// A client calls ``generate()`` when a sign-in begins. It sends ``challenge`` and ``method`` with
/// the authorization request, keeps the pair until the sign-in ends, and sends ``verifier`` with
/// the token request. Generate a new pair for each sign-in, even if the previous one was cancelled.
///
/// ```swift
/// let pkce = PKCEChallenge.generate()
///
/// // With the authorization request, through the browser:
/// let query = [
///   ("code_challenge", pkce.challenge.value),
///   ("code_challenge_method", pkce.method.rawValue),
/// ]
///
/// // With the token request, directly to the server:
/// let form = [("code_verifier", pkce.verifier.reveal())]
/// ```
public struct PKCEChallenge: Sendable, Hashable {
  /// The secret for the token request.
  public let verifier: CodeVerifier

  /// The public value for the authorization request.
  public let challenge: CodeChallenge

  /// The derivation method, always `S256`.
  public var method: CodeChallengeMethod { challenge.method }

  /// Pairs a verifier with its S256 challenge.
  ///
  /// - Parameter verifier: The verifier of this sign-in, for example when a sign-in continues in
  ///   another process.
  public init(verifier: CodeVerifier) {
    self.verifier = verifier
    challenge = CodeChallenge(s256: verifier)
  }

  /// Generates a pair from 64 random bytes of the system.
  public static func generate() -> PKCEChallenge {
    PKCEChallenge(verifier: .random())
  }

  /// Generates a pair from 64 random bytes.
  ///
  /// - Parameter source: The source of the bytes. Tests pass a seeded source.
  public static func generate(from source: some RandomSource) -> PKCEChallenge {
    PKCEChallenge(verifier: .random(from: source))
  }

  /// Generates a pair from a chosen number of random bytes of the system.
  ///
  /// - Parameter bytes: The number of bytes, 32 to 96.
  /// - Throws: ``CodeVerifierError/byteCountOutOfRange(_:)`` for any other number.
  public static func generate(bytes: Int) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(bytes: bytes))
  }

  /// Generates a pair from a chosen number of random bytes.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes, 32 to 96.
  ///   - source: The source of the bytes. Tests pass a seeded source.
  /// - Throws: ``CodeVerifierError/byteCountOutOfRange(_:)`` for any other number.
  public static func generate(
    bytes: Int, from source: some RandomSource
  ) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(bytes: bytes, from: source))
  }

  /// Generates a pair whose verifier has a chosen length and uses all characters of RFC 7636 §4.1.
  ///
  /// - Parameters:
  ///   - length: The number of characters, 43 to 128.
  ///   - source: The source of randomness. Tests pass a seeded source.
  /// - Throws: ``CodeVerifierError/lengthOutOfRange(_:)`` for any other number.
  public static func generate(
    length: Int, from source: some RandomSource = SystemRandomSource()
  ) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(length: length, from: source))
  }
}

extension PKCEChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The challenge; the verifier is redacted.
  public var description: String { "\(challenge), verifier \(verifier)" }

  /// The same text as ``description``.
  public var debugDescription: String { description }

  /// The challenge and the redacted verifier as children.
  public var customMirror: Mirror {
    Mirror(self, children: ["verifier": verifier, "challenge": challenge], displayStyle: .struct)
  }
}
