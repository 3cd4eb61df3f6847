/// The address to which the authorization server redirects the browser with its response (RFC 6749
/// §3.1.2). It is a loopback address, an https link that an app claims, or an app's own scheme (RFC
/// 8252 §7).
///
/// ```swift
/// let registered = try RedirectURI("http://127.0.0.1/callback")
/// let sent = try RedirectURI("http://127.0.0.1:49152/callback")
/// let isAllowed = registered.matches(sent)  // true: loopback redirects match any port
/// ```
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
  /// The URI exactly as written. Servers compare it byte for byte.
  public let text: String
  package let parts: ParsedURI

  /// Validates a redirect URI from code, configuration or a request.
  /// - Parameter text: An absolute URI of at most 8,192 ASCII bytes. It is stored unchanged,
  ///   because servers compare it as written.
  /// - Throws: ``URIError`` if the URI isn't absolute, has a fragment or a user name, is plain http
  ///   to a host other than loopback, or has a scheme that browsers execute or display
  ///   (`javascript`, `data`, `file`, …).
  public init(_ text: String) throws(URIError) {
    let parts = try ParsedURI(text)
    guard parts.fragment == nil else { throw .fragment }
    guard !parts.hasUserInfo else { throw .userInfo }
    switch parts.scheme {
    case "https":
      guard !parts.host.isEmpty else { throw .noHost }
    case "http":
      guard !parts.host.isEmpty else { throw .noHost }
      guard parts.isLoopback else { throw .notHTTPS }
    case "javascript", "data", "file", "blob", "about", "vbscript", "view-source", "filesystem", "ws", "wss", "ftp":
      throw .forbiddenScheme
    default: break
    }
    self.text = text
    self.parts = parts
  }

  /// The host and port, as in a request's `Host` field; empty for a scheme without a host.
  public var authority: String { parts.authority }

  /// The path as written.
  public var path: String { parts.path }

  /// The scheme, host, port and path. A query isn't shown.
  public var description: String {
    parts.host.isEmpty ? "\(parts.scheme):\(parts.path)" : "\(parts.scheme)://\(parts.authority)\(parts.path)"
  }

  /// Returns whether a redirect URI of a request matches this registered one. The comparison is
  /// byte for byte, with one exception: a registered `http` URI whose host is a loopback address
  /// matches any port (RFC 8252 §7.3, RFC 9700 §4.1.3).
  ///
  /// Authorization servers call it. The exception doesn't apply to `localhost`, which is a name and
  /// not an address.
  ///
  /// - Parameter requestURI: The `redirect_uri` of the request.
  public func matches(_ requestURI: RedirectURI) -> Bool {
    parts.isLoopbackLiteral ? matchesAnyPort(requestURI) : text == requestURI.text
  }

  /// Returns whether a redirect URI of a request matches this one, which matches any port if its host
  /// is a loopback address or `localhost`.
  ///
  /// - Parameter requestURI: The `redirect_uri` of the request.
  package func matchesAnyPort(_ requestURI: RedirectURI) -> Bool {
    if text == requestURI.text { return true }
    guard parts.scheme == "http", parts.isLoopback, requestURI.parts.scheme == "http" else { return false }
    return parts.host == requestURI.parts.host && parts.path == requestURI.parts.path
      && parts.query == requestURI.parts.query
      && text.hasPrefix("http://") && requestURI.text.hasPrefix("http://")
  }

  /// Returns the URI with an authorization response's parameters in its query (RFC 6749 §4.1.2).
  ///
  /// - Parameter parameters: The response's parameters, not encoded. They follow the URI's own
  ///   query (RFC 6749 §3.1.2).
  public func adding(_ parameters: FormParameters) -> String {
    let separator = parts.query == nil ? "?" : (parts.query == "" ? "" : "&")
    return text + separator + parameters.queryEncoded()
  }
}
