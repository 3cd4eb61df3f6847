internal import HTTPTypes
public import OAuthCore

/// The failure of a request to one of the authorization server's endpoints.
///
/// Every call of ``OAuthClient`` that sends a request throws it when the server refused or its
/// answer can't be used. If no answer came, the call throws `HTTPTransportError`.
public struct EndpointError: Error, Sendable, Hashable {
  /// The endpoint that was asked.
  public let endpoint: EndpointName
  /// The problem with the endpoint or its answer.
  public let problem: Problem
  /// The client's authentication method, if the server rejected the client and doesn't announce it.
  var unannounced: UnannouncedAuthentication?

  /// Creates an error of an endpoint, for callers that send requests to it themselves and for
  /// tests.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint that was asked.
  ///   - problem: The problem with the endpoint or its answer.
  public init(_ endpoint: EndpointName, _ problem: Problem) {
    self.endpoint = endpoint
    self.problem = problem
  }

  /// A problem with an endpoint or its answer.
  public enum Problem: Sendable, Hashable {
    /// The server's metadata has no such endpoint, or its address can't be used.
    case notAnnounced
    /// The server refused with an OAuth error (RFC 6749 §5.2). The status is kept because some
    /// servers refuse with 200.
    case refused(ErrorResponse, status: Int)
    /// Neither an answer nor an OAuth error, only a status, with the pause that the server asks
    /// for.
    case unexpectedStatus(Int, retryAfter: Duration?)
    /// The endpoint answered with a redirect. Redirects are never followed: they would carry
    /// secrets elsewhere.
    case redirected(status: Int)
    /// The body is of a media type that this endpoint doesn't use.
    case wrongContentType(UntrustedText)
    /// The body is declared as JSON and isn't, or it is too large or nested too deeply.
    case malformedJSON(JSONError)
    /// The body is declared as a form and isn't.
    case malformedForm(FormDecodingError)
    /// The JSON is not an object.
    case notAnObject
    /// A form has a member twice.
    case repeatedMember(String)
    /// A required member is missing.
    case missingMember(String)
    /// The value of a member can't be used.
    case malformedMember(String)
    /// The token has a type that Pixy can't present (RFC 6749 §7.1).
    case unknownTokenType(UntrustedText)
    /// The server issued a bearer token although the request asked for one bound to the client's
    /// key (RFC 9449 §5).
    case notBound
    /// The code was issued to another client or by another server. Nothing was sent.
    case foreignCode

    /// Returns the status of an answer that says nothing else.
    static func unexpectedStatus(of answer: HTTPAnswer) -> Problem {
      .unexpectedStatus(answer.response.status.code, retryAfter: answer.retryAfter)
    }
  }

  /// The OAuth error that the server refused with, if it sent one.
  public var refusal: ErrorResponse? {
    if case .refused(let response, _) = problem { response } else { nil }
  }

  /// Whether the server turned the request down: with an OAuth error, or with status 401 or 403.
  package var isRefusal: Bool {
    switch problem {
    case .refused, .unexpectedStatus(401, _), .unexpectedStatus(403, _): true
    default: false
    }
  }

  /// The methods that the server announces, if it rejected a client that uses another one.
  package var announcedMethods: [String] { unannounced?.announced ?? [] }

  /// Whether the server rejected the client's authentication (RFC 6749 §5.2).
  package var isAboutClient: Bool {
    switch problem {
    case .refused(let response, _): response.error == .invalidClient
    case .unexpectedStatus(401, _): endpoint != .userInfo
    default: false
    }
  }

  /// The pause before the next attempt that the server asks for, if it does (RFC 9110 §10.2.3).
  public var retryAfter: Duration? {
    if case .unexpectedStatus(_, let wait) = problem { wait } else { nil }
  }
}

extension EndpointError: UncertainOutcome {
  /// Whether the endpoint answered with status 200 and without a usable result.
  package var mayHaveSucceeded: Bool {
    switch problem {
    case .wrongContentType, .malformedJSON, .malformedForm, .notAnObject, .repeatedMember, .missingMember,
      .malformedMember:
      true
    case .notAnnounced, .refused, .unexpectedStatus, .redirected, .unknownTokenType, .notBound, .foreignCode: false
    }
  }
}

extension EndpointError: ExplainedError {
  /// A stable name for programs, in snake case.
  public var code: String {
    switch problem {
    case .notAnnounced: "endpoint_not_announced"
    case .refused: endpoint == .token ? "token_refused" : "endpoint_refused"
    case .unexpectedStatus: "unexpected_status"
    case .redirected: endpoint == .token ? "token_endpoint_redirected" : "endpoint_redirected"
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

  /// The step that the endpoint belongs to.
  public var step: FlowStep {
    switch endpoint {
    case .token, .revocation, .introspection: .token
    case .deviceAuthorization, .backchannelAuthentication, .pushedAuthorizationRequest: .authorization
    case .registration, .clientConfiguration: .configuration
    case .userInfo: .resource
    }
  }

  /// The category of the problem.
  public var category: ErrorCategory {
    switch problem {
    case .refused(let response, let status): Self.category(of: response.error, endpoint, status)
    case .unexpectedStatus(let status, _): ErrorCategory(status: status)
    case .notAnnounced, .foreignCode: .mistake
    case .redirected, .wrongContentType, .malformedJSON, .malformedForm, .notAnObject, .repeatedMember, .missingMember,
      .malformedMember, .unknownTokenType, .notBound:
      .invalidInput
    }
  }

  private static func category(of error: ErrorCode, _ endpoint: EndpointName, _ status: Int) -> ErrorCategory {
    // A server or proxy that is overloaded may send any error.
    if ErrorCategory(status: status) == .temporary { return .temporary }
    return switch error {
    case .serverError, .temporarilyUnavailable, .authorizationPending, .slowDown: .temporary
    // The code or refresh token is spent, expired or revoked (RFC 6749 §5.2).
    case .invalidGrant where endpoint == .token: .signInNeeded
    default: .refused
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    let (name, section) = (endpoint.words, endpoint.answerSection)
    return switch problem {
    case .notAnnounced: "The authorization server's metadata has no usable \(name) (\(endpoint.rawValue))."
    case .refused(let response, _): "The \(name) refused: \(response).\(unannounced.map { " \($0.explanation)" } ?? "")"
    case .unexpectedStatus(let status, _) where isRefusal && endpoint == .userInfo:
      "The \(name) rejected the access token with status \(status) (RFC 6750 §3.1)."
    case .unexpectedStatus(401, _):
      "The \(name) rejected the client's authentication with status 401 (RFC 6749 §5.2)."
        + (unannounced.map { " \($0.explanation)" } ?? "")
    case .unexpectedStatus(let status, _): "The \(name) answered with status \(status) and no OAuth error."
    case .redirected(let status):
      "The \(name) answered with a redirect (status \(status)), which is not followed, to protect secrets."
    case .wrongContentType(let type): "The \(name) answered with \(type) instead of JSON (\(section))."
    case .malformedJSON(let cause): "The answer of the \(name) cannot be read. \(cause.explanation)"
    case .malformedForm(let cause): "The answer of the \(name) cannot be read. \(cause.explanation)"
    case .notAnObject: "The answer of the \(name) is not a JSON object (\(section))."
    case .repeatedMember(let member): "The answer of the \(name) has \(UntrustedText(member)) twice."
    case .missingMember(let member): "The answer of the \(name) has no \(member) (\(section))."
    case .malformedMember(let member): "The \(member) in the answer of the \(name) cannot be used (\(section))."
    case .unknownTokenType(let type):
      "The \(name) issued a token of type \(type), which Pixy cannot present (RFC 6749 §7.1)."
    case .notBound:
      "The \(name) issued a token that is not bound to the client's key as requested (RFC 9449 §5)."
    case .foreignCode: "The code was issued to another client or by another authorization server."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch problem {
    case .notAnnounced where endpoint == .userInfo: "Read the profile from the provider's own interface."
    case .notAnnounced: "Do without it, or add the endpoint to the server's metadata yourself."
    case .refused(let response, _) where endpoint == .token && response.error == .invalidGrant:
      "Sign in again: the code or refresh token is spent, expired or revoked."
    case _ where isAboutClient:
      unannounced?.remedy ?? "Check the client id, its secret, and how the client is registered to authenticate."
    case .refused: "Check the client's registration and the request's parameters."
    case .unexpectedStatus(let status, let wait) where status == 429 || status >= 500:
      wait.map { "Try again in \($0.components.seconds) s." } ?? "Try again later; nothing was changed here."
    case .unexpectedStatus(401, _) where endpoint == .userInfo: "Refresh the access token, or sign in again."
    case .unexpectedStatus where endpoint == .userInfo: "Ask for the scope that the resource needs."
    case .unexpectedStatus(let status, _) where [401, 403].contains(status) && endpoint != .token:
      "Check the client's credentials, and the address of the \(endpoint.words)."
    case .redirected, .wrongContentType, .unexpectedStatus: "Check the address of the \(endpoint.words)."
    case .notBound: "Ask the server's operator for DPoP, or leave the key out if bearer tokens are acceptable."
    case .foreignCode: "Redeem it with the client that began the sign-in."
    default: "Tell the server's operator: the answer does not follow the specification."
    }
  }
}
