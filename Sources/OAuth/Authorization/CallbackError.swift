public import JOSE
public import OAuthCore

/// Why an answer from the browser brought no code.
public enum CallbackError: Error, Sendable, Hashable {
  /// Why it can't be read at all.
  public enum Malformation: Sendable, Hashable {
    /// The address is no URI.
    case notAURI
    /// Its parameters aren't a form.
    case form(FormDecodingError)
  }

  /// The answer can't be read.
  case malformed(Malformation)
  /// The address isn't this attempt's redirect URI. The attempt still waits.
  case anotherRedirectURI
  /// The answer came in another part of the address, or not as the form, that the response mode asks for. The attempt still
  /// waits.
  case anotherResponseMode
  /// A signed answer was asked for, and this one isn't signed (JARM §2.3). The attempt still waits.
  case unsignedResponse
  /// The signed answer's signature isn't the server's, or it can't be read (JARM §2.4). The attempt still waits.
  case forgedResponse(JOSEError)
  /// The claim of a signed answer is missing or wrong: another issuer, another client, or too old (JARM §2.4). The attempt
  /// still waits.
  case unacceptableResponseClaim(String)
  /// A parameter appears twice (RFC 6749 §3.1). The attempt still waits.
  case repeatedParameter(String)
  /// There is no `state`. The attempt still waits.
  case missingState
  /// The `state` isn't this attempt's: somebody else began this sign-in (RFC 6749 §10.12). The attempt still waits.
  case foreignState
  /// This attempt has had its answer.
  case alreadyCompleted
  /// The server promised `iss` in every answer and it isn't there (RFC 9207 §2.4).
  case missingIssuer
  /// The answer comes from another authorization server: a mix-up (RFC 9207 §1).
  case wrongIssuer
  /// The server or the person refused (RFC 6749 §4.1.2.1).
  case refused(ErrorResponse)
  /// There is neither a code nor an error.
  case missingCode
}

extension CallbackError: ExplainedError {
  /// The case's name in snake case.
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
    case .missingIssuer: "missing_issuer"
    case .wrongIssuer: "wrong_issuer"
    case .refused: "authorization_refused"
    case .missingCode: "missing_code"
    }
  }

  /// Always `FlowStep.callback`.
  public var step: FlowStep { .callback }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .malformed(.notAURI): "The browser came back with something that is not an address."
    case .malformed(.form(let cause)): "The answer from the browser cannot be read: \(cause)."
    case .anotherRedirectURI: "The browser came back to an address that is not this sign-in's redirect URI."
    case .anotherResponseMode:
      "The answer came another way than was asked for (response_mode, OAuth 2.0 Multiple Response Types §2.1)."
    case .unsignedResponse: "The answer is not signed, although a signed one was asked for (JARM §2.3)."
    case .forgedResponse(let cause): "The signed answer cannot be trusted: \(cause.explanation)"
    case .unacceptableResponseClaim(let name):
      "The \(name) of the signed answer is missing, or is not what this sign-in expects at this time (JARM §2.4)."
    case .repeatedParameter(let name):
      "The answer has the parameter \(UntrustedText(name)) more than once (RFC 6749 §3.1)."
    case .missingState: "The answer has no state, so nothing shows that it belongs to this sign-in (RFC 6749 §4.1.2)."
    case .foreignState:
      "The state of the answer is not this sign-in's: another sign-in, or somebody else, caused it (RFC 6749 §10.12)."
    case .alreadyCompleted: "This sign-in has already had its answer; a second one is not accepted."
    case .missingIssuer:
      "The answer does not say which authorization server it comes from, although the server promised to (iss, RFC 9207 §2.4)."
    case .wrongIssuer: "The answer comes from another authorization server than the one asked (iss, RFC 9207 §2.4)."
    case .refused(let response): "The authorization server refused: \(response)."
    case .missingCode: "The answer has neither a code nor an error (RFC 6749 §4.1.2)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .refused(let response) where Self.denials.contains(response.error):
      "Sign in again and agree if you want this application to have access."
    case .refused(let response) where response.error == .invalidScope: "Ask for a scope that the server knows."
    case .refused(let response)
    where response.error == .serverError || response.error == .temporarilyUnavailable:
      "Try again later."
    case .refused: "Check the client's registration and the request's parameters."
    case .alreadyCompleted, .missingState, .foreignState, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse,
      .forgedResponse, .unacceptableResponseClaim:
      "If you did not sign in twice, somebody may have sent you a link; sign in from the beginning."
    case .wrongIssuer, .missingIssuer:
      "Do not go on: the code may belong to another server. Check the issuer's configuration."
    case .malformed, .repeatedParameter, .missingCode:
      "Sign in again; if it happens again, tell the server's operator."
    }
  }
}

extension CallbackError {
  // RFC 6749 §4.1.2.1, and Apple's own word.
  private static var denials: Set<ErrorCode> { [.accessDenied, ErrorCode("user_cancelled_authorize")] }

  /// Whether the attempt still waits for its own answer: anybody could have sent this one.
  public var leavesWaiting: Bool {
    switch self {
    case .malformed, .anotherRedirectURI, .anotherResponseMode, .unsignedResponse, .forgedResponse,
      .unacceptableResponseClaim, .repeatedParameter, .missingState, .foreignState:
      true
    case .alreadyCompleted, .missingIssuer, .wrongIssuer, .refused, .missingCode: false
    }
  }
}
