public import JOSE
public import OAuthCore

/// Somebody whose signed word about a person the server takes for a grant (RFC 7523 §2.1): a company's own identity provider, or a
/// service that signs for its accounts.
///
/// Whoever configures a server lists them in ``TokenRules/trustedIssuers``. Each can get tokens for any person of the directory,
/// up to its scope: trust nobody who isn't in charge of all of them.
public struct TrustedIssuer: Sendable {
  /// The `iss` of its JWTs, compared octet for octet.
  public let issuer: String
  /// Its keys: a `JSONWebKeySet`, or a `RemoteKeySet` that fetches them.
  public let keys: any KeySource
  /// What its signatures may be made with; those for secrets never count.
  public let algorithms: Set<SignatureAlgorithm>
  /// The most that a token may reach which its word is exchanged for.
  public let scope: Scope

  /// Trusts an issuer.
  /// - Parameters:
  ///   - issuer: the `iss` of its JWTs.
  ///   - keys: what checks its signatures.
  ///   - algorithms: all with a public key unless said.
  ///   - scope: the most that a token may reach; the client's own scope limits it further.
  public init(
    issuer: String, keys: any KeySource, algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric,
    scope: Scope
  ) {
    self.issuer = issuer
    self.keys = keys
    self.algorithms = algorithms.intersection(SignatureAlgorithm.asymmetric)
    self.scope = scope
  }
}
