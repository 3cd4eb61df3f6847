public import OAuthCore

/// Why a key can't be used for DPoP.
public enum DPoPError: Error, Sendable, Hashable {
  /// The key is an HMAC's secret (RFC 9449 §4.2 asks for an asymmetric algorithm).
  case symmetricKey
}

extension DPoPError: ExplainedError {
  /// A stable name.
  public var code: String { "dpop_symmetric_key" }
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }
  /// What is wrong.
  public var explanation: String { "A shared secret proves nothing to a resource (RFC 9449 §4.2)." }
  /// What to do about it.
  public var remedy: String { "Use a key for ES256." }
}
