/// A fresh verifier and the S256 challenge derived from it: all that one sign-in needs of RFC 7636.
///
/// A client calls ``generate()`` when a person wants to sign in, sends ``challenge`` and ``method`` with the
/// authorization request, keeps the pair for as long as that sign-in lasts, and sends ``verifier`` with the token
/// request. It is made anew for each sign-in, also when the one before was given up.
///
/// ```swift
/// let pkce = PKCEChallenge.generate()
/// // To the authorization endpoint, through the browser:
/// //   code_challenge=pkce.challenge.value, code_challenge_method=pkce.method.rawValue
/// // To the token endpoint, with the code that came back:
/// //   code_verifier=pkce.verifier.reveal()
/// ```
public struct PKCEChallenge: Sendable, Hashable {
  /// The secret for the token request.
  public let verifier: CodeVerifier

  /// What the authorization request shows of it.
  public let challenge: CodeChallenge

  /// How the challenge was derived; always `S256`.
  public var method: CodeChallengeMethod { challenge.method }

  /// Pairs a verifier with its S256 challenge.
  ///
  /// - Parameter verifier: one that was made for this sign-in, for example when a sign-in goes on in another process.
  public init(verifier: CodeVerifier) {
    self.verifier = verifier
    challenge = CodeChallenge(s256: verifier)
  }

  /// Makes a pair of 64 random octets of the system.
  public static func generate() -> PKCEChallenge {
    PKCEChallenge(verifier: .random())
  }

  /// Makes a pair of 64 random octets.
  ///
  /// - Parameter source: where the octets come from; tests inject a seeded one.
  public static func generate(from source: some RandomSource) -> PKCEChallenge {
    PKCEChallenge(verifier: .random(from: source))
  }

  /// Makes a pair of a chosen number of random octets of the system.
  ///
  /// - Parameter octets: 32 to 96.
  /// - Throws: ``CodeVerifierError/octetsOutOfRange(_:)``.
  public static func generate(octets: Int) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(octets: octets))
  }

  /// Makes a pair of a chosen number of random octets.
  ///
  /// - Parameters:
  ///   - octets: 32 to 96.
  ///   - source: where the octets come from; tests inject a seeded one.
  /// - Throws: ``CodeVerifierError/octetsOutOfRange(_:)``.
  public static func generate(
    octets: Int, from source: some RandomSource
  ) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(octets: octets, from: source))
  }

  /// Makes a pair whose verifier has a chosen number of characters, out of all that RFC 7636 §4.1 allows.
  ///
  /// - Parameters:
  ///   - length: 43 to 128 characters.
  ///   - source: where the randomness comes from; tests inject a seeded one.
  /// - Throws: ``CodeVerifierError/lengthOutOfRange(_:)``.
  public static func generate(
    length: Int, from source: some RandomSource = SystemRandomSource()
  ) throws(CodeVerifierError) -> PKCEChallenge {
    PKCEChallenge(verifier: try .random(length: length, from: source))
  }
}

extension PKCEChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The challenge; the verifier is redacted.
  public var description: String { "\(challenge), verifier \(verifier)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The challenge and the redacted verifier as children.
  public var customMirror: Mirror {
    Mirror(self, children: ["verifier": verifier, "challenge": challenge], displayStyle: .struct)
  }
}
