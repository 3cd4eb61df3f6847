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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .wrongSubject: "userinfo_wrong_sub"
    case .wrongContentType: "userinfo_wrong_content_type"
    case .malformed: "userinfo_malformed"
    case .notSigned: "userinfo_not_signed"
    case .notVerified(let cause): "userinfo_" + cause.code
    case .notDecrypted(let cause): "userinfo_" + cause.code
    case .claims(let cause): "userinfo_" + cause.code
    }
  }

  /// Always `FlowStep.resource`.
  public var step: FlowStep { .resource }

  /// Always `ErrorCategory.invalidInput`.
  public var category: ErrorCategory { .invalidInput }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .wrongSubject:
      "The UserInfo answer is about another user than the ID token (sub, OpenID Connect Core §5.3.2)."
    case .wrongContentType(let type): "The UserInfo answer is \(type), not JSON or a JWT (OpenID Connect Core §5.3.2)."
    case .malformed: "The UserInfo answer is not a JSON object with a sub (OpenID Connect Core §5.3.2)."
    case .notSigned: "The UserInfo answer is not signed, although the client registered for signed answers."
    case .notVerified(let cause): "The UserInfo answer is not accepted. \(cause.explanation)"
    case .notDecrypted(let cause): "The UserInfo answer is not accepted. \(cause.explanation)"
    case .claims(let cause): "The UserInfo answer is not accepted. \(cause.explanation)"
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .wrongSubject: "Do not use the answer; sign in again."
    case .notVerified(let cause): cause.remedy
    case .notDecrypted(let cause): cause.remedy
    case .claims(let cause): cause.remedy
    case .notSigned: "Check the client's userinfo_signed_response_alg at the server."
    case .wrongContentType, .malformed:
      "Check the UserInfo endpoint's address; if it is right, tell the server's operator."
    }
  }
}
