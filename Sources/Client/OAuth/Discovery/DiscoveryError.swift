public import OAuthCore

/// The reason why an authorization server's metadata couldn't be fetched.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// None of the well-known locations has a document. The last one answered with this status.
  case notPublished(status: Int, issuer: Issuer)
  /// A well-known location answered with a status that is neither 200 nor a client error.
  case unexpectedStatus(Int, issuer: Issuer)
  /// The document isn't JSON, or it is too large or nested too deeply.
  case malformed(JSONError, issuer: Issuer)
  /// The document belongs to another issuer (RFC 8414 §3.3).
  case anotherIssuer(asked: Issuer, published: Issuer?)
}

extension DiscoveryError: ExplainedError {
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .notPublished: "metadata_not_published"
    case .unexpectedStatus: "unexpected_status"
    case .malformed: "metadata_malformed"
    case .anotherIssuer: "another_issuer"
    }
  }

  /// Always `FlowStep.discovery`.
  public var step: FlowStep { .discovery }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .notPublished: .mistake
    case .unexpectedStatus(let status, _): ErrorCategory(status: status)
    case .malformed, .anotherIssuer: .invalidInput
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .notPublished(let status, let issuer):
      "\(issuer) publishes no authorization server metadata (the last answer had status \(status))."
    case .unexpectedStatus(let status, let issuer):
      "\(issuer) answered the request for its metadata with status \(status)."
    case .malformed(let cause, let issuer): "The metadata of \(issuer) cannot be read. \(cause.explanation)"
    case .anotherIssuer(let asked, let published):
      "The metadata found for \(asked) belongs to \(published?.text ?? "no issuer") (RFC 8414 §3.3)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .notPublished:
      "Check the issuer, or supply the authorization endpoint and the token endpoint yourself."
    case .unexpectedStatus: "Try again later, or supply the endpoints yourself."
    case .malformed: "Check the issuer: it may lead to a web page. If it is right, tell the server's operator."
    case .anotherIssuer:
      "Write the issuer exactly as the server does, with any closing slash. If it really differs, do not continue."
    }
  }
}
