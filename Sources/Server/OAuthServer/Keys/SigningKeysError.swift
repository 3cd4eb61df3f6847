public import OAuthCore

/// The reason why a server can't sign with the given keys. No case contains a part of a key.
public enum SigningKeysError: Error, Sendable, Hashable {
  /// A key has no `kid`, so no header could identify it (OpenID Connect Core §10.1).
  case noKeyID
  /// Two keys have this `kid`.
  case repeatedKeyID(String)
  /// Two keys sign with this algorithm.
  case repeatedAlgorithm(String)
  /// The key with this `kid` is symmetric and must not be published, or isn't for signatures.
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

  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }

  /// The cause of the error, as a sentence for the operator.
  public var explanation: String {
    switch self {
    case .noKeyID: "A signing key has no kid, so tokens could not identify it (OpenID Connect Core §10.1)."
    case .repeatedKeyID(let name):
      "Two signing keys have the kid \(UntrustedText(name)), so tokens could not tell them apart."
    case .repeatedAlgorithm(let name):
      "Two keys would sign with \(UntrustedText(name)), and only one can."
    case .notPublic(let name):
      "The key \(UntrustedText(name)) is symmetric, or its use, key_ops or alg is not that of a public signature key."
    }
  }

  /// The remedy, as a sentence for the operator.
  public var remedy: String {
    switch self {
    case .noKeyID: "Give the key a kid, such as its thumbprint (RFC 7638)."
    case .repeatedKeyID: "Give each key a kid of its own, and never use a kid again."
    case .repeatedAlgorithm: "Let one key sign, and publish only the public part of the other."
    case .notPublic: "Use a key for RS256 or another asymmetric algorithm."
    }
  }
}
