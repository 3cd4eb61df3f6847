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

  /// Returns the origin at which a browser shows the server's pages, if it isn't the issuer's; `nil` if
  /// nothing says so.
  ///
  /// The browser says that the form is from the address that it was sent to (Fetch Metadata §2.3), or the
  /// address is in `Host` or in a proxy's `X-Forwarded-Host`. Any program can write these fields, so the
  /// answer is good for a log only.
  static func ownOrigin(of request: HTTPRequest, otherThan issuer: Issuer) -> String? {
    let origins = request.headerFields[values: .origin]
    guard origins.count == 1, origins[0] != issuer.origin, origins[0] != "null" else { return nil }
    if request.headerFields[values: .secFetchSite] == ["same-origin"] { return origins[0] }
    let forwarded = HTTPField.Name("X-Forwarded-Host").map { request.headerFields[values: $0] } ?? []
    let hosts = forwarded + [request.authority].compactMap(\.self)
    return hosts.contains { ["https://" + $0, "http://" + $0].contains(origins[0]) } ? origins[0] : nil
  }
}
