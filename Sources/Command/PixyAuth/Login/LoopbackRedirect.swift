internal import OAuthCore
internal import OAuthUserAgent

/// A registered redirect URI on this machine, at which `pixy login` listens.
struct LoopbackRedirect {
  let host: LoopbackHost
  /// The port; `nil` if the URI has none, so that any free one is used (RFC 8252 §7.3).
  let port: Int?
  let path: String

  /// - Returns: `nil` if the URI is of another host, or has no path or a query.
  init?(_ text: String) {
    guard let parts = (try? RedirectURI(text))?.parts, parts.scheme == "http", parts.port != 0, parts.query == nil,
      parts.path.hasPrefix("/"), let host = LoopbackHost(rawValue: parts.host)
    else { return nil }
    (self.host, port, path) = (host, parts.port, parts.path)
  }
}
