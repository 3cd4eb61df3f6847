internal import OAuthCore
internal import OAuthProviders
internal import OAuthUserAgent

/// The way in which the browser's response reaches the program.
enum SignInWay: Equatable {
  /// A browser sheet, which recognizes the redirect URI (RFC 8252 §7.1, §7.2).
  case sheet(RedirectURI)
  /// A listener on the loopback interface (RFC 8252 §7.3).
  case loopback(host: LoopbackHost, port: Int, path: String)

  /// The ways that a program has on its platform.
  struct Available {
    /// Whether a browser sheet can be shown.
    var hasSheet: Bool
    /// Whether the program can listen on the loopback interface.
    var hasLoopback: Bool

    /// Returns whether the main bundle of a program for macOS is an app or an app extension, which
    /// has windows.
    ///
    /// A command has an identifier too, and any other key, if an `Info.plist` is linked into it
    /// (Apple's Code Signing Guide, “Adding an Info.plist to Single-File Tools”). But its bundle is
    /// the folder that it lies in. The type of a bundle is derived from its extension
    /// (developer.apple.com/documentation/bundleresources/information-property-list/cfbundlepackagetype).
    static func isApp(bundlePath: String) -> Bool {
      let name = bundlePath.split(separator: "/").last ?? ""
      return [".app", ".appex"].contains { name.hasSuffix($0) }
    }
  }

  /// Chooses the way for a redirect URI, or for the provider's rules if there is none.
  ///
  /// - Throws: `UserAgentError.noWayBack` if the program has no user agent for the redirect URI;
  ///   `ProviderError.redirectURI` if the provider needs a registered one; `URIError` if `app`
  ///   can't be a scheme.
  init(
    to redirectURI: RedirectURI?, accepting rules: RedirectRules, clientID: String, app: String, provider: String,
    available: Available
  ) throws {
    if let redirectURI {
      self = try Self.way(to: redirectURI)
    } else if available.hasSheet, Self.prefersSheet(rules) || !available.hasLoopback {
      self = .sheet(try Self.appURI(rules, clientID: clientID, app: app))
    } else {
      self = try Self.listening(rules, provider: provider)
    }
    switch self {
    case .sheet: guard available.hasSheet else { throw UserAgentError.noWayBack }
    case .loopback: guard available.hasLoopback else { throw UserAgentError.noWayBack }
    }
  }

  /// Returns whether the provider accepts a scheme of the app. Google's desktop clients, for
  /// example, accept only the loopback interface, even in an app.
  private static func prefersSheet(_ rules: RedirectRules) -> Bool {
    !rules.kinds.isDisjoint(with: [.ownScheme, .schemeOfClientID, .schemeOfBundleID])
  }

  private static func way(to redirectURI: RedirectURI) throws -> SignInWay {
    let parts = redirectURI.parts
    guard parts.scheme == "http" else { return .sheet(redirectURI) }
    guard let host = LoopbackHost(rawValue: parts.host) else { throw UserAgentError.noWayBack }
    return .loopback(host: host, port: parts.port ?? 0, path: redirectURI.path)
  }

  /// Returns the redirect URI of an app: with the scheme that the provider derives from the client
  /// ID, or with the app's name as scheme. If the provider accepts neither, the client's check says
  /// so before a sheet opens.
  private static func appURI(_ rules: RedirectRules, clientID: String, app: String) throws(URIError) -> RedirectURI {
    guard rules.kinds.contains(.schemeOfClientID) else { return try .privateUseScheme(app) }
    return try .reversedClientID(of: clientID)
  }

  private static func listening(_ rules: RedirectRules, provider: String) throws(ProviderError) -> SignInWay {
    switch rules.loopbackKind {
    case .loopback: return .loopback(host: .address, port: 0, path: "/callback")
    case .localhost: return .loopback(host: .localhost, port: 0, path: "/callback")
    case .loopbackWithRegisteredPort: throw registered(.address, rules, provider)
    case .localhostWithRegisteredPort: throw registered(.localhost, rules, provider)
    // The client's check says which kinds the provider accepts.
    default: return .loopback(host: .address, port: 0, path: "/callback")
    }
  }

  private static func registered(_ host: LoopbackHost, _ rules: RedirectRules, _ provider: String) -> ProviderError {
    .redirectURI(
      "http://\(host.rawValue)/callback", provider: provider,
      remedy: """
        Register http://\(host.rawValue):PORT/callback with a port that you choose at \(rules.place), and pass it as \
        the redirect URI.
        """)
  }
}
