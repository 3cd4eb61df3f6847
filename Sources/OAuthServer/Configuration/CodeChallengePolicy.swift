/// Which code challenge methods the server takes (RFC 7636 §4.2).
public enum CodeChallengePolicy: Sendable, Hashable {
  /// S256 alone.
  case s256
  /// Also `plain`, and with it requests that name no method (RFC 7636 §4.3). Whoever sees the authorization request
  /// then knows the verifier, and PKCE protects nothing (RFC 9700 §2.1.1).
  case s256AndPlainDespiteExposedVerifier

  /// The methods as metadata announces them.
  var methodNames: [String] {
    switch self {
    case .s256: ["S256"]
    case .s256AndPlainDespiteExposedVerifier: ["S256", "plain"]
    }
  }
}
