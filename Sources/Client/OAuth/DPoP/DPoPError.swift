public import OAuthCore

/// The reason why a key can't be used for DPoP.
public enum DPoPError: Error, Sendable, Hashable {
  /// The key is an HMAC secret, but DPoP needs an asymmetric algorithm (RFC 9449 §4.2).
  case symmetricKey
}

extension DPoPError: ExplainedError {
  /// A stable name for programs, in snake case.
  public var code: String { "dpop_symmetric_key" }
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }
  /// Always `ErrorCategory.mistake`.
  public var category: ErrorCategory { .mistake }
  /// The problem and its cause.
  public var explanation: String { "The key is a shared secret, which proves nothing to a resource (RFC 9449 §4.2)." }
  /// The remedy: the next step of the user or the developer.
  public var remedy: String { "Use a key for ES256." }
}
