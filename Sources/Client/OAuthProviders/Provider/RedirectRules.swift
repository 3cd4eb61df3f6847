internal import OAuthCore

/// The redirect URIs that a provider accepts, and the place where a developer registers them.
public struct RedirectRules: Sendable, Hashable {
  /// A kind of redirect URI (RFC 8252 §7).
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// `http://127.0.0.1` or `http://[::1]` with any free port (§7.3).
    case loopback
    /// `http://127.0.0.1` or `http://[::1]` with the registered port only.
    case loopbackWithRegisteredPort
    /// `http://localhost` with any free port. §8.3 advises against the name.
    case localhost
    /// `http://localhost` with the registered port only.
    case localhostWithRegisteredPort
    /// A private-use scheme of the app, such as `com.example.app:/callback` (§7.1).
    case ownScheme
    /// The scheme made from the client ID, with the parts of its name in reverse order, and one
    /// slash.
    case schemeOfClientID
    /// The app's bundle ID as scheme, and one slash. A bundle ID is a domain name in reverse order
    /// (§7.1), so the scheme has a period. Schemes of other client IDs aren't accepted.
    case schemeOfBundleID
    /// An https address: a claimed link of an app (§7.2), or a web application.
    case https
  }

  /// The accepted kinds.
  public var kinds: Set<Kind>
  /// The place where a developer registers a redirect URI, for the error's remedy.
  public var place: String

  /// Creates the rules of a provider.
  ///
  /// - Parameters:
  ///   - kinds: The accepted kinds.
  ///   - place: The place where a developer registers a redirect URI. It appears in the error's
  ///     remedy.
  public init(_ kinds: Set<Kind>, place: String) {
    self.kinds = kinds
    self.place = place
  }

  /// The kind of redirect URI for a program on this machine: an IP address, or the name
  /// `localhost`; `nil` if the provider accepts neither.
  public var loopbackKind: Kind? {
    [.loopback, .loopbackWithRegisteredPort, .localhost, .localhostWithRegisteredPort].first(where: kinds.contains)
  }

  /// Checks a redirect URI before a browser opens, because afterwards the user would see the
  /// provider's error page.
  ///
  /// - Throws: ``ProviderError/redirectURI(_:provider:remedy:)`` with the address to use instead.
  func check(_ redirectURI: RedirectURI, clientID: String, provider: String) throws(ProviderError) {
    guard !accepts(redirectURI, clientID: clientID) else { return }
    throw .redirectURI(redirectURI.description, provider: provider, remedy: remedy(redirectURI, clientID: clientID))
  }

  private func accepts(_ redirectURI: RedirectURI, clientID: String) -> Bool {
    let parts = redirectURI.parts
    switch parts.scheme {
    case "https": return kinds.contains(.https)
    case "http" where parts.isLoopbackLiteral:
      return kinds.contains(.loopback) || kinds.contains(.loopbackWithRegisteredPort)
    case "http": return kinds.contains(.localhost) || kinds.contains(.localhostWithRegisteredPort)
    case let scheme:
      return kinds.contains(.ownScheme) || accepts(scheme: scheme, clientID: clientID) && parts.host.isEmpty
    }
  }

  /// Returns whether a scheme is the one of the client ID, or can be that of the app's bundle ID.
  private func accepts(scheme: String, clientID: String) -> Bool {
    let own = RedirectURI.scheme(reversing: clientID)
    if kinds.contains(.schemeOfClientID), scheme == own { return true }
    guard kinds.contains(.schemeOfBundleID), scheme.contains(".") else { return false }
    // The name of another client ID, such as `com.googleusercontent.apps.2-b`, is no bundle ID.
    guard let end = own.lastIndex(of: ".") else { return true }
    return !"\(scheme).".hasPrefix(own[...end])
  }

  /// Returns the remedy, with the exact text to register or to use instead.
  private func remedy(_ redirectURI: RedirectURI, clientID: String) -> String {
    let parts = redirectURI.parts
    let path = Self.path(of: parts)
    let instead =
      if parts.scheme == "http", kinds.contains(.loopback) {
        "http://127.0.0.1\(path) (registered without a port; any port can be used then)"
      } else if parts.scheme == "http", kinds.contains(.loopbackWithRegisteredPort) {
        "http://127.0.0.1:\(parts.port.map(String.init) ?? "PORT")\(path) with a port that you choose"
      } else if accepts(scheme: parts.scheme, clientID: clientID) {
        "\(parts.scheme):\(path) (one slash)"
      } else if kinds.contains(.schemeOfClientID) {
        "\(RedirectURI.scheme(reversing: clientID)):\(path) (one slash)"
          + (kinds.contains(.schemeOfBundleID) ? ", or this path with the app's bundle ID as its scheme" : "")
      } else if parts.scheme == "http", kinds.contains(.localhost) {
        "http://localhost\(path) (registered without a port; any port can be used then)"
      } else if parts.scheme == "http", kinds.contains(.localhostWithRegisteredPort) {
        "http://localhost:\(parts.port.map(String.init) ?? "PORT")\(path) with a port that you choose"
      } else if kinds.contains(.ownScheme) {
        "a scheme of the app's own, such as com.example.app:\(path)"
      } else if kinds.contains(.loopback) {
        "http://127.0.0.1\(path) (registered without a port; any port can be used then)"
      } else {
        "an https address"
      }
    return "Use \(instead), and register it at \(place)."
  }

  /// Returns the path to keep. In `app://host/path` the host is treated as part of the path;
  /// `app:path` has no slash.
  private static func path(of parts: ParsedURI) -> String {
    let isWeb = parts.scheme == "http" || parts.scheme == "https"
    let path = isWeb || parts.host.isEmpty ? parts.path : "/" + parts.authority + parts.path
    return path.hasPrefix("/") ? path : "/" + path
  }
}
