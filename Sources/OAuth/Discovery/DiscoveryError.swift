public import OAuthCore

/// Why an authorization server's metadata could not be fetched.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// None of the well-known places has a document; the last one answered with this status.
  case notPublished(status: Int, issuer: Issuer)
  /// A well-known place answered with a status that is neither "here it is" nor "not here".
  case unexpectedStatus(Int, issuer: Issuer)
  /// The document isn't JSON, or too large or too deep.
  case malformed(JSONError, issuer: Issuer)
  /// The document is another issuer's (RFC 8414 §3.3).
  case anotherIssuer(asked: Issuer, published: Issuer?)
}

extension DiscoveryError: ExplainedError {
  /// The case's name in snake case.
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

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .notPublished(let status, let issuer):
      "\(issuer) publishes no authorization server metadata (the last place asked answered with status \(status))."
    case .unexpectedStatus(let status, let issuer):
      "\(issuer) answered the request for its metadata with status \(status)."
    case .malformed(let cause, let issuer): "The metadata of \(issuer) cannot be read: \(cause)."
    case .anotherIssuer(let asked, let published):
      "The metadata found for \(asked) is that of \(published?.text ?? "nobody") (RFC 8414 §3.3)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .notPublished:
      "Check the issuer, or give the authorization endpoint and the token endpoint yourself."
    case .unexpectedStatus: "Try again later, or give the endpoints yourself."
    case .malformed: "Check the issuer: this may be a web page. Otherwise tell its operator."
    case .anotherIssuer:
      "Write the issuer exactly as the server does, closing slash included. If the names are truly different, do not go on."
    }
  }
}
