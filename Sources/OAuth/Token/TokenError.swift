public import OAuthCore

/// Why the token endpoint gave no tokens.
public enum TokenError: Error, Sendable, Hashable {
  /// The server refused (RFC 6749 §5.2). The status is kept because some servers refuse with 200.
  case refused(ErrorResponse, status: Int)
  /// Neither tokens nor an OAuth error: a status that says why, and how long the server asks to wait.
  case unexpectedStatus(Int, retryAfter: Duration?)
  /// The endpoint answered with a redirect, which is never followed: it would carry the code or secret elsewhere.
  case redirected(status: Int)
  /// The body is neither JSON nor a form.
  case wrongContentType(UntrustedText)
  /// The body says it is JSON and isn't, or is too large or too deep.
  case malformedJSON(JSONError)
  /// The body says it is a form and isn't.
  case malformedForm(FormDecodingError)
  /// The JSON is no object.
  case notAnObject
  /// A form has a member twice.
  case repeatedMember(String)
  /// A member that must be there isn't (RFC 6749 §5.1).
  case missingMember(String)
  /// A member has a value that can't be used.
  case malformedMember(String)
  /// The token must be presented in a way that Pixy doesn't know (RFC 6749 §7.1).
  case unknownTokenType(UntrustedText)
  /// A bearer token came where one bound to the client's key was asked for (RFC 9449 §5).
  case notBound
  /// The code was given to another client, or by another server.
  case foreignCode

  /// Whether the same request may succeed later, with nothing changed: the server is overloaded or broken.
  public var isTransient: Bool {
    switch self {
    case .unexpectedStatus(let status, _): status == 429 || status >= 500
    case .refused(let response, let status):
      status == 429 || status >= 500 || response.error == .temporarilyUnavailable || response.error == .serverError
    default: false
    }
  }
}

extension TokenError: ExplainedError {
  /// The case's name in snake case.
  public var code: String {
    switch self {
    case .refused: "token_refused"
    case .unexpectedStatus: "unexpected_status"
    case .redirected: "token_endpoint_redirected"
    case .wrongContentType: "wrong_content_type"
    case .malformedJSON: "malformed_json"
    case .malformedForm: "malformed_form"
    case .notAnObject: "not_an_object"
    case .repeatedMember: "repeated_member"
    case .missingMember: "missing_member"
    case .malformedMember: "malformed_member"
    case .unknownTokenType: "unknown_token_type"
    case .notBound: "token_not_bound"
    case .foreignCode: "foreign_code"
    }
  }

  /// Always `FlowStep.token`.
  public var step: FlowStep { .token }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .refused(let response, _): "The token endpoint refused: \(response)."
    case .unexpectedStatus(let status, _): "The token endpoint answered with status \(status) and no OAuth error."
    case .redirected(let status):
      "The token endpoint answered with a redirect (status \(status)), which is not followed: it would carry the code or a secret elsewhere."
    case .wrongContentType(let type):
      "The token endpoint answered with \(type) instead of JSON (RFC 6749 §5.1)."
    case .malformedJSON(let cause): "The token endpoint's answer cannot be read: \(cause)."
    case .malformedForm(let cause): "The token endpoint's answer cannot be read: \(cause)."
    case .notAnObject: "The token endpoint's answer is not a JSON object (RFC 6749 §5.1)."
    case .repeatedMember(let name): "The token endpoint's answer has \(UntrustedText(name)) twice."
    case .missingMember(let name): "The token endpoint's answer has no \(name) (RFC 6749 §5.1)."
    case .malformedMember(let name): "The \(name) in the token endpoint's answer cannot be used (RFC 6749 §5.1)."
    case .unknownTokenType(let type):
      "The token endpoint gave a token of type \(type), which Pixy cannot present (RFC 6749 §7.1)."
    case .notBound: "The token endpoint gave a token that is not bound to the client's key, as was asked (RFC 9449 §5)."
    case .foreignCode: "The code was given to another client or by another authorization server."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .refused(let response, _) where response.error == .invalidGrant:
      "Sign in again: the code or refresh token is spent, expired or revoked."
    case .refused(let response, _) where response.error == .invalidClient:
      "Check the client id, its secret, and how the client is registered to authenticate."
    case .unexpectedStatus(let status, let wait) where status == 429 || status >= 500:
      wait.map { "Try again in \($0.components.seconds) s." } ?? "Try again later; nothing was changed here."
    case .redirected, .wrongContentType, .unexpectedStatus: "Check the token endpoint's address."
    case .refused: "Check the client's registration and the request's parameters."
    case .notBound: "Ask the server's operator for DPoP, or leave the key out if bearer tokens are good enough."
    case .foreignCode: "Redeem it with the client that began the sign-in."
    default: "Tell the server's operator: its answer is not what the specification asks for."
    }
  }
}
