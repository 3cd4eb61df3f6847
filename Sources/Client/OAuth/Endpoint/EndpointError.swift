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
  /// The server's own words about a status that comes without an OAuth error, made safe to show.
  public internal(set) var words: UntrustedText?
  /// Whether the answer with the status is a web page, so that something before the endpoint may have sent it.
  package internal(set) var isWebPage = false
  /// The pause between two requests that an error of polling names.
  var pollingInterval: Duration?
  /// The client's authentication method, if the server rejected the client and doesn't announce it.
  var unannouncedAuthentication: UnannouncedAuthentication?
  /// The grant of a token request, whose remedy depends on it.
  var grant: GrantName?

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
  }

  /// Creates the error for an answer with a status and without an OAuth error.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint that answered.
  ///   - answer: The answer.
  ///   - secrets: Values that the server's words must not repeat.
  init(_ endpoint: EndpointName, statusOf answer: HTTPAnswer, withholding secrets: [Secret]) {
    self.init(endpoint, .unexpectedStatus(answer.response.status.code, retryAfter: answer.retryAfter))
    words = answer.words(withholding: secrets)
    isWebPage = answer.response.headerFields.mediaType == "text/html"
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
  package var announcedMethods: [String] { unannouncedAuthentication?.announcedMethods ?? [] }

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

extension EndpointError {
  /// Whether two errors have the same endpoint and problem. The server's words and the grant only
  /// explain the problem.
  public static func == (one: EndpointError, other: EndpointError) -> Bool {
    one.endpoint == other.endpoint && one.problem == other.problem
      && one.unannouncedAuthentication == other.unannouncedAuthentication
  }

  /// Hashes the endpoint and the problem.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(endpoint)
    hasher.combine(problem)
  }
}

extension EndpointError: UncertainOutcome {
  /// Whether the endpoint answered with status 200 and without a usable result.
  package var mayHaveSucceeded: Bool {
    switch problem {
    case .wrongContentType, .malformedJSON, .malformedForm, .notAnObject, .repeatedMember, .missingMember,
      .malformedMember:
      !isAboutTokenType
    case .notAnnounced, .refused, .unexpectedStatus, .redirected, .unknownTokenType, .notBound, .foreignCode: false
    }
  }

  /// Whether the server issued a token whose type is missing or not the expected one. Another request
  /// would get the same answer.
  package var isAboutTokenType: Bool {
    switch problem {
    case .unknownTokenType, .notBound, .missingMember("token_type"), .malformedMember("token_type"): true
    default: false
    }
  }
}

extension EndpointError: ExplainedError {
  /// The facts of the problem, at the step that the endpoint belongs to.
  public var facts: ErrorFacts {
    let (name, section) = (endpoint.words, endpoint.answerSection)
    let row = ErrorFacts.Row(
      at: endpoint.step, .invalidInput,
      remedy: "Tell the server's operator: the answer does not follow the specification.")
    let addressRemedy = "Check the address of the \(name)."
    return switch problem {
    case .notAnnounced:
      ErrorFacts(
        "endpoint_not_announced", at: endpoint.step, .mistake,
        "The authorization server's metadata has no usable \(name) (\(endpoint.rawValue)).",
        remedy: endpoint == .userInfo
          ? "Read the profile from the provider's own interface."
          : "Do without it, or add the endpoint to the server's metadata yourself.")
    case .refused(let response, let status): facts(of: response, status: status)
    case .unexpectedStatus(let status, let wait): facts(ofStatus: status, retryAfter: wait)
    case .redirected(let status):
      row(
        endpoint == .token ? "token_endpoint_redirected" : "endpoint_redirected",
        "The \(name) answered with a redirect (status \(status)), which is not followed, to protect secrets.",
        remedy: addressRemedy)
    case .wrongContentType(let type):
      row(
        "wrong_content_type", "The \(name) answered with \(type) instead of JSON (\(section)).",
        remedy: addressRemedy)
    case .malformedJSON(let cause):
      row("malformed_json", "The answer of the \(name) cannot be read. \(cause.explanation)")
    case .malformedForm(let cause):
      row("malformed_form", "The answer of the \(name) cannot be read. \(cause.explanation)")
    case .notAnObject: row("not_an_object", "The answer of the \(name) is not a JSON object (\(section)).")
    case .repeatedMember(let member):
      row("repeated_member", "The answer of the \(name) has \(UntrustedText(member)) twice.")
    case .missingMember("token_type"):
      row(
        "missing_member", "The answer of the \(name) has no token_type (\(section)).",
        remedy: "Tell the server's operator. If its tokens are bearer tokens, accept them without token_type "
          + "(BearerNames).")
    case .missingMember(let member): row("missing_member", "The answer of the \(name) has no \(member) (\(section)).")
    case .malformedMember(let member):
      row("malformed_member", "The \(member) in the answer of the \(name) cannot be used (\(section)).")
    case .unknownTokenType(let type):
      row(
        "unknown_token_type",
        "The \(name) issued a token of type \(type), which Pixy cannot present (RFC 6749 §7.1).")
    case .notBound:
      row(
        "token_not_bound",
        "The \(name) issued a token that is not bound to the client's key as requested (RFC 9449 §5).",
        remedy: "Ask the server's operator for DPoP, or leave the key out if bearer tokens are acceptable.")
    case .foreignCode:
      ErrorFacts(
        "foreign_code", at: endpoint.step, .mistake,
        "The code was issued to another client or by another authorization server.",
        remedy: "Exchange it with the client that began the sign-in.")
    }
  }

  /// The remedy for a client that the server rejected.
  private var clientRemedy: String {
    unannouncedAuthentication?.remedy
      ?? "Check the client id, its secret, and how the client is registered to authenticate."
  }

  /// The facts of a refusal with an OAuth error.
  private func facts(of response: ErrorResponse, status: Int) -> ErrorFacts {
    let isTokenEndpoint = endpoint == .token
    let (category, remedy): (ErrorCategory, String) =
      switch response.error {
      // A server or proxy that is overloaded may send any error.
      case _ where ErrorCategory(status: status) == .temporary: (.temporary, Self.laterRemedy)
      case .invalidGrant where isTokenEndpoint: (grant?.rejection ?? GrantName.anyRejection)
      case .invalidClient: (.refused, clientRemedy)
      case .invalidTarget: (.refused, ErrorCode.targetRemedy)
      case .serverError, .temporarilyUnavailable, .authorizationPending, .slowDown: (.temporary, Self.laterRemedy)
      // Microsoft Entra sends these errors from its token endpoint, such as for new rules of its operator.
      case let error where grant == .refreshToken && error.needsUser:
        (.signInNeeded, "Sign in again, and let the server show its pages.")
      case _ where grant == .refreshToken:
        (
          .refused,
          "Sign in again if the refresh token is no longer valid. Otherwise, check the client's registration and the "
            + "request's parameters."
        )
      default: (.refused, "Check the client's registration and the request's parameters.")
      }
    return ErrorFacts(
      isTokenEndpoint ? "token_refused" : "endpoint_refused", at: endpoint.step, category,
      "The \(endpoint.words) refused: \(response.asSentence)"
        + (unannouncedAuthentication.map { " \($0.explanation)" } ?? ""),
      remedy: remedy)
  }

  /// Whether the server refused a refresh with an OAuth error other than `invalid_grant`, or without
  /// one, and not because of the client. Some servers say in this way that the refresh token is dead.
  package var mayBeAboutRefreshToken: Bool {
    guard grant == .refreshToken, category == .refused else { return false }
    return isUnexplainedRefresh || (refusal != nil && !isAboutClient)
  }

  /// Whether the server refused a refresh in a way that may be about the parameter `resource` (RFC 8707
  /// §2.2). Microsoft Entra and servers that reject unknown parameters do so.
  package var mayBeAboutResource: Bool {
    guard grant == .refreshToken, category == .refused else { return false }
    return switch problem {
    case .refused(let response, _): [.invalidTarget, .invalidRequest].contains(response.error)
    case .unexpectedStatus(let status, _): status == 400 || status == 422
    default: false
    }
  }

  private static let laterRemedy = "Try again later; nothing was changed here."

  /// Whether the server refused a refresh without an OAuth error, so that only its own words may tell
  /// whether the refresh token is dead.
  package var isUnexplainedRefresh: Bool {
    guard grant == .refreshToken, case .unexpectedStatus(let status, _) = problem,
      ErrorCategory(status: status) == .refused
    else { return false }
    // RFC 6749 §5.2: 401 is about the client, unless the server says something else.
    return status != 401 || (words != nil && unannouncedAuthentication == nil)
  }

  /// The facts of an answer that has only a status.
  private func facts(ofStatus status: Int, retryAfter: Duration?) -> ErrorFacts {
    let name = endpoint.words
    let isUserInfo = endpoint == .userInfo
    let explanation =
      switch status {
      case 401 where isUserInfo, 403 where isUserInfo:
        "The \(name) rejected the access token with status \(status) (RFC 6750 §3.1)\(statement)"
      case _ where isUserInfo: "The \(name) answered with status \(status)\(statement)"
      case 401 where !isUnexplainedRefresh:
        "The \(name) rejected the client's authentication with status 401 (RFC 6749 §5.2)\(statement)"
          + (unannouncedAuthentication.map { " \($0.explanation)" } ?? "")
      case _ where isWebPage: "The \(name) answered with status \(status) and no OAuth error, but a web page."
      default: "The \(name) answered with status \(status) and no OAuth error\(statement)"
      }
    let remedy =
      switch status {
      case _ where ErrorCategory(status: status) == .temporary:
        retryAfter.map { "Try again in \($0.inWords)." } ?? Self.laterRemedy
      // Better Auth answers an expired token with 400.
      case 400 where isUserInfo, 401 where isUserInfo: "Refresh the access token, or sign in again."
      case 403 where isUserInfo: "Ask for the scope that the resource needs."
      case _ where isUnexplainedRefresh:
        "Sign in again if the refresh token is no longer valid. Otherwise, check the client's registration and the "
          + "address of the \(name)."
      case 401: clientRemedy
      case 403 where isWebPage:
        "A firewall in front of the server may have rejected the request: ask the server's operator. Or the address of "
          + "the \(name) is wrong."
      case 403 where endpoint != .token: "Check the client's credentials, and the address of the \(name)."
      default: "Check the address of the \(name)."
      }
    return ErrorFacts(
      isUnexplainedRefresh ? "refusal_without_error" : "unexpected_status", at: endpoint.step,
      ErrorCategory(status: status), explanation, remedy: remedy)
  }

  /// The server's words as the end of a sentence.
  private var statement: String { words?.asSentenceEnd ?? "." }
}
