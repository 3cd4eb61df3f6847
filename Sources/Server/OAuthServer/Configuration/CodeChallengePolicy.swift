/// The code challenge methods that the server accepts (RFC 7636 §4.2).
public enum CodeChallengePolicy: Sendable, Hashable {
  /// Only S256.
  case s256
  /// S256 and `plain`, including requests that name no method (RFC 7636 §4.3). With `plain`, the
  /// authorization request reveals the verifier, so PKCE protects nothing against its readers (RFC
  /// 9700 §2.1.1).
  case s256AndPlainDespiteExposedVerifier

  /// The names of the methods in the metadata.
  var methodNames: [String] {
    switch self {
    case .s256: ["S256"]
    case .s256AndPlainDespiteExposedVerifier: ["S256", "plain"]
    }
  }
}
