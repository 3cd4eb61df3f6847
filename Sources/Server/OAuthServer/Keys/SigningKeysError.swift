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
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .noKeyID:
      row(
        "signing_key_without_kid",
        "A signing key has no kid, so tokens could not identify it (OpenID Connect Core §10.1).",
        remedy: "Give the key a kid, such as its thumbprint (RFC 7638).")
    case .repeatedKeyID(let name):
      row(
        "signing_key_kid_repeated",
        "Two signing keys have the kid \(UntrustedText(name)), so tokens could not tell them apart.",
        remedy: "Give each key a kid of its own, and never use a kid again.")
    case .repeatedAlgorithm(let name):
      row(
        "signing_key_algorithm_repeated", "Two keys would sign with \(UntrustedText(name)), and only one can.",
        remedy: "Let one key sign, and publish only the public part of the other.")
    case .notPublic(let name):
      row(
        "signing_key_not_public",
        "The key \(UntrustedText(name)) is symmetric, or its use, key_ops or alg is not that of a public signature "
          + "key.",
        remedy: "Use a key for RS256 or another asymmetric algorithm.")
    }
  }
}
