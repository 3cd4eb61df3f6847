public import OAuthCore

/// The reason why a key can't be used for DPoP.
public enum DPoPError: Error, Sendable, Hashable {
  /// The key is an HMAC secret, but DPoP needs an asymmetric algorithm (RFC 9449 §4.2).
  case symmetricKey
}

extension DPoPError: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "dpop_symmetric_key", at: .configuration, .mistake,
      "The key is a shared secret, which proves nothing to a resource (RFC 9449 §4.2).",
      remedy: "Use a key for ES256.")
  }
}
