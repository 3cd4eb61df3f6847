public import JOSE
public import OAuthCore

/// The rules by which a client accepts its server's ID tokens (OpenID Connect Core §3.1.3.7).
///
/// ``OpenIDClient`` creates one from the server's metadata. Use it directly to verify a token
/// without a client:
///
/// ```swift
/// let policy = IDTokenPolicy(issuer: .exactly(issuer), clientID: "your-client-id")
/// let idToken = try policy.idToken(
///   compact, signedBy: keys, expecting: IDTokenExpectations(nonce: nonce), now: Date())
/// ```
public struct IDTokenPolicy: Sendable, Hashable {
  /// The issuer whose tokens are accepted.
  public var issuer: ExpectedIssuer
  /// The client's `client_id`, which must be in `aud`.
  public var clientID: String
  /// The accepted signature algorithms: the client's registered `id_token_signed_response_alg`
  /// (Registration §2). Default: RS256. Each additional algorithm is one more for an attacker to
  /// choose. `none` is never accepted.
  public var algorithms: Set<SignatureAlgorithm>
  /// The client secret, whose bytes verify HS256, HS384 and HS512 if ``algorithms`` has them. Other
  /// algorithms never use it.
  public var clientSecret: Secret?
  /// The keys for the client's registered `id_token_encrypted_response_alg` and
  /// `id_token_encrypted_response_enc`. ID tokens and logout tokens that aren't encrypted are then
  /// rejected (§3.1.3.7; Back-Channel Logout §2.6). Default: none, so that encrypted ones are.
  public var decryption: JWTDecryption?
  /// Other audiences that `aud` may contain. Tokens with any further audience are rejected, because
  /// that party could use them here.
  public var trustedAudiences: Set<String>
  /// The accepted difference between the two clocks.
  public var clockTolerance: ClockTolerance

  /// Creates a policy that accepts only the client as audience, with a tolerance of 30 seconds.
  ///
  /// - Parameters:
  ///   - issuer: The issuer whose tokens are accepted.
  ///   - clientID: The client's `client_id`.
  ///   - algorithms: The client's registered `id_token_signed_response_alg`. Default: RS256.
  public init(issuer: ExpectedIssuer, clientID: String, algorithms: Set<SignatureAlgorithm> = [.rs256]) {
    self.issuer = issuer
    self.clientID = clientID
    self.algorithms = algorithms
    clientSecret = nil
    decryption = nil
    trustedAudiences = []
    clockTolerance = .standard
  }
}
