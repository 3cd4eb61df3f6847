public import OAuthCore

/// The constants of an application at GitHub, as static members of a type.
///
/// It is the short form of ``GitHubAuthConfig``, which also has a client secret, the GitHub host,
/// the kind of application, the clocks and the logger.
///
/// ```swift
/// enum RelayConfig: GitHubOAuthConfig {
///   static let clientID = "Ov23liA1B2C3D4E5F6G7"
///   static let redirectURI = "relay://oauth/callback"
/// }
/// ```
public protocol GitHubOAuthConfig {
  /// The client ID from the application's page at GitHub.
  static var clientID: String { get }
  /// The redirect URI of the system's web session, exactly as registered at GitHub.
  static var redirectURI: String { get }
  /// The scopes to request. Default: `repo`.
  static var scopes: [String] { get }
}

extension GitHubOAuthConfig {
  /// The scope `repo`.
  public static var scopes: [String] { ["repo"] }
}

extension GitHubAuthService {
  /// Creates a service for an OAuth App at github.com from a type with constants. Nothing is read
  /// or sent yet.
  ///
  /// - Parameters:
  ///   - config: The type with the application's constants.
  ///   - credentialStore: The store for the tokens.
  ///   - transport: Sends HTTP requests.
  ///   - clientFactory: Creates the client that asks GitHub for a new token's user. Default: a
  ///     client with this transport.
  /// - Throws: `URIError` if the redirect URI isn't an address; `ScopeError` if a scope has a
  ///   character that a scope can't have.
  public init(
    config: any GitHubOAuthConfig.Type, credentialStore: GitHubCredentialStore, transport: any HTTPTransport,
    clientFactory: (@Sendable (String) -> GitHubClient)? = nil
  ) throws {
    self.init(
      config: GitHubAuthConfig(
        clientID: config.clientID, redirectURI: try RedirectURI(config.redirectURI),
        scope: try Scope(config.scopes), transport: transport),
      credentialStore: credentialStore, clientFactory: clientFactory)
  }
}
