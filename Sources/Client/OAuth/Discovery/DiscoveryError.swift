public import OAuthCore

/// The reason why an authorization server's metadata couldn't be fetched. Each case has all places
/// where it was looked for.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// None of the well-known locations has a document.
  case notPublished([MetadataPlace], issuer: Issuer)
  /// A well-known location may have a document later: it redirects, or its status is temporary.
  case unexpectedStatus([MetadataPlace], issuer: Issuer)
  /// No document can be used.
  case malformed([MetadataPlace], issuer: Issuer)
  /// A document belongs to another issuer (RFC 8414 §3.3), and no other one can be used.
  case anotherIssuer([MetadataPlace], issuer: Issuer)

  /// Creates the error of a search.
  init(_ places: [MetadataPlace], issuer: Issuer) {
    let isForeign = places.contains { if case .another = $0.content { true } else { false } }
    self =
      if isForeign {
        .anotherIssuer(places, issuer: issuer)
      } else if places.contains(where: \.isTemporary) {
        .unexpectedStatus(places, issuer: issuer)
      } else if places.allSatisfy(\.isEmpty) {
        .notPublished(places, issuer: issuer)
      } else {
        .malformed(places, issuer: issuer)
      }
  }

  /// The issuer that was asked for.
  public var issuer: Issuer {
    switch self {
    case .notPublished(_, let issuer), .unexpectedStatus(_, let issuer), .malformed(_, let issuer),
      .anotherIssuer(_, let issuer):
      issuer
    }
  }
}

extension DiscoveryError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    switch self {
    case .notPublished(let places, let issuer):
      ErrorFacts(
        "metadata_not_published", at: .discovery, .mistake,
        "\(issuer) publishes no authorization server metadata: \(MetadataPlace.list(places)).",
        remedy: "Check the issuer, or supply the authorization endpoint and the token endpoint yourself.")
    case .unexpectedStatus(let places, let issuer):
      ErrorFacts(
        "unexpected_status", at: .discovery, .temporary,
        "The metadata of \(issuer) cannot be fetched: \(MetadataPlace.list(places)).",
        remedy: "Try again later, or supply the endpoints yourself.")
    case .malformed(let places, let issuer):
      ErrorFacts(
        "metadata_malformed", at: .discovery, .invalidInput,
        "\(issuer) publishes no usable metadata: \(MetadataPlace.list(places)).",
        remedy: "Check the issuer: it may lead to a web page. If it is right, tell the server's operator.")
    case .anotherIssuer(let places, let issuer):
      ErrorFacts(
        "another_issuer", at: .discovery, .invalidInput,
        "The metadata found for \(issuer) is of another issuer (RFC 8414 §3.3): \(MetadataPlace.list(places)).",
        remedy:
          "Write the issuer exactly as the server does, with any closing slash. If it really differs, do not continue.")
    }
  }
}
