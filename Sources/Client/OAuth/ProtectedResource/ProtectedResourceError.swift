public import OAuthCore

/// The reason why a protected resource's authorization server can't be found.
public enum ProtectedResourceError: Error, Sendable, Hashable {
  /// Neither the well-known location nor a challenge leads to a document. The last answer had this
  /// status.
  case notPublished(status: Int, Endpoint)
  /// The document's location answered with a status that is neither 200 nor a client error.
  case unexpectedStatus(Int, Endpoint)
  /// The document isn't a JSON object with a `resource`.
  case malformed(Endpoint)
  /// The document belongs to another resource (RFC 9728 §3.3).
  case anotherResource(asked: Endpoint, published: UntrustedText)
  /// The challenge of a resource on another machine leads to this machine's loopback interface.
  case leadsToLoopback(Endpoint)
  /// The document names no usable authorization server.
  case noAuthorizationServer(Endpoint)
  /// The authorization server lists its resources, and this one isn't among them (RFC 9728 §4).
  case notListed(Endpoint, by: Issuer)
}

extension ProtectedResourceError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let issuerRemedy = "Supply the issuer of its authorization server yourself."
    let distrust = "Do not continue, and tell the resource's operator."
    return switch self {
    case .notPublished(let status, let resource):
      ErrorFacts(
        "resource_metadata_not_published", at: .discovery, .mistake,
        "\(resource) does not publish which authorization server it uses (the last answer had status \(status)).",
        remedy: issuerRemedy)
    case .unexpectedStatus(let status, let resource):
      ErrorFacts(
        "unexpected_status", at: .discovery, ErrorCategory(status: status),
        "The request for the metadata of \(resource) was answered with status \(status).",
        remedy: "Try again later, or supply the issuer of its authorization server yourself.")
    case .malformed(let resource):
      ErrorFacts(
        "resource_metadata_malformed", at: .discovery, .invalidInput,
        "The metadata of \(resource) is not a JSON object with a resource (RFC 9728 §3.2).",
        remedy: "Check the address. If it is right, tell the resource's operator.")
    case .anotherResource(let resource, let publishedResource):
      ErrorFacts(
        "another_resource", at: .discovery, .invalidInput,
        "The metadata found for \(resource) belongs to \(publishedResource) (RFC 9728 §3.3).",
        remedy:
          "Write the resource's address exactly as the resource does. If the addresses really differ, do not continue.")
    case .leadsToLoopback(let resource):
      ErrorFacts(
        "resource_metadata_leads_to_loopback", at: .discovery, .invalidInput,
        "\(resource) is on another machine, but names an address on this machine for its metadata.",
        remedy: distrust)
    case .noAuthorizationServer(let resource):
      ErrorFacts(
        "no_authorization_server", at: .discovery, .invalidInput,
        "The metadata of \(resource) names no authorization server.",
        remedy: issuerRemedy)
    case .notListed(let resource, let issuer):
      ErrorFacts(
        "resource_not_listed", at: .discovery, .invalidInput,
        "\(issuer) lists the resources that it issues tokens for, and \(resource) is not one of them (RFC 9728 §4).",
        remedy: distrust)
    }
  }
}
