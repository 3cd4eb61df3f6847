package import OAuthCore

/// The names of an application's cookies.
///
/// At an https origin they have the prefix `__Host-`. Browsers accept such a cookie only with
/// `Secure`, with `Path=/` and without a domain, so neither another host nor a page without TLS can
/// set it (RFC 6265bis §4.1.3.2). They contain a port that isn't the scheme's default, because
/// cookies don't depend on ports (RFC 6265 §8.5).
package struct CookieNames: Sendable, Hashable {
  /// Whether the application's origin is https.
  package let isHTTPS: Bool
  private let prefix: String
  private let suffix: String

  /// - Parameters:
  ///   - address: The application's address.
  ///   - application: The name that tells applications of one origin apart. Default: none.
  package init(_ address: Endpoint, application: String? = nil) {
    isHTTPS = address.parts.scheme == "https"
    prefix = (isHTTPS ? "__Host-" : "") + (application.map { $0 + "-" } ?? "")
    // The authority has no default port.
    suffix = String(address.parts.authority.dropFirst(address.parts.host.count)).replacing(":", with: "-")
  }

  /// Returns the whole name of a cookie.
  package func full(_ bare: String) -> String { prefix + bare + suffix }

  /// Returns the name without prefix and port; `nil` if the cookie isn't the application's.
  package func bare(_ full: String) -> String? {
    guard full.hasPrefix(prefix), full.hasSuffix(suffix), full.utf8.count > prefix.utf8.count + suffix.utf8.count
    else { return nil }
    return String(full.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
