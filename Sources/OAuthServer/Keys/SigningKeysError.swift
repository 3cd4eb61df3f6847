public import OAuthCore

/// Why a server can't sign with such keys. No case holds any of a key.
public enum SigningKeysError: Error, Sendable, Hashable {
  /// A key has no `kid`, so that no header could name it (OpenID Connect Core §10.1).
  case noKeyID
  /// Two keys have this `kid`.
  case repeatedKeyID(String)
  /// Two keys sign with this algorithm.
  case repeatedAlgorithm(String)
  /// The key with this `kid` is a secret, which must not be published, or isn't meant for signatures.
  case notPublic(String)
}

extension SigningKeysError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .noKeyID: "signing_key_without_kid"
    case .repeatedKeyID: "signing_key_kid_repeated"
    case .repeatedAlgorithm: "signing_key_algorithm_repeated"
    case .notPublic: "signing_key_not_public"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is wrong with the keys.
  public var explanation: String {
    switch self {
    case .noKeyID: "A signing key has no kid, so that tokens could not name it (OpenID Connect Core §10.1)."
    case .repeatedKeyID(let name):
      "Two signing keys have the kid \(UntrustedText(name)), so that tokens could not tell them apart."
    case .repeatedAlgorithm(let name):
      "Two keys would sign with \(UntrustedText(name)), and nothing says which of them does."
    case .notPublic(let name):
      "The key \(UntrustedText(name)) is a secret, or its use, key_ops or alg is not that of a signature's public key."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .noKeyID: "Give the key a kid, such as its thumbprint (RFC 7638)."
    case .repeatedKeyID: "Give each key a kid of its own, and never use one again."
    case .repeatedAlgorithm: "Give one to sign, and the public part of the other to be published."
    case .notPublic: "Use a key for RS256 or another asymmetric algorithm."
    }
  }
}
