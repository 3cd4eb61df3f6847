internal import OAuthCore

/// Where a provider lets a client come back to, and how a person registers that there.
public struct RedirectRules: Sendable, Hashable {
  /// A kind of redirect URI (RFC 8252 §7).
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// `http://127.0.0.1` or `http://[::1]`, with whatever port is free at the time (§7.3).
    case loopback
    /// The same, with the port that was registered.
    case loopbackWithRegisteredPort
    /// `http://localhost`, which §8.3 advises against, with whatever port is free.
    case localhost
    /// The same, with the port that was registered.
    case localhostWithRegisteredPort
    /// A scheme that belongs to the app, such as `com.example.app:/callback` (§7.1).
    case ownScheme
    /// The scheme that is made of the client id, with the parts of its name in reverse order.
    case schemeOfClientID
    /// An https link: of an app (§7.2), or of a web application.
    case https
  }

  /// What is accepted.
  public var kinds: Set<Kind>
  /// Where a person registers it, for the error.
  public var place: String

  /// Rules of a provider.
  ///
  /// - Parameters:
  ///   - kinds: what is accepted.
  ///   - place: where a person registers it; stands in the error's remedy.
  public init(_ kinds: Set<Kind>, place: String) {
    self.kinds = kinds
    self.place = place
  }

  /// Whether a program on this machine can be come back to by an address, by the name `localhost`, or not at all.
  public var loopbackKind: Kind? {
    [.loopback, .loopbackWithRegisteredPort, .localhost, .localhostWithRegisteredPort].first(where: kinds.contains)
  }

  /// Checks a redirect URI before a browser opens, because what the person would see there is the provider's error page.
  ///
  /// - Throws: ``ProviderError/redirectURI(_:provider:remedy:)`` with what to do instead.
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
      if kinds.contains(.ownScheme) { return true }
      return kinds.contains(.schemeOfClientID) && scheme == Self.scheme(of: clientID) && parts.host.isEmpty
    }
  }

  /// The exact text to register, or to use instead.
  private func remedy(_ redirectURI: RedirectURI, clientID: String) -> String {
    let parts = redirectURI.parts
    let path = Self.path(of: parts)
    let instead =
      if parts.scheme == "http", kinds.contains(.loopback) {
        "http://127.0.0.1\(path) (registered without a port; any port can be used then)"
      } else if parts.scheme == "http", kinds.contains(.loopbackWithRegisteredPort) {
        "http://127.0.0.1:\(parts.port.map(String.init) ?? "PORT")\(path) with a port that you choose"
      } else if kinds.contains(.schemeOfClientID) {
        "\(Self.scheme(of: clientID)):\(path) (one slash)"
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

  /// The path to keep. In `app://host/path` people mean the host as a part of it; `app:path` has no slash.
  private static func path(of parts: ParsedURI) -> String {
    let isWeb = parts.scheme == "http" || parts.scheme == "https"
    let path = isWeb || parts.host.isEmpty ? parts.path : "/" + parts.authority + parts.path
    return path.hasPrefix("/") ? path : "/" + path
  }

  /// The client id's parts in reverse order: `1-a.apps.googleusercontent.com` is `com.googleusercontent.apps.1-a`.
  static func scheme(of clientID: String) -> String {
    clientID.lowercased().split(separator: ".").reversed().joined(separator: ".")
  }
}
