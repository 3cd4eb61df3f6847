public import JOSE
public import OAuthCore

/// The reason why an answer from the browser isn't accepted, or carries no code.
public enum CallbackError: Error, Sendable, Hashable {
  /// The reason why an answer can't be read.
  public enum Malformation: Sendable, Hashable {
    /// The address isn't a URI.
    case notAURI
    /// The parameters aren't form-encoded.
    case form(FormDecodingError)
  }

  /// The answer can't be read.
  case malformed(Malformation)
  /// The address isn't this attempt's redirect URI. The attempt still waits.
  case anotherRedirectURI
  /// The answer isn't in the part that the response mode asks for: query, fragment or form. The
  /// attempt still waits.
  case anotherResponseMode
  /// The request asked for a signed answer, and this one isn't signed (JARM §2.3). The attempt
  /// still waits.
  case unsignedResponse
  /// The signature isn't the server's, or the signed answer can't be read (JARM §2.4). The attempt
  /// still waits.
  case forgedResponse(JOSEError)
  /// This claim of a signed answer is missing or wrong: another issuer, another client, or expired
  /// (JARM §2.4). The attempt still waits.
  case unacceptableResponseClaim(String)
  /// A parameter appears twice (RFC 6749 §3.1). The attempt still waits.
  case repeatedParameter(String)
  /// The answer has no `state`. The attempt still waits.
  case missingState
  /// The `state` isn't this attempt's: another party may have begun that sign-in (RFC 6749 §10.12).
  /// The attempt still waits.
  case foreignState
  /// This attempt has already had its answer.
  case alreadyCompleted
  /// This attempt was sealed. Only an attempt that is restored from the sealed text accepts the
  /// answer.
  case sealed
  /// The server promised `iss` in every answer, and it is missing (RFC 9207 §2.4).
  case missingIssuer
  /// The answer comes from another authorization server: a mix-up attack (RFC 9207 §1).
  case wrongIssuer
  /// The server or the user refused (RFC 6749 §4.1.2.1).
  case refused(ErrorResponse)
  /// The answer has neither a code nor an error.
  case missingCode
}

extension CallbackError: ExplainedError {
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .malformed: "callback_malformed"
    case .anotherRedirectURI: "another_redirect_uri"
    case .anotherResponseMode: "another_response_mode"
    case .unsignedResponse: "unsigned_response"
    case .forgedResponse: "forged_response"
    case .unacceptableResponseClaim: "unacceptable_response_claim"
    case .repeatedParameter: "repeated_parameter"
    case .missingState: "missing_state"
    case .foreignState: "foreign_state"
    case .alreadyCompleted: "already_completed"
    case .sealed: "attempt_sealed"
    case .missingIssuer: "missing_issuer"
    case .wrongIssuer: "wrong_issuer"
    case .refused: "authorization_refused"
    case .missingCode: "missing_code"
    }
  }

  /// Always `FlowStep.callback`.
  public var step: FlowStep { .callback }

  /// `ErrorCategory.cancelled` if the user denied the request. The server may deny requests by its
  /// own rules with the same code, `access_denied` (RFC 6749 §4.1.2.1).
  public var category: ErrorCategory {
    switch self {
    case .sealed: .mistake
    case .refused(let response): Self.category(of: response.error)
    case .malformed, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse, .forgedResponse,
      .unacceptableResponseClaim, .repeatedParameter, .missingState, .foreignState, .alreadyCompleted, .missingIssuer,
      .wrongIssuer, .missingCode:
      .invalidInput
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .malformed(.notAURI): "The browser came back with a text that is not an address."
    case .malformed(.form(let cause)): "The answer from the browser cannot be read. \(cause.explanation)"
    case .anotherRedirectURI: "The browser came back to an address that is not this sign-in's redirect URI."
    case .anotherResponseMode:
      "The answer did not come as the request asked (response_mode, OAuth 2.0 Multiple Response Types §2.1)."
    case .unsignedResponse: "The answer is not signed, although the request asked for a signed one (JARM §2.3)."
    case .forgedResponse(let cause): "The signed answer cannot be trusted: \(cause.explanation)"
    case .unacceptableResponseClaim(let name):
      "The \(name) of the signed answer is missing, or does not fit this sign-in at this time (JARM §2.4)."
    case .repeatedParameter(let name):
      "The answer has the parameter \(UntrustedText(name)) more than once (RFC 6749 §3.1)."
    case .missingState: "The answer has no state, so nothing shows that it belongs to this sign-in (RFC 6749 §4.1.2)."
    case .foreignState:
      "The state of the answer is not this sign-in's: another sign-in or another person caused it (RFC 6749 §10.12)."
    case .alreadyCompleted: "This sign-in has already had its answer; a second one is not accepted."
    case .sealed: "This sign-in was sealed, so that another process takes its answer."
    case .missingIssuer:
      "The answer has no iss, although the authorization server promised one in every answer (RFC 9207 §2.4)."
    case .wrongIssuer: "The answer does not come from the authorization server that was asked (iss, RFC 9207 §2.4)."
    case .refused(let response): "The authorization server refused: \(response)."
    case .missingCode: "The answer has neither a code nor an error (RFC 6749 §4.1.2)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .refused(let response) where Self.denials.contains(response.error):
      "Sign in again and agree if you want this application to have access."
    case .refused(let response) where response.error == .invalidScope: "Ask for a scope that the server supports."
    case .refused(let response) where Self.interactions.contains(response.error):
      "Sign in again, and let the server show its pages."
    case .refused where category == .temporary: "Try again later."
    case .refused: "Check the client's registration and the request's parameters."
    case .alreadyCompleted, .missingState, .foreignState, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse,
      .forgedResponse, .unacceptableResponseClaim:
      "Sign in from the beginning. If you did not sign in twice, another person may have sent you a link."
    case .sealed: "Restore the sign-in from its sealed text, and pass the answer to the restored one."
    case .wrongIssuer, .missingIssuer:
      "Do not continue: the code may belong to another server. Check the configured issuer."
    case .malformed, .repeatedParameter, .missingCode:
      "Sign in again; if it happens again, tell the server's operator."
    }
  }
}

extension CallbackError {
  // RFC 6749 §4.1.2.1, and Apple's own code.
  private static var denials: Set<ErrorCode> { [.accessDenied, ErrorCode("user_cancelled_authorize")] }
  // OpenID Connect Core §3.1.2.6: the server needs a page, and the client requested none.
  private static var interactions: Set<ErrorCode> {
    [.loginRequired, .consentRequired, ErrorCode("interaction_required"), ErrorCode("account_selection_required")]
  }

  private static func category(of error: ErrorCode) -> ErrorCategory {
    if denials.contains(error) { return .cancelled }
    if interactions.contains(error) { return .signInNeeded }
    return error == .serverError || error == .temporarilyUnavailable ? .temporary : .refused
  }

  /// Whether the attempt still waits for its own answer, because this one may come from an
  /// attacker.
  public var leavesWaiting: Bool {
    switch self {
    case .malformed, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse, .forgedResponse,
      .unacceptableResponseClaim, .repeatedParameter, .missingState, .foreignState:
      true
    case .alreadyCompleted, .sealed, .missingIssuer, .wrongIssuer, .refused, .missingCode: false
    }
  }
}
