/// How a code challenge is derived from its verifier: the `code_challenge_method` parameter (RFC 7636 §4.2, §4.3).
///
/// Raw values are the names on the wire, and case counts: `CodeChallengeMethod(rawValue: "s256")` is `nil`.
///
/// - Important: RFC 7636 §4.3 reads an absent parameter as `plain`. Nothing in this module does that by itself; a
///   server that wants it has to say so.
public enum CodeChallengeMethod: String, Sendable, Hashable, CaseIterable {
  /// The base64url of the SHA-256 digest of the verifier. Every client that can must use it.
  case s256 = "S256"

  /// The verifier itself, which protects against nobody who can read the authorization request (RFC 7636 §7.2). OAuth
  /// 2.1 and RFC 9700 §2.1.1 ask for S256 instead.
  case plain
}
