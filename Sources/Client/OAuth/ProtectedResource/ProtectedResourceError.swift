public import OAuthCore

/// The reason why a protected resource's authorization server can't be found.
public enum ProtectedResourceError: Error, Sendable, Hashable {
  /// Neither the well-known locations nor a challenge lead to a document.
  case notPublished([MetadataPlace], Endpoint)
  /// A place may have a document later: it redirects, or its status is temporary.
  case unexpectedStatus([MetadataPlace], Endpoint)
  /// No document can be used.
  case malformed([MetadataPlace], Endpoint)
  /// A document belongs to another resource (RFC 9728 §3.3), and no other one can be used.
  case anotherResource([MetadataPlace], Endpoint)
  /// The challenge of a resource on another machine leads to this machine's loopback interface, and no
  /// other place has a document.
  case leadsToLoopback([MetadataPlace], Endpoint)
  /// The document names no usable authorization server.
  case noAuthorizationServer(Endpoint)
  /// The authorization server lists its resources, and this one isn't among them (RFC 9728 §4).
  case notListed(Endpoint, by: Issuer)

  /// Creates the error of a search.
  init(_ places: [MetadataPlace], _ resource: Endpoint) {
    let isForeign = places.contains { if case .another = $0.content { true } else { false } }
    self =
      if isForeign {
        .anotherResource(places, resource)
      } else if places.contains(where: { $0.content == .loopback }) {
        .leadsToLoopback(places, resource)
      } else if places.contains(where: \.isTemporary) {
        .unexpectedStatus(places, resource)
      } else if places.allSatisfy(\.isEmpty) {
        .notPublished(places, resource)
      } else {
        .malformed(places, resource)
      }
  }
}

extension ProtectedResourceError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let issuerRemedy = "Supply the issuer of its authorization server yourself."
    let distrust = "Do not continue, and tell the resource's operator."
    return switch self {
    case .notPublished(let places, let resource):
      ErrorFacts(
        "resource_metadata_not_published", at: .discovery, .mistake,
        "\(resource) does not publish which authorization server it uses: \(MetadataPlace.list(places)).",
        remedy: issuerRemedy)
    case .unexpectedStatus(let places, let resource):
      ErrorFacts(
        "unexpected_status", at: .discovery, .temporary,
        "The metadata of \(resource) cannot be fetched: \(MetadataPlace.list(places)).",
        remedy: "Try again later, or supply the issuer of its authorization server yourself.")
    case .malformed(let places, let resource):
      ErrorFacts(
        "resource_metadata_malformed", at: .discovery, .invalidInput,
        "\(resource) publishes no usable metadata (RFC 9728 §3.2): \(MetadataPlace.list(places)).",
        remedy: "Check the address. If it is right, tell the resource's operator.")
    case .anotherResource(let places, let resource):
      ErrorFacts(
        "another_resource", at: .discovery, .invalidInput,
        "The metadata found for \(resource) is of another resource (RFC 9728 §3.3): \(MetadataPlace.list(places)).",
        remedy:
          "Write the resource's path exactly as the resource does. If the addresses really differ, do not continue.")
    case .leadsToLoopback(let places, let resource):
      ErrorFacts(
        "resource_metadata_leads_to_loopback", at: .discovery, .invalidInput,
        """
        \(resource) is on another machine, but names an address on this machine for its metadata: \
        \(MetadataPlace.list(places)).
        """,
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

extension ProtectedResourceError {
  /// Whether nothing at the address says that it is a protected resource.
  package var isNoResource: Bool {
    switch self {
    case .notPublished: true
    case .malformed(let places, _): places.allSatisfy { $0.isEmpty || $0.content == .notJSON }
    case .unexpectedStatus(let places, _): places.allSatisfy { $0.isEmpty || $0.isTemporary || $0.content == .notJSON }
    case .anotherResource, .leadsToLoopback, .noAuthorizationServer, .notListed: false
    }
  }
}
