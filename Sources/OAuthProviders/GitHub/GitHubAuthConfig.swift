public import Logging
public import OAuthCore
public import PKCE

/// An application at GitHub, and what its sign-ins use.
///
/// Apps make one and give it to ``GitHubAuthService``. Nothing is checked when it is made: a placeholder for the client id or a redirect
/// URI that GitHub doesn't take is refused by the sign-in, before a browser opens.
public struct GitHubAuthConfig: Sendable {
  /// What is registered at GitHub: two kinds of applications that differ in what their tokens are.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// An OAuth App: its tokens reach as far as their scope, and don't expire unless that was switched on there.
    case oauthApp
    /// A GitHub App: what its tokens may do is set at the app. They live for 8 hours and are refreshed, unless that was switched off there.
    case gitHubApp
  }

  /// The client id from the application's page at GitHub.
  public var clientID: String
  /// The client secret, if the application has it. In something that people install it is no secret (RFC 8252 §8.5).
  public var clientSecret: Secret?
  /// Where the system's web session comes back to, such as `relay://oauth/callback`; exactly what is registered at GitHub.
  public var redirectURI: RedirectURI
  /// What to ask for.
  public var scope: Scope
  /// Which GitHub.
  public var host: GitHubHost
  /// What is registered there.
  public var kind: Kind
  /// What moves requests.
  public var transport: any HTTPTransport
  /// The time and size that one exchange may take.
  public var limits = HTTPLimits()
  /// What time it is; tests set their own.
  public var clock = WallClock.system
  /// How much time has passed; tests set their own.
  public var monotonic = MonotonicClock.system
  /// What measures the pauses of a sign-in on another device; tests set their own.
  public var pollingClock: any Clock<Duration> = ContinuousClock()
  /// Where `state` and verifiers come from; must be cryptographically secure outside tests.
  public var random: any RandomSource = SystemRandomSource()
  /// Told what happens, never a secret.
  public var logger = GitHubLog.auth

  /// Describes an application.
  ///
  /// - Parameters:
  ///   - clientID: from the application's page at GitHub.
  ///   - clientSecret: `nil` for what people install. With it GitHub can be told to end tokens when somebody signs out.
  ///   - redirectURI: where the system's web session comes back to. User agents that are given to a sign-in have their own.
  ///   - scope: what to ask for; `nil` for `repo` at an OAuth App and for nothing at a GitHub App, where scopes mean nothing.
  ///   - host: which GitHub.
  ///   - kind: what is registered there.
  ///   - transport: what moves requests; see `AsyncHTTPClientTransport`.
  public init(
    clientID: String, clientSecret: Secret? = nil, redirectURI: RedirectURI, scope: Scope? = nil,
    host: GitHubHost = .gitHubDotCom, kind: Kind = .oauthApp, transport: any HTTPTransport
  ) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scope = scope ?? (kind == .oauthApp ? Scope(constant: "repo") : .none)
    self.host = host
    self.kind = kind
    self.transport = transport
  }

  /// The facts of that GitHub, for that kind of application.
  var provider: Provider {
    switch kind {
    case .oauthApp: .gitHub(host)
    case .gitHubApp: .gitHubApp(host)
    }
  }
}

extension GitHubAuthConfig: Redacted {
  /// The client id and the host.
  public var description: String { "GitHubAuthConfig(\(UntrustedText(clientID)) at \(host.web))" }
}
