public import OAuthCore

/// The facts about one provider: its endpoints, request parameters, redirect rules, the addresses
/// that receive access tokens, and its differences from the specifications.
///
/// A new provider needs only a value of this type; ``ProviderClient`` does the rest. The built-in
/// providers are in the folder Providers, one file each: ``gitHub``, ``google``, ``spotify`` and so
/// on.
///
/// ```swift
/// let provider = try Provider.okta(domain: "example.okta.com")
/// let client = ProviderClient(provider, id: "your-client-id", through: transport)
/// ```
public struct Provider: Sendable, Hashable {
  /// The provider's identifier on the command line and in files, such as `github`.
  public let id: String
  /// The provider's name, such as `GitHub`.
  public let name: String
  /// The provider's authorization server.
  public var server: ProviderServer
  /// The default scope: enough to identify the user and to stay signed in.
  public var scope: Scope
  /// The additional parameters of every authorization request.
  public var parameters: FormParameters
  /// Whether an installed application has a client secret at this provider.
  public var clientSecret: ClientSecretRule
  /// The rule on client IDs, so that a mistake is found before a browser opens.
  public var clientID: ClientIDRule
  /// The redirect URIs that the provider accepts.
  public var redirects: RedirectRules
  /// The addresses of the provider's resources. Access tokens are sent only to the origins of these
  /// addresses, of the profile and of the revocation endpoint, and to those that the application
  /// names (``ProviderClient/session(for:in:origins:)``).
  public var resources: [Endpoint]
  /// The source of the user's profile.
  public var profile: ProfileSource
  /// The method of revoking tokens at sign-out.
  public var revocation: RevocationMethod
  /// The access that remains after a sign-out that revoked no tokens, and the place to remove it.
  public var remainingAccess: RemainingAccess
  /// The differences from the specifications that a client has to handle.
  public var quirks: Set<Quirk>
  /// The error codes that end a session when a refresh is rejected (RFC 6749 §5.2).
  public var endingErrors: Set<ErrorCode>

  /// Creates a provider. The parts are checked when they are created; the combination isn't.
  ///
  /// - Parameters:
  ///   - id: The identifier: a short word in lower case.
  ///   - name: The provider's name.
  ///   - server: The authorization server.
  ///   - scope: The default scope. Default: none.
  ///   - parameters: The additional parameters of every authorization request. Default: none.
  ///   - clientSecret: Whether an installed application has a secret. Default:
  ///     ``ClientSecretRule/never``.
  ///   - clientID: The rule on client IDs. Default: any form.
  ///   - redirects: The redirect URIs that the provider accepts.
  ///   - resources: The addresses whose origins may receive access tokens. Default: none.
  ///   - profile: The source of the user's profile. Default: the UserInfo endpoint.
  ///   - revocation: The method of revoking tokens. Default: the endpoint in the metadata.
  ///   - remainingAccess: The access that remains if no tokens were revoked. Default: unknown.
  ///   - quirks: The differences that a client has to handle. Default: none.
  ///   - endingErrors: The error codes that end a session when a refresh is rejected. Default:
  ///     `invalid_grant`.
  public init(
    id: String, name: String, server: ProviderServer, scope: Scope = .none,
    parameters: FormParameters = FormParameters(), clientSecret: ClientSecretRule = .never,
    clientID: ClientIDRule = ClientIDRule(), redirects: RedirectRules, resources: [Endpoint] = [],
    profile: ProfileSource = .userInfo, revocation: RevocationMethod = .announced,
    remainingAccess: RemainingAccess = RemainingAccess(), quirks: Set<Quirk> = [],
    endingErrors: Set<ErrorCode> = [.invalidGrant]
  ) {
    self.id = id
    self.name = name
    self.server = server
    self.scope = scope
    self.parameters = parameters
    self.clientSecret = clientSecret
    self.clientID = clientID
    self.redirects = redirects
    self.resources = resources
    self.profile = profile
    self.revocation = revocation
    self.remainingAccess = remainingAccess
    self.quirks = quirks
    self.endingErrors = endingErrors
  }
}

/// A provider's authorization server.
public enum ProviderServer: Sendable, Hashable {
  /// The server publishes its metadata (RFC 8414, OpenID Connect Discovery). The metadata is
  /// fetched on first use.
  case published(Issuer)
  /// The server publishes no metadata, or none that can be used unchanged.
  case known(AuthorizationServerMetadata)

  /// The name of the server in token stores: the issuer, or the token endpoint's origin if there is
  /// none.
  public var accountProvider: String {
    switch self {
    case .published(let issuer): issuer.text
    case .known(let metadata): metadata.issuer?.text ?? metadata.tokenEndpoint.origin
    }
  }
}
