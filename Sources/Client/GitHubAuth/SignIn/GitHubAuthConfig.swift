public import Logging
public import OAuthCore
public import OAuthProviders
public import PKCE

/// The configuration of an application at GitHub and of its sign-ins.
///
/// Create one and pass it to ``GitHubAuthService``. The initializer checks nothing. The sign-in
/// rejects a placeholder client ID or a redirect URI that GitHub doesn't accept, before a browser
/// opens.
public struct GitHubAuthConfig: Sendable {
  /// The kind of application registered at GitHub. The kinds differ in what their tokens allow.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// An OAuth App. Its tokens allow what their scope says, and don't expire unless expiry is
    /// enabled for the app.
    case oauthApp
    /// A GitHub App. The app's permissions decide what its tokens allow. They expire after 8 hours
    /// and are refreshed, unless expiry is disabled for the app.
    case gitHubApp
  }

  /// The client ID from the application's page at GitHub.
  public var clientID: String
  /// The client secret, if the application has one. A secret in an installed application isn't
  /// confidential (RFC 8252 §8.5).
  public var clientSecret: Secret?
  /// The redirect URI of the system's web session, such as `relay://oauth/callback`, exactly as
  /// registered at GitHub.
  public var redirectURI: RedirectURI
  /// The scope to request.
  public var scope: Scope
  /// The GitHub host: github.com, or an enterprise's.
  public var host: GitHubHost
  /// The kind of application registered there.
  public var kind: Kind
  /// The transport that sends HTTP requests.
  public var transport: any HTTPTransport
  /// The limits on the duration and size of one HTTP exchange.
  public var limits = HTTPLimits()
  /// The wall clock. Default: the system's.
  public var clock = WallClock.system
  /// The clock that measures elapsed time. Default: the system's.
  public var monotonic = MonotonicClock.system
  /// The clock that measures the pauses between polls of a sign-in on another device.
  public var pollingClock: any Clock<Duration> = ContinuousClock()
  /// The source of `state` and PKCE verifiers. It must be cryptographically secure outside tests.
  public var random: any RandomSource = SystemRandomSource()
  /// The logger. It receives a record of each step, never a secret.
  public var logger = GitHubLog.auth

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - clientID: The client ID from the application's page at GitHub.
  ///   - clientSecret: The client secret; `nil` for installed applications. Without a secret,
  ///     GitHub doesn't revoke tokens at sign-out. Default: `nil`.
  ///   - redirectURI: The redirect URI of the system's web session. A user agent that you pass to a
  ///     sign-in uses its own.
  ///   - scope: The scope to request. Default: `repo` for an OAuth App; none for a GitHub App,
  ///     where scopes have no effect.
  ///   - host: The GitHub host. Default: github.com.
  ///   - kind: The kind of application. Default: an OAuth App.
  ///   - transport: Sends HTTP requests; see `AsyncHTTPClientTransport`.
  public init(
    clientID: String, clientSecret: Secret? = nil, redirectURI: RedirectURI, scope: Scope? = nil,
    host: GitHubHost = .gitHubDotCom, kind: Kind = .oauthApp, transport: any HTTPTransport
  ) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scope = scope ?? (kind == .oauthApp ? "repo" : .none)
    self.host = host
    self.kind = kind
    self.transport = transport
  }

  /// The provider for this host and kind of application.
  var provider: Provider {
    switch kind {
    case .oauthApp: .gitHub(host)
    case .gitHubApp: .gitHubApp(host)
    }
  }
}

extension GitHubAuthConfig: Redacted {
  /// The client ID and the host.
  public var description: String { "GitHubAuthConfig(\(UntrustedText(clientID)) at \(host.web))" }
}
