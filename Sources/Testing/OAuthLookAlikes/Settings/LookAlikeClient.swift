public import OAuthCore

/// An application that is registered at a look-alike.
public struct LookAlikeClient: Sendable, Hashable {
  /// The kind of registration. Each provider knows only its own kinds.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// GitHub: an OAuth App, whose tokens don't expire.
    case gitHubOAuthApp
    /// GitHub: a GitHub App, whose tokens live for 8 hours and come with refresh tokens.
    case gitHubApp
    /// Google: “Desktop app”, with a secret that it must send even with PKCE.
    case googleDesktop
    /// Google: “iOS”, without a secret.
    case googleIOS
    /// Google: “Web application”, with a secret and registered redirect URIs.
    case googleWeb
    /// Google: “TVs and Limited Input devices”, the only kind with the device grant.
    case googleDevice
    /// Spotify: an app. It authenticates with its secret, or uses PKCE without one.
    case spotify
  }

  /// The client identifier.
  public let id: String
  /// The name on the sign-in page.
  public let name: String
  /// The kind of registration.
  public let kind: Kind
  /// The client secret, or `nil` if this kind of client has none.
  public let secret: Secret?
  /// The registered redirect URIs. Google's desktop and iOS clients register none: their kind
  /// decides which redirect URIs are allowed.
  public let redirectURIs: [RedirectURI]
  /// The bundle ID that is registered with an iOS client at Google, or `nil`.
  public let bundleID: String?

  /// Describes an application.
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - name: The name on the sign-in page.
  ///   - kind: The kind of registration.
  ///   - secret: The client secret. Default: none.
  ///   - redirectURIs: The registered redirect URIs. Default: none.
  ///   - bundleID: The bundle ID that is registered with an iOS client at Google. Default: none.
  public init(
    id: String, name: String = "Look-alike client", kind: Kind, secret: Secret? = nil, redirectURIs: [RedirectURI] = [],
    bundleID: String? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.secret = secret
    self.redirectURIs = redirectURIs
    self.bundleID = bundleID
  }
}

extension LookAlikeClient {
  /// An OAuth App at GitHub, with the redirect URIs `http://127.0.0.1/callback` on any port and
  /// `relay://oauth/callback`.
  public static let gitHubOAuthApp = LookAlikeClient(
    id: "Ov23liLookAlikeOAuth", kind: .gitHubOAuthApp, secret: Secret("look-alike-secret-of-the-oauth-app"),
    redirectURIs: [RedirectURI(constant: "http://127.0.0.1/callback"), RedirectURI(constant: "relay://oauth/callback")])

  /// A GitHub App, with the redirect URIs of ``gitHubOAuthApp``.
  public static let gitHubApp = LookAlikeClient(
    id: "Iv23liLookAlikeGitHub", kind: .gitHubApp, secret: Secret("look-alike-secret-of-the-github-app"),
    redirectURIs: gitHubOAuthApp.redirectURIs)

  /// A desktop client at Google, which may use any loopback redirect URI.
  public static let googleDesktop = LookAlikeClient(
    id: "100000000001-lookalikedesktop.apps.googleusercontent.com", kind: .googleDesktop,
    secret: Secret("GOCSPX-look-alike-desktop"))

  /// An iOS client at Google. The scheme of its redirect URI is its client ID in reverse order, or
  /// its bundle ID `com.example.app`.
  public static let googleIOS = LookAlikeClient(
    id: "100000000001-lookalikeios.apps.googleusercontent.com", kind: .googleIOS, bundleID: "com.example.app")

  /// A web application at Google, with exactly the redirect URIs `https://app.example/callback` and
  /// `http://127.0.0.1:8080/callback`.
  public static let googleWeb = LookAlikeClient(
    id: "100000000001-lookalikeweb.apps.googleusercontent.com", kind: .googleWeb,
    secret: Secret("GOCSPX-look-alike-web"),
    redirectURIs: [
      RedirectURI(constant: "https://app.example/callback"), RedirectURI(constant: "http://127.0.0.1:8080/callback"),
    ])

  /// A client at Google for televisions and other devices without a keyboard.
  public static let googleDevice = LookAlikeClient(
    id: "100000000001-lookalikedevice.apps.googleusercontent.com", kind: .googleDevice,
    secret: Secret("GOCSPX-look-alike-device"))

  /// An app at Spotify, with the redirect URI `http://127.0.0.1/callback` on any port.
  public static let spotify = LookAlikeClient(
    id: "0123456789abcdef0123456789abcdef", kind: .spotify, secret: Secret("fedcba9876543210fedcba9876543210"),
    redirectURIs: [RedirectURI(constant: "http://127.0.0.1/callback")])
}
