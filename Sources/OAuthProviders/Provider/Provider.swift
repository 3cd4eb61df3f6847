public import OAuthCore

/// One provider's facts: where its endpoints are, what it wants in a request, where a client may come back to, which addresses may
/// see the tokens, and in what it differs from the specifications.
///
/// A value, and the only thing to write for a new provider; ``ProviderClient`` does the rest. Those that Pixy knows are in
/// the folder Providers, one file each: ``gitHub``, ``google``, ``spotify`` and so on.
///
/// ```swift
/// let client = ProviderClient(.spotify, id: "your-client-id", through: transport)
/// let signedIn = try await client.signIn(with: LoopbackUserAgent())
/// print("Hello,", try await client.profile(signedIn).name ?? "stranger")
/// ```
public struct Provider: Sendable, Hashable {
  /// The word for it on a command line and in a file, such as `github`.
  public let id: String
  /// The name that people know, such as `GitHub`.
  public let name: String
  /// Where its authorization server is.
  public var server: ProviderServer
  /// What to ask for if a program doesn't say: enough to know who it is, and to stay signed in.
  public var scope: Scope
  /// What else every authorization request has.
  public var parameters: FormParameters
  /// Whether a client of the kind that people install has a secret there.
  public var clientSecret: ClientSecretRule
  /// What a client id looks like, so that a mistake is found before a browser opens.
  public var clientID: ClientIDRule
  /// Where a client may come back to.
  public var redirects: RedirectRules
  /// Addresses of its resources. Access tokens go to the origins of these, to where it says who somebody is, to where tokens are ended,
  /// and nowhere else.
  public var resources: [Endpoint]
  /// Where it says who somebody is.
  public var profile: ProfileSource
  /// How tokens are ended when a person signs out.
  public var revocation: RevocationMethod
  /// In what it differs from the specifications, as far as a client has to do something about it.
  public var quirks: Set<Quirk>
  /// What it says when a refresh token won't get tokens any more (RFC 6749 §5.2).
  public var endingErrors: Set<ErrorCode>

  /// Puts a provider together. Nothing is checked but what the parts check: see the facts of those that are there.
  ///
  /// - Parameters:
  ///   - id: a short word in lower case.
  ///   - name: what people call it.
  ///   - server: where its authorization server is.
  ///   - scope: what to ask for unless a program says otherwise.
  ///   - parameters: what else every authorization request has.
  ///   - clientSecret: whether installed clients have one.
  ///   - clientID: what a client id looks like.
  ///   - redirects: where a client may come back to.
  ///   - resources: the addresses whose origins may see access tokens.
  ///   - profile: where it says who somebody is.
  ///   - revocation: how tokens are ended.
  ///   - quirks: what a client has to do differently.
  ///   - endingErrors: what ends a session when a refresh is refused.
  public init(
    id: String, name: String, server: ProviderServer, scope: Scope = .none,
    parameters: FormParameters = FormParameters(), clientSecret: ClientSecretRule = .never,
    clientID: ClientIDRule = ClientIDRule(), redirects: RedirectRules, resources: [Endpoint] = [],
    profile: ProfileSource = .userInfo, revocation: RevocationMethod = .announced, quirks: Set<Quirk> = [],
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
    self.quirks = quirks
    self.endingErrors = endingErrors
  }
}

/// Where a provider's authorization server is.
public enum ProviderServer: Sendable, Hashable {
  /// It publishes its metadata (RFC 8414, OpenID Connect Discovery), which is fetched when it is first needed.
  case published(Issuer)
  /// It publishes none, or none that can be used as it is.
  case known(AuthorizationServerMetadata)

  /// What stores call the server's accounts: the issuer, or the token endpoint's origin where there is none.
  public var accountProvider: String {
    switch self {
    case .published(let issuer): issuer.text
    case .known(let metadata): metadata.issuer?.text ?? metadata.tokenEndpoint.origin
    }
  }
}
