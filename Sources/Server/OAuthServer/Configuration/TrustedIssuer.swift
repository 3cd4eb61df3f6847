public import JOSE
public import OAuthCore

/// An issuer whose JWTs about users are accepted as grants (RFC 7523 §2.1), such as a company's
/// identity provider or a service that signs for its accounts.
///
/// Its JWTs may be identity assertions (ID-JAG, `typ` `oauth-id-jag+jwt`). Each of these is for one
/// confidential client and one use, and limits the scope and the resources of the token.
///
/// List trusted issuers in ``TokenRules/trustedIssuers``. Each can get tokens for every user of the
/// directory, up to its scope. Trust only issuers that are responsible for all of these users.
public struct TrustedIssuer: Sendable {
  /// The `iss` of its JWTs, compared byte for byte.
  public let issuer: String
  /// The issuer's keys: a `JSONWebKeySet`, or a `RemoteKeySet` that fetches them.
  public let keys: any KeySource
  /// The accepted signature algorithms. Symmetric ones are never accepted.
  public let algorithms: Set<SignatureAlgorithm>
  /// The largest scope of tokens that are issued for its JWTs.
  public let scope: Scope
  /// The only tenant of the issuer whose users are accepted (`tenant`), if the issuer has several: its
  /// subjects are unique only with the tenant. Without it, identity assertions of a tenant are rejected.
  public let tenant: String?

  /// Creates a trusted issuer.
  /// - Parameters:
  ///   - issuer: The `iss` of its JWTs.
  ///   - keys: The keys that verify its signatures.
  ///   - algorithms: The accepted signature algorithms. Default: all asymmetric ones.
  ///   - scope: The largest scope of tokens that are issued for its JWTs. The client's own scope
  ///     limits it further.
  ///   - tenant: The only accepted tenant of an issuer that has several. Default: none.
  public init(
    issuer: String, keys: any KeySource, algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric,
    scope: Scope, tenant: String? = nil
  ) {
    self.issuer = issuer
    self.keys = keys
    self.algorithms = algorithms.intersection(SignatureAlgorithm.ofKeyPairs)
    self.scope = scope
    self.tenant = tenant
  }
}
