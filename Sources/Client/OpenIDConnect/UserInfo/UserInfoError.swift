public import JOSE
public import OAuthCore

/// The reason why a UserInfo answer isn't accepted (OpenID Connect Core §5.3.4).
public enum UserInfoError: Error, Sendable, Hashable {
  /// The answer is about another user than the ID token (§5.3.2). The access token may have been
  /// replaced.
  case wrongSubject
  /// The answer is neither `application/json` nor `application/jwt`.
  case wrongContentType(UntrustedText)
  /// The answer isn't a JSON object with a `sub`.
  case malformed
  /// The answer isn't signed, although the client registered for signed answers.
  case notSigned
  /// The signature isn't accepted.
  case notVerified(JOSEError)
  /// The answer can't be decrypted.
  case notDecrypted(JSONWebEncryptionError)
  /// A claim of the signed answer is wrong.
  case claims(JWTClaimsError)
}

extension UserInfoError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .resource, .invalidInput)
    let addressRemedy = "Check the UserInfo endpoint's address; if it is right, tell the server's operator."
    return switch self {
    case .wrongSubject:
      row(
        "userinfo_wrong_sub",
        "The UserInfo answer is about another user than the ID token (sub, OpenID Connect Core §5.3.2).",
        remedy: "Do not use the answer; sign in again.")
    case .wrongContentType(let type):
      row(
        "userinfo_wrong_content_type",
        "The UserInfo answer is \(type), not JSON or a JWT (OpenID Connect Core §5.3.2).",
        remedy: addressRemedy)
    case .malformed:
      row(
        "userinfo_malformed", "The UserInfo answer is not a JSON object with a sub (OpenID Connect Core §5.3.2).",
        remedy: addressRemedy)
    case .notSigned:
      row(
        "userinfo_not_signed", "The UserInfo answer is not signed, although the client registered for signed answers.",
        remedy: "Check the client's userinfo_signed_response_alg at the server.")
    case .notVerified(let cause):
      row("userinfo_" + cause.code, "The UserInfo answer is not accepted. \(cause.explanation)", remedy: cause.remedy)
    case .notDecrypted(let cause):
      row("userinfo_" + cause.code, "The UserInfo answer is not accepted. \(cause.explanation)", remedy: cause.remedy)
    case .claims(let cause):
      row("userinfo_" + cause.code, "The UserInfo answer is not accepted. \(cause.explanation)", remedy: cause.remedy)
    }
  }
}
