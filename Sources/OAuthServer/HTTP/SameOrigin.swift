internal import HTTPTypes
internal import OAuthCore

/// Whether a form was sent from the server's own page. It keeps other sites from signing a person in with an account that isn't
/// theirs (RFC 6749 §10.12), and from using a session; where there are sessions, forms carry a token as well.
enum SameOrigin {
  /// Browsers send `Origin` with every POST, and current ones `Sec-Fetch-Site`; a page can set neither. A request
  /// without both comes from no browser, so that no person's browser is being used.
  static func holds(for request: HTTPRequest, _ issuer: Issuer) -> Bool {
    let origins = request.headerFields[values: .origin]
    let sites = request.headerFields[values: .secFetchSite]
    return origins.allSatisfy { $0 == issuer.origin } && sites.allSatisfy { $0 == "same-origin" }
  }
}
