public import JOSE
public import OAuth
internal import OAuthCore

/// A client that asks its server who signed in, and believes only what was verified (OpenID Connect Core §3.1).
///
/// ```swift
/// let client = try OpenIDClient(OAuthClient(id: "your-client-id", server: metadata, transport: transport))
/// let signedIn = try await client.signIn(scope: Scope(["openid", "email"]), with: LoopbackUserAgent())
/// let person = (signedIn.idToken.issuer, signedIn.idToken.subject)
/// ```
///
/// A value: make one for each server. Copies share the keys that were fetched.
public struct OpenIDClient: Sendable {
  /// The OAuth client, which does everything that has nothing to do with who signed in.
  public let client: OAuthClient
  /// Which ID tokens and logout tokens are accepted.
  public var policy: IDTokenPolicy
  /// The `acr` values that are good enough for every sign-in. Empty if any will do: `acr_values` alone is a wish that servers
  /// needn't fulfil (§3.1.2.1).
  public var authenticationContexts: [String] = []
  /// The `userinfo_signed_response_alg` that the client registered; UserInfo answers that aren't signed with it are refused.
  /// Empty if it registered none: plain JSON is accepted, and signed answers as ID tokens are.
  public var userInfoAlgorithms: Set<SignatureAlgorithm> = []

  let keys: any KeySource

  /// Takes issuer and keys from the server's metadata.
  ///
  /// - Parameters:
  ///   - client: its metadata should come from discovery.
  ///   - algorithms: what the client registered as its `id_token_signed_response_alg`. For those with HMAC the client's
  ///     secret is the key.
  /// - Throws: ``OpenIDError/noIssuer`` or ``OpenIDError/noKeys`` if the metadata has none.
  public init(_ client: OAuthClient, algorithms: Set<SignatureAlgorithm> = [.rs256]) throws(OpenIDError) {
    guard let issuer = client.server.issuer else { throw .noIssuer }
    guard client.server.jwksURI != nil || algorithms.allSatisfy(\.isSymmetric) else { throw .noKeys }
    var policy = IDTokenPolicy(issuer: .exactly(issuer), clientID: client.id, algorithms: algorithms)
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

  /// A client with a policy and keys of one's own.
  ///
  /// - Parameters:
  ///   - client: the OAuth client.
  ///   - policy: which ID tokens are accepted.
  ///   - keys: where the issuer's keys come from, such as a `JSONWebKeySet` at hand.
  public init(_ client: OAuthClient, policy: IDTokenPolicy, keys: any KeySource) {
    self.client = client
    self.policy = policy
    self.keys = keys
  }
}
