internal import HTTPTypes
internal import OAuthCore

/// The check that a form was sent from the server's own page. It prevents other sites from signing
/// a user in with another user's account (RFC 6749 §10.12), and from using a session. At servers
/// with sessions, forms carry a CSRF token as well.
enum SameOrigin {
  /// Returns whether the request may come from the server's own page.
  ///
  /// Browsers send `Origin` with every POST, and current ones also send `Sec-Fetch-Site`. A page
  /// can set neither. A request without both doesn't come from a browser, so it uses no user's
  /// browser.
  static func holds(for request: HTTPRequest, _ issuer: Issuer) -> Bool {
    let origins = request.headerFields[values: .origin]
    let sites = request.headerFields[values: .secFetchSite]
    return origins.allSatisfy { $0 == issuer.origin } && sites.allSatisfy { $0 == "same-origin" }
  }
}
