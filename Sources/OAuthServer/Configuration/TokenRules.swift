public import DPoPVerification
public import JOSE

/// Rules of the token endpoint, and of the endpoints that clients authenticate at, that not every server needs.
///
/// Set it on ``AuthorizationServerConfiguration/tokenRules``. What it has without being changed is right for most servers.
public struct TokenRules: Sendable {
  /// What the signatures of clients' assertions may be made with; those for secrets never count, and for clients that follow FAPI
  /// 2.0 PS256, ES256 and EdDSA alone (RFC 8725 §3.1).
  public var assertionAlgorithms = SignatureAlgorithm.asymmetric
  /// Which DPoP proofs are taken (RFC 9449 §4.3).
  public var dpopProofs = DPoPProofPolicy()
  /// How certificates of clients prove who they are, which metadata announces together with tokens that are bound to them (RFC 8705 §2,
  /// §3); nothing of it if empty. Whoever carries HTTP then has to ask for certificates and tell them in the ``RequestContext``.
  public var certificateMethods: Set<CertificateMethod> = []
  /// The `aud` of JWT access tokens for no resource in particular (RFC 9068 §3); the issuer if nil.
  public var defaultAudience: String?
  /// Whose JWTs are taken for a grant (RFC 7523 §2.1).
  public var trustedIssuers: [TrustedIssuer] = []

  /// The rules as they are without being changed.
  public init() {}
}
