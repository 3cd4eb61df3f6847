public import OAuthCore

/// Why it can't be told which authorization server a protected resource belongs to.
public enum ProtectedResourceError: Error, Sendable, Hashable {
  /// Neither the well-known place nor a challenge leads to a document; the last answer had this status.
  case notPublished(status: Int, Endpoint)
  /// The document's place answered with a status that is neither "here it is" nor "not here".
  case unexpectedStatus(Int, Endpoint)
  /// The document isn't a JSON object with a `resource`.
  case malformed(Endpoint)
  /// The document is another resource's (RFC 9728 §3.3).
  case anotherResource(asked: Endpoint, published: UntrustedText)
  /// The challenge of a resource elsewhere leads to this machine's own loopback interface.
  case leadsToLoopback(Endpoint)
  /// The document names no authorization server that could be asked.
  case noAuthorizationServer(Endpoint)
  /// The authorization server lists its resources, and this one isn't among them (RFC 9728 §4).
  case notListed(Endpoint, by: Issuer)
}

extension ProtectedResourceError: ExplainedError {
  /// The case's name in snake case.
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

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .notPublished(let status, let resource):
      "\(resource) does not say which authorization server it belongs to (the last answer had status \(status))."
    case .unexpectedStatus(let status, let resource):
      "The metadata of \(resource) was answered with status \(status)."
    case .malformed(let resource): "The metadata of \(resource) is not a JSON object with a resource (RFC 9728 §3.2)."
    case .anotherResource(let asked, let published):
      "The metadata found for \(asked) is that of \(published) (RFC 9728 §3.3)."
    case .leadsToLoopback(let resource):
      "\(resource) says that its metadata is on this machine, which another machine cannot know."
    case .noAuthorizationServer(let resource): "The metadata of \(resource) names no authorization server."
    case .notListed(let resource, let issuer):
      "\(issuer) lists the resources that it gives tokens for, and \(resource) is not one of them (RFC 9728 §4)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .notPublished, .noAuthorizationServer: "Give the issuer of its authorization server yourself."
    case .unexpectedStatus: "Try again later, or give the issuer of its authorization server yourself."
    case .malformed: "Check the address, or tell the resource's operator."
    case .anotherResource:
      "Write the resource's address exactly as the resource does. If the addresses are truly different, do not go on."
    case .leadsToLoopback, .notListed: "Do not go on, and tell the resource's operator."
    }
  }
}
