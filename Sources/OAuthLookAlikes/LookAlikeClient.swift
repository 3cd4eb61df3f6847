public import OAuthCore

/// An application that a look-alike knows, as if somebody had registered it at the provider.
public struct LookAlikeClient: Sendable, Hashable {
  /// What it was registered as; each provider knows its own kinds only.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// GitHub: an OAuth App, whose tokens don't expire.
    case gitHubOAuthApp
    /// GitHub: a GitHub App, whose tokens live for eight hours and have refresh tokens.
    case gitHubApp
    /// Google: “Desktop app”, with a secret that it must send.
    case googleDesktop
    /// Google: “iOS”, without a secret.
    case googleIOS
    /// Google: “Web application”, with a secret and registered redirect URIs.
    case googleWeb
    /// Google: “TVs and Limited Input devices”, the only kind that has the device grant.
    case googleDevice
    /// Spotify: an app. It may prove itself with its secret or by PKCE alone.
    case spotify
  }

  /// The client identifier.
  public let id: String
  /// What the sign-in page calls it.
  public let name: String
  /// What it was registered as.
  public let kind: Kind
  /// Its secret, where it has one.
  public let secret: Secret?
  /// Where it may come back to. Not looked at for the kinds that register none: Google's desktop and iOS clients.
  public let redirectURIs: [RedirectURI]

  /// Registers an application.
  /// - Parameters:
  ///   - id: the client identifier.
  ///   - name: what the sign-in page calls it.
  ///   - kind: what it is registered as.
  ///   - secret: its secret; `nil` if the provider gives it none.
  ///   - redirectURIs: where it may come back to.
  public init(
    id: String, name: String = "Look-alike client", kind: Kind, secret: Secret? = nil, redirectURIs: [RedirectURI] = []
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.secret = secret
    self.redirectURIs = redirectURIs
  }
}

extension LookAlikeClient {
  /// An OAuth App at GitHub: `http://127.0.0.1/callback` with any port, and `relay://oauth/callback`.
  public static let gitHubOAuthApp = LookAlikeClient(
    id: "Ov23liLookAlikeOAuth", kind: .gitHubOAuthApp, secret: Secret("look-alike-secret-of-the-oauth-app"),
    redirectURIs: [RedirectURI(constant: "http://127.0.0.1/callback"), RedirectURI(constant: "relay://oauth/callback")])

  /// A GitHub App, with the same redirect URIs.
  public static let gitHubApp = LookAlikeClient(
    id: "Iv23liLookAlikeGitHub", kind: .gitHubApp, secret: Secret("look-alike-secret-of-the-github-app"),
    redirectURIs: gitHubOAuthApp.redirectURIs)

  /// A desktop client at Google: any loopback address.
  public static let googleDesktop = LookAlikeClient(
    id: "100000000001-lookalikedesktop.apps.googleusercontent.com", kind: .googleDesktop,
    secret: Secret("GOCSPX-look-alike-desktop"))

  /// An iOS client at Google: the scheme that is its client id in reverse order.
  public static let googleIOS = LookAlikeClient(
    id: "100000000001-lookalikeios.apps.googleusercontent.com", kind: .googleIOS)

  /// A web application at Google: `https://app.example/callback` and `http://127.0.0.1:8080/callback`, exactly.
  public static let googleWeb = LookAlikeClient(
    id: "100000000001-lookalikeweb.apps.googleusercontent.com", kind: .googleWeb,
    secret: Secret("GOCSPX-look-alike-web"),
    redirectURIs: [
      RedirectURI(constant: "https://app.example/callback"), RedirectURI(constant: "http://127.0.0.1:8080/callback"),
    ])

  /// A client at Google for televisions and the like.
  public static let googleDevice = LookAlikeClient(
    id: "100000000001-lookalikedevice.apps.googleusercontent.com", kind: .googleDevice,
    secret: Secret("GOCSPX-look-alike-device"))

  /// An app at Spotify: `http://127.0.0.1/callback` with any port.
  public static let spotify = LookAlikeClient(
    id: "0123456789abcdef0123456789abcdef", kind: .spotify, secret: Secret("fedcba9876543210fedcba9876543210"),
    redirectURIs: [RedirectURI(constant: "http://127.0.0.1/callback")])
}

extension RedirectURI {
  /// What is written in this file; a mistake is found by the first test.
  fileprivate init(constant text: StaticString) {
    do {
      self = try RedirectURI("\(text)")
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}
