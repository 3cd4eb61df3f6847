/// Where the authorization server sends the browser with its answer (RFC 6749 §3.1.2): a loopback address, an https
/// link that an app claims, or a scheme that belongs to the app (RFC 8252 §7).
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
  /// The URI exactly as written: servers compare it octet for octet.
  public let text: String
  package let parts: ParsedURI

  /// Checks a redirect URI from code, configuration or a request.
  /// - Parameter text: an absolute URI of at most 8,192 octets of ASCII. It is kept as it is, because servers compare
  ///   it so.
  /// - Throws: ``URIError`` if it isn't absolute, has a fragment or a user name, is plain http to anything but
  ///   loopback, or has a scheme that browsers run or show (`javascript`, `data`, `file`, …).
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

  /// Host and port, as a request's `Host` field has them; empty for a scheme without a host.
  public var authority: String { parts.authority }

  /// The path as written.
  public var path: String { parts.path }

  /// Scheme, host, port and path; a query isn't shown.
  public var description: String {
    parts.host.isEmpty ? "\(parts.scheme):\(parts.path)" : "\(parts.scheme)://\(parts.authority)\(parts.path)"
  }

  /// Whether a URI sent in a request is this registered one: octet for octet, except that a registered `http` URI
  /// whose host is a loopback address matches any port (RFC 8252 §7.3, RFC 9700 §4.1.3).
  ///
  /// Authorization servers call it. `localhost` is a name, not an address, and isn't excepted.
  ///
  /// - Parameter sent: the `redirect_uri` of the request.
  public func matches(_ sent: RedirectURI) -> Bool {
    if text == sent.text { return true }
    guard parts.scheme == "http", parts.isLoopbackLiteral, sent.parts.scheme == "http" else { return false }
    return parts.host == sent.parts.host && parts.path == sent.parts.path && parts.query == sent.parts.query
      && text.hasPrefix("http://") && sent.text.hasPrefix("http://")
  }

  /// The URI with an authorization response's parameters in its query (RFC 6749 §4.1.2).
  ///
  /// - Parameter parameters: the response's parameters, not encoded yet; they follow the query that the URI has (RFC
  ///   6749 §3.1.2).
  public func adding(_ parameters: FormParameters) -> String {
    let separator = parts.query == nil ? "?" : (parts.query == "" ? "" : "&")
    return text + separator + parameters.queryEncoded()
  }
}
