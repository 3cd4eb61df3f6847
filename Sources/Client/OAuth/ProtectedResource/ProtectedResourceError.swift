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
  /// A stable name for programs, in snake case.
  public var code: String {
    switch self {
    case .notPublished: "resource_metadata_not_published"
    case .unexpectedStatus: "unexpected_status"
    case .malformed: "resource_metadata_malformed"
    case .anotherResource: "another_resource"
    case .leadsToLoopback: "resource_metadata_leads_to_loopback"
    case .noAuthorizationServer: "no_authorization_server"
    case .notListed: "resource_not_listed"
    }
  }

  /// Always `FlowStep.discovery`.
  public var step: FlowStep { .discovery }

  /// The category of the case.
  public var category: ErrorCategory {
    switch self {
    case .notPublished: .mistake
    case .unexpectedStatus(let status, _): ErrorCategory(status: status)
    case .malformed, .anotherResource, .leadsToLoopback, .noAuthorizationServer, .notListed: .invalidInput
    }
  }

  /// The problem and its cause.
  public var explanation: String {
    switch self {
    case .notPublished(let status, let resource):
      "\(resource) does not publish which authorization server it uses (the last answer had status \(status))."
    case .unexpectedStatus(let status, let resource):
      "The request for the metadata of \(resource) was answered with status \(status)."
    case .malformed(let resource): "The metadata of \(resource) is not a JSON object with a resource (RFC 9728 §3.2)."
    case .anotherResource(let asked, let published):
      "The metadata found for \(asked) belongs to \(published) (RFC 9728 §3.3)."
    case .leadsToLoopback(let resource):
      "\(resource) is on another machine, but names an address on this machine for its metadata."
    case .noAuthorizationServer(let resource): "The metadata of \(resource) names no authorization server."
    case .notListed(let resource, let issuer):
      "\(issuer) lists the resources that it issues tokens for, and \(resource) is not one of them (RFC 9728 §4)."
    }
  }

  /// The remedy: the next step of the user or the developer.
  public var remedy: String {
    switch self {
    case .notPublished, .noAuthorizationServer: "Supply the issuer of its authorization server yourself."
    case .unexpectedStatus: "Try again later, or supply the issuer of its authorization server yourself."
    case .malformed: "Check the address. If it is right, tell the resource's operator."
    case .anotherResource:
      "Write the resource's address exactly as the resource does. If the addresses really differ, do not continue."
    case .leadsToLoopback, .notListed: "Do not continue, and tell the resource's operator."
    }
  }
}
