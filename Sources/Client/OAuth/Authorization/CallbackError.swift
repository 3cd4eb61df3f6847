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
  /// The code has a character that no code can have (RFC 6749 §A.11).
  case malformedCode
}

extension CallbackError: ExplainedError {
  /// The facts of each case. An answer that doesn't belong to the attempt has the remedy of a forged one.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .callback, .invalidInput,
      remedy: "Sign in from the beginning. If you did not sign in twice, another person may have sent you a link.")
    let newSignIn = "Sign in again; if it happens again, tell the server's operator."
    let mixUp = "Do not continue: the code may belong to another server. Check the configured issuer."
    return switch self {
    case .malformed(.notAURI):
      row(
        "callback_malformed", "The browser came back with a text that is not an address.", remedy: newSignIn)
    case .malformed(.form(let cause)):
      row(
        "callback_malformed", "The answer from the browser cannot be read. \(cause.explanation)", remedy: newSignIn)
    case .anotherRedirectURI:
      row("another_redirect_uri", "The browser came back to an address that is not this sign-in's redirect URI.")
    case .anotherResponseMode:
      row(
        "another_response_mode",
        "The answer did not come as the request asked (response_mode, OAuth 2.0 Multiple Response Types §2.1).")
    case .unsignedResponse:
      row("unsigned_response", "The answer is not signed, although the request asked for a signed one (JARM §2.3).")
    case .forgedResponse(let cause):
      row("forged_response", "The signed answer cannot be trusted: \(cause.explanation)")
    case .unacceptableResponseClaim(let name):
      row(
        "unacceptable_response_claim",
        "The \(name) of the signed answer is missing, or does not fit this sign-in at this time (JARM §2.4).")
    case .repeatedParameter(let name):
      row(
        "repeated_parameter",
        "The answer has the parameter \(UntrustedText(name)) more than once (RFC 6749 §3.1).", remedy: newSignIn)
    case .missingState:
      row(
        "missing_state",
        "The answer has no state, so nothing shows that it belongs to this sign-in (RFC 6749 §4.1.2).")
    case .foreignState:
      row(
        "foreign_state",
        "The state of the answer is not this sign-in's: another sign-in or another person caused it (RFC 6749 "
          + "§10.12).")
    case .alreadyCompleted:
      row("already_completed", "This sign-in has already had its answer; a second one is not accepted.")
    case .sealed:
      ErrorFacts(
        "attempt_sealed", at: .callback, .mistake,
        "This sign-in was sealed, so that another process takes its answer.",
        remedy: "Restore the sign-in from its sealed text, and pass the answer to the restored one.")
    case .missingIssuer:
      row(
        "missing_issuer",
        "The answer has no iss, although the authorization server promised one in every answer (RFC 9207 §2.4).",
        remedy: mixUp)
    case .wrongIssuer:
      row(
        "wrong_issuer",
        "The answer does not come from the authorization server that was asked (iss, RFC 9207 §2.4).", remedy: mixUp)
    case .refused(let response): Self.facts(of: response)
    case .missingCode:
      row(
        "missing_code", "The answer has neither a code nor an error (RFC 6749 §4.1.2).", remedy: newSignIn)
    case .malformedCode:
      row(
        "malformed_code",
        "The code in the answer has a character that no code can have (RFC 6749 §A.11).",
        remedy: newSignIn)
    }
  }

  /// The facts of a refusal, by the server's code. The server may deny requests by its own rules with
  /// the same code as the user, `access_denied` (RFC 6749 §4.1.2.1).
  private static func facts(of response: ErrorResponse) -> ErrorFacts {
    let (category, remedy): (ErrorCategory, String) =
      switch response.error {
      // RFC 6749 §4.1.2.1, and Apple's own code.
      case .accessDenied, ErrorCode("user_cancelled_authorize"):
        (.cancelled, "Sign in again and agree if you want this application to have access.")
      // OpenID Connect Core §3.1.2.6: the server needs a page, and the client requested none.
      case let error where error.needsUser:
        (.signInNeeded, "Sign in again, and let the server show its pages.")
      case .serverError, .temporarilyUnavailable: (.temporary, "Try again later.")
      case .invalidScope: (.refused, "Ask for a scope that the server supports.")
      case .invalidTarget: (.refused, ErrorCode.targetRemedy)
      default: (.refused, "Check the client's registration and the request's parameters.")
      }
    return ErrorFacts(
      "authorization_refused", at: .callback, category, "The authorization server refused: \(response.asSentence)",
      remedy: remedy)
  }
}

extension CallbackError {
  /// Whether the attempt still waits for its own answer, because this one may come from an
  /// attacker.
  public var leavesWaiting: Bool {
    switch self {
    case .malformed, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse, .forgedResponse,
      .unacceptableResponseClaim, .repeatedParameter, .missingState, .foreignState:
      true
    case .alreadyCompleted, .sealed, .missingIssuer, .wrongIssuer, .refused, .missingCode, .malformedCode: false
    }
  }
}
