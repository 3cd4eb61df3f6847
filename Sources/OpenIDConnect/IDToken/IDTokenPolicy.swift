public import JOSE
public import OAuthCore

/// Which ID tokens a client accepts from its server, whatever the sign-in (OpenID Connect Core §3.1.3.7).
public struct IDTokenPolicy: Sendable, Hashable {
  /// Whose tokens are accepted.
  public var issuer: ExpectedIssuer
  /// The client's `client_id`, which must be in `aud`.
  public var clientID: String
  /// The signature algorithms accepted. RS256 unless the client registered another `id_token_signed_response_alg`
  /// (Registration §2). Every one more is one more that an attacker may choose; `none` isn't among them.
  public var algorithms: Set<SignatureAlgorithm>
  /// The client secret, whose octets check HS256, HS384 and HS512 if ``algorithms`` has them. It is never used for others.
  public var clientSecret: Secret?
  /// Audiences that may stand beside the client in `aud`. Tokens for any other audience too are refused: whoever that is
  /// could use them here.
  public var trustedAudiences: Set<String>
  /// By how much the two clocks may differ.
  public var clockTolerance: ClockTolerance

  /// A policy that accepts RS256 and no audience but the client, with 30 s between the clocks.
  ///
  /// - Parameters:
  ///   - issuer: whose tokens are accepted.
  ///   - clientID: the client's `client_id`.
  ///   - algorithms: what the client registered as its `id_token_signed_response_alg`.
  public init(issuer: ExpectedIssuer, clientID: String, algorithms: Set<SignatureAlgorithm> = [.rs256]) {
    self.issuer = issuer
    self.clientID = clientID
    self.algorithms = algorithms
    clientSecret = nil
    trustedAudiences = []
    clockTolerance = .standard
  }
}
