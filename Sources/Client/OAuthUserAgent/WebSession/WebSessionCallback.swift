package import OAuthCore

/// The URLs that a sheet recognizes as the response: those of the redirect URI.
package enum WebSessionCallback: Sendable, Hashable {
  /// A private-use scheme of the app (RFC 8252 §7.1).
  case scheme(String)
  /// A link in one of the app's domains, associated by the service `webcredentials` (RFC 8252 §7.2).
  case https(host: String, path: String)

  /// Creates the callback of a redirect URI.
  ///
  /// - Throws: ``UserAgentError/unusableRedirectURI`` for a loopback address, which no sheet
  ///   recognizes, and for an https link with a port, because the system compares only host and
  ///   path.
  package init(_ redirectURI: RedirectURI) throws(UserAgentError) {
    switch redirectURI.parts.scheme {
    case "http": throw .unusableRedirectURI
    case "https":
      guard redirectURI.parts.port == nil || redirectURI.parts.port == 443 else { throw .unusableRedirectURI }
      self = .https(host: redirectURI.parts.host, path: redirectURI.path.isEmpty ? "/" : redirectURI.path)
    case let scheme: self = .scheme(scheme)
    }
  }
}
