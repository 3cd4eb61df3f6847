public import OAuthCore

/// Why an endpoint other than the token endpoint didn't do what it was asked for.
public struct EndpointError: Error, Sendable, Hashable {
  /// Which endpoint.
  public let endpoint: EndpointName
  /// What was wrong.
  public let problem: EndpointProblem

  init(_ endpoint: EndpointName, _ problem: EndpointProblem) {
    self.endpoint = endpoint
    self.problem = problem
  }

  /// Whether the same request may succeed later, with nothing changed: the server is overloaded or broken.
  public var isTransient: Bool {
    switch problem {
    case .unexpectedStatus(let status, _): status == 429 || status >= 500
    case .refused(let response, let status):
      status == 429 || status >= 500 || response.error == .temporarilyUnavailable || response.error == .serverError
    default: false
    }
  }

  /// How long the server asks to wait before the next attempt, if it says so (RFC 9110 §10.2.3).
  public var retryAfter: Duration? {
    if case .unexpectedStatus(_, let wait) = problem { wait } else { nil }
  }
}

extension EndpointError: ExplainedError {
  /// The problem's name in snake case.
  public var code: String {
    switch problem {
    case .notAnnounced: "endpoint_not_announced"
    case .refused: "endpoint_refused"
    case .unexpectedStatus: "unexpected_status"
    case .redirected: "endpoint_redirected"
    case .wrongContentType: "wrong_content_type"
    case .malformedJSON: "malformed_json"
    case .malformedForm: "malformed_form"
    case .notAnObject: "not_an_object"
    case .repeatedMember: "repeated_member"
    case .missingMember: "missing_member"
    case .malformedMember: "malformed_member"
    }
  }

  /// The step that the endpoint belongs to.
  public var step: FlowStep {
    switch endpoint {
    case .revocation, .introspection: .token
    case .deviceAuthorization, .backchannelAuthentication, .pushedAuthorizationRequest: .authorization
    case .registration, .clientConfiguration: .configuration
    }
  }

  /// What happened and why.
  public var explanation: String {
    let name = endpoint.words
    return switch problem {
    case .notAnnounced: "The authorization server names no \(name) (\(endpoint.rawValue)) that can be used."
    case .refused(let response, _): "The \(name) refused: \(response)."
    case .unexpectedStatus(let status, _): "The \(name) answered with status \(status) and no OAuth error."
    case .redirected(let status):
      "The \(name) answered with a redirect (status \(status)), which is not followed: it would carry secrets elsewhere."
    case .wrongContentType(let type): "The \(name) answered with \(type) instead of JSON."
    case .malformedJSON(let cause): "The answer of the \(name) cannot be read: \(cause)."
    case .malformedForm(let cause): "The answer of the \(name) cannot be read: \(cause)."
    case .notAnObject: "The answer of the \(name) is not a JSON object."
    case .repeatedMember(let member): "The answer of the \(name) has \(UntrustedText(member)) twice."
    case .missingMember(let member): "The answer of the \(name) has no \(member)."
    case .malformedMember(let member): "The \(member) in the answer of the \(name) cannot be used."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch problem {
    case .notAnnounced: "Do without it, or give the endpoint in the server's metadata yourself."
    case .refused(let response, _) where response.error == .invalidClient:
      "Check the client id, its secret, and how the client is registered to authenticate."
    case .refused: "Check the client's registration and the request's parameters."
    case .unexpectedStatus(let status, let wait) where status == 429 || status >= 500:
      wait.map { "Try again in \($0.components.seconds) s." } ?? "Try again later; nothing was changed here."
    case .redirected, .wrongContentType, .unexpectedStatus: "Check the endpoint's address."
    default: "Tell the server's operator: its answer is not what the specification asks for."
    }
  }
}
