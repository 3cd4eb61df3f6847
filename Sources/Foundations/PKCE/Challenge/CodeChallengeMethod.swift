/// The method that derives a code challenge from its verifier: the `code_challenge_method`
/// parameter (RFC 7636 §4.2, §4.3).
///
/// Raw values are the names on the wire, and they are case-sensitive:
/// `CodeChallengeMethod(rawValue: "s256")` is `nil`.
///
/// - Important: RFC 7636 §4.3 reads an absent parameter as `plain`. This module never does; a
///   server that wants this default must choose it in its own code.
public enum CodeChallengeMethod: String, Sendable, Hashable, CaseIterable {
  /// The base64url of the verifier's SHA-256 digest. Every client that supports S256 must use it
  /// (RFC 7636 §4.2).
  case s256 = "S256"

  /// The verifier itself. It gives no protection from an attacker who can read the authorization
  /// request (RFC 7636 §7.2). OAuth 2.1 and RFC 9700 §2.1.1 ask for S256 instead.
  case plain
}
