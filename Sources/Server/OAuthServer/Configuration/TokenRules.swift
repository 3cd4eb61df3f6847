public import DPoPVerification
public import JOSE

/// Rules of the token endpoint and of client authentication. The defaults suit most servers.
///
/// Change them in ``AuthorizationServerConfiguration/tokenRules``.
public struct TokenRules: Sendable {
  /// The accepted signature algorithms of client assertions (RFC 8725 §3.1). Symmetric algorithms
  /// are never accepted. Clients that follow FAPI 2.0 may only use PS256, ES256 and EdDSA.
  public var assertionAlgorithms = SignatureAlgorithm.asymmetric
  /// The form that client assertions must have. Default: ``ClientAssertionForm/issuer``.
  public var clientAssertions = ClientAssertionForm.issuer
  /// The rules for DPoP proofs (RFC 9449 §4.3).
  public var dpopProofs = DPoPProofPolicy()
  /// The methods of authenticating clients with certificates. The metadata lists them, together
  /// with certificate-bound tokens (RFC 8705 §2, §3). Default: none.
  ///
  /// If this isn't empty, the HTTP server must request client certificates and pass them in the
  /// ``RequestContext``.
  public var certificateMethods: Set<CertificateMethod> = []
  /// Whether every client has to authenticate. Public clients are then rejected, they can't register
  /// themselves, and the metadata doesn't list `none`. Default: `false`.
  ///
  /// The metadata follows this rule and not the clients: a public client may be added at any time,
  /// while clients and proxies still have the document of before.
  public var requiresClientAuthentication = false
  /// The `aud` of JWT access tokens that name no resource (RFC 9068 §3). `nil` means the issuer.
  public var defaultAudience: String?
  /// The issuers whose JWTs are accepted as grants (RFC 7523 §2.1). Default: none.
  public var trustedIssuers: [TrustedIssuer] = []
  /// The clients that get identity assertions (ID-JAG) for other authorization servers. Default: none.
  public var identityAssertions: [IdentityAssertionPermission] = []

  /// Creates rules with their defaults.
  public init() {}
}
