public import JOSE
public import OAuth
internal import OAuthCore

/// A client that signs users in and verifies their ID tokens (OpenID Connect Core §3.1).
///
/// ```swift
/// let client = try OpenIDClient(OAuthClient(id: "your-client-id", server: server, transport: transport))
/// let signedIn = try await client.signIn(scope: Scope(["openid", "email"]), with: LoopbackUserAgent())
/// let user = (signedIn.idToken.issuer, signedIn.idToken.subject)
/// let email = try await client.userInfo(signedIn).standardClaims.email
/// ```
///
/// It is a value. Create one for each server; copies share the fetched keys.
public struct OpenIDClient: Sendable {
  /// The OAuth client that sends the requests.
  public let client: OAuthClient
  /// The rules by which ID tokens and logout tokens are accepted.
  public var policy: IDTokenPolicy
  /// The accepted `acr` values of every sign-in. Default: all. The parameter `acr_values` is only a
  /// request, which servers can ignore (§3.1.2.1).
  public var authenticationContexts: [String] = []
  /// The client's registered `userinfo_signed_response_alg`. UserInfo answers that aren't signed
  /// with it are rejected. Default: none, so that plain JSON is accepted, and signed answers follow
  /// the rules of ID tokens.
  public var userInfoAlgorithms: Set<SignatureAlgorithm> = []
  /// The keys for the client's registered `userinfo_encrypted_response_alg` and
  /// `userinfo_encrypted_response_enc`. Answers that aren't encrypted are accepted too. Default:
  /// none, so that encrypted answers are rejected.
  public var userInfoDecryption: JWTDecryption?

  let keys: any KeySource

  /// Creates a client with the issuer and the keys of the server's metadata.
  ///
  /// - Parameters:
  ///   - client: The OAuth client. Its metadata should come from discovery.
  ///   - algorithms: The client's registered `id_token_signed_response_alg`. The client secret is
  ///     the key of HMACs. Default: RS256.
  /// - Throws: ``OpenIDError/noIssuer`` or ``OpenIDError/noKeys`` if the metadata has none.
  public init(_ client: OAuthClient, algorithms: Set<SignatureAlgorithm> = [.rs256]) throws(OpenIDError) {
    guard let issuer = client.server.issuer else { throw .noIssuer }
    try self.init(client, issuer: .exactly(issuer), algorithms: algorithms)
  }

  /// Creates a client with the keys of the server's metadata, for another issuer.
  ///
  /// - Parameters:
  ///   - client: The OAuth client.
  ///   - issuer: The issuer of accepted ID tokens.
  ///   - algorithms: The accepted signature algorithms.
  /// - Throws: ``OpenIDError/noKeys`` if the metadata has none.
  package init(
    _ client: OAuthClient, issuer: ExpectedIssuer, algorithms: Set<SignatureAlgorithm>
  ) throws(OpenIDError) {
    guard client.server.jwksURI != nil || algorithms.allSatisfy(\.isSymmetric) else { throw .noKeys }
    var policy = IDTokenPolicy(issuer: issuer, clientID: client.id, algorithms: algorithms)
    switch client.authentication {
    case .clientSecretBasic(let secret), .clientSecretBasicWithoutEncoding(let secret), .clientSecretPost(let secret):
      policy.clientSecret = secret
    case .none, .clientSecretJWT, .privateKeyJWT, .tlsClientAuth, .selfSignedTLSClientAuth: break
    }
    let keys: any KeySource =
      client.server.jwksURI.map {
        RemoteKeySet($0, through: client.transport, limits: client.limits, clock: client.clock)
      } ?? JSONWebKeySet([])
    self.init(client, policy: policy, keys: keys)
  }

  /// Creates a client with its own policy and keys.
  ///
  /// - Parameters:
  ///   - client: The OAuth client.
  ///   - policy: The rules by which ID tokens are accepted.
  ///   - keys: The source of the issuer's keys, such as a `JSONWebKeySet`.
  public init(_ client: OAuthClient, policy: IDTokenPolicy, keys: any KeySource) {
    self.client = client
    self.policy = policy
    self.keys = keys
  }
}
