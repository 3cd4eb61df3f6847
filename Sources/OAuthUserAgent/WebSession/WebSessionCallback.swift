package import OAuthCore

/// Which addresses a sheet takes for the answer: those of the redirect URI.
package enum WebSessionCallback: Sendable, Hashable {
  /// A scheme of the app's own (RFC 8252 §7.1).
  case scheme(String)
  /// A link that the app claims as one of its associated domains (RFC 8252 §7.2).
  case https(host: String, path: String)

  /// What a redirect URI asks for.
  ///
  /// - Throws: ``UserAgentError/unusableRedirectURI`` for a loopback address, which no sheet takes for an answer, and for an
  ///   https link with a port: the system compares host and path alone.
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
