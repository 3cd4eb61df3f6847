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
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .notPublished(let status, let issuer):
      ErrorFacts(
        "metadata_not_published", at: .discovery, .mistake,
        "\(issuer) publishes no authorization server metadata (the last answer had status \(status)).",
        remedy: "Check the issuer, or supply the authorization endpoint and the token endpoint yourself.")
    case .unexpectedStatus(let status, let issuer):
      ErrorFacts(
        "unexpected_status", at: .discovery, ErrorCategory(status: status),
        "\(issuer) answered the request for its metadata with status \(status).",
        remedy: "Try again later, or supply the endpoints yourself.")
    case .malformed(let cause, let issuer):
      ErrorFacts(
        "metadata_malformed", at: .discovery, .invalidInput,
        "The metadata of \(issuer) cannot be read. \(cause.explanation)",
        remedy: "Check the issuer: it may lead to a web page. If it is right, tell the server's operator.")
    case .anotherIssuer(let issuer, let publishedIssuer):
      ErrorFacts(
        "another_issuer", at: .discovery, .invalidInput,
        "The metadata found for \(issuer) belongs to \(publishedIssuer?.text ?? "no issuer") (RFC 8414 §3.3).",
        remedy:
          "Write the issuer exactly as the server does, with any closing slash. If it really differs, do not continue.")
    }
  }
}
