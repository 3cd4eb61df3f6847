public import JOSE
public import OAuthCore

/// The settings of a client, apart from its name, redirect URIs, scope and grants (RFC 7591 §2,
/// OpenID Connect Registration §2 and others). Each property has the specifications' default.
public struct ClientSettings: Sendable, Hashable {
  /// The application's home page (`client_uri`).
  public var home: Endpoint?
  /// The application's logo (`logo_uri`).
  public var logo: Endpoint?
  /// The application's privacy policy (`policy_uri`).
  public var policy: Endpoint?
  /// The application's terms of service (`tos_uri`).
  public var terms: Endpoint?
  /// Ways to contact the client's operators, such as email addresses (`contacts`).
  public var contacts: [String] = []
  /// Whether users aren't asked for consent. Only for the server operator's own applications; a
  /// client can't register it for itself. Default: `false`.
  public var needsNoConsent = false

  /// The client's public keys. They verify request objects, and assertions if the client
  /// authenticates with assertions.
  public var keys: ClientKeys?
  /// The way in which the client sends its secret (`token_endpoint_auth_method`), if it has one.
  /// `nil` allows both ways.
  public var secretMethod: ClientSecretMethod?
  /// The secret before the current one, during a change of the secret. `nil` means none.
  public var formerSecret: FormerSecret?
  /// The algorithm of the client's assertions (`token_endpoint_auth_signing_alg`). `nil` allows
  /// every algorithm that the server accepts.
  public var assertionAlgorithm: SignatureAlgorithm?
  /// The algorithm of the client's request objects (`request_object_signing_alg`). `nil` allows
  /// every algorithm that the server accepts.
  public var requestObjectAlgorithm: SignatureAlgorithm?
  /// Whether the client's request objects are unsigned (`request_object_signing_alg` `none`). The
  /// server then accepts no signed ones, and unsigned ones only from ``requestURIs``.
  public var requestObjectsAreUnsigned = false
  /// The encryption that the client may use for its request objects
  /// (`request_object_encryption_alg`). It may also use others, or none (OpenID Connect Registration
  /// §2).
  public var requestObjectEncryption: ResponseEncryption?
  /// Whether authorization requests must be signed (`require_signed_request_object`, RFC 9101
  /// §10.5).
  public var requiresSignedRequests = false
  /// Whether authorization requests must be pushed (`require_pushed_authorization_requests`, RFC
  /// 9126 §6).
  public var requiresPushedRequests = false
  /// The addresses that `request_uri` may have (`request_uris`).
  public var requestURIs: [String] = []

  /// The algorithm of the client's ID tokens (`id_token_signed_response_alg`). `nil` lets the
  /// server choose.
  public var idTokenAlgorithm: SignatureAlgorithm?
  /// The encryption of the client's ID tokens and logout tokens (`id_token_encrypted_response_alg`).
  /// `nil` means none.
  public var idTokenEncryption: ResponseEncryption?
  /// The algorithm of signed UserInfo responses (`userinfo_signed_response_alg`). `nil` means plain
  /// JSON.
  public var userInfoAlgorithm: SignatureAlgorithm?
  /// The encryption of UserInfo responses (`userinfo_encrypted_response_alg`). `nil` means none.
  public var userInfoEncryption: ResponseEncryption?
  /// The algorithm of signed authorization responses (`authorization_signed_response_alg`, JARM
  /// §3). `nil` lets the server choose.
  public var authorizationResponseAlgorithm: SignatureAlgorithm?
  /// The algorithm of signed introspection responses (RFC 9701 §6). `nil` means plain JSON.
  public var introspectionAlgorithm: SignatureAlgorithm?
  /// The type of subject that identifies users to this client (`subject_type`).
  public var subjectType = SubjectType.public
  /// The maximum time since the sign-in for requests without `max_age`, in seconds
  /// (`default_max_age`). `nil` means no limit.
  public var defaultMaximumAge: Int?

  /// The format of access tokens.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// Whether access tokens must be bound to a DPoP key (`dpop_bound_access_tokens`, RFC 9449 §5.2).
  public var requiresDPoP = false
  /// Whether access tokens must be bound to a client certificate
  /// (`tls_client_certificate_bound_access_tokens`, RFC 8705 §3.4).
  public var requiresCertificateBinding = false
  /// The resources that the client may request tokens for (RFC 8707). `nil` allows every resource
  /// that the server knows.
  public var resources: [String]?
  /// The types of authorization details that the client may request (`authorization_details_types`,
  /// RFC 9396 §10).
  public var authorizationDetailsTypes: [String] = []
  /// Whether the client may introspect other clients' tokens (RFC 7662 §2.1). Set it for protected
  /// resources.
  public var mayIntrospectAll = false
  /// The resource identifiers of a client that is a protected resource. The client can't introspect
  /// (RFC 7662 §4) or exchange tokens for other resources. If the list is empty, only tokens
  /// without a resource can be introspected.
  public var protectedResources: [String] = []
  /// The resources for which the client may exchange tokens that it received (RFC 8693 §2.1), besides
  /// the resources of those tokens. Only an operator can set them. Default: none.
  public var exchangeTargets: [String] = []
  /// The claims that the client's ID tokens contain, of those that its scope grants: `email`, `name`
  /// or `groups`, for applications that don't ask the UserInfo endpoint.
  public var claimsInIDToken: [String] = []
  /// The groups whose users may use the client. Other users can't sign in to it, and a user who leaves
  /// the groups gets no more tokens. Empty means that every user may.
  public var allowedGroups: [String] = []
  /// Whether the client follows FAPI 2.0: pushed requests, sender-constrained tokens,
  /// `private_key_jwt` or mutual TLS, and codes that are valid for at most a minute. Refresh tokens
  /// aren't rotated, so users sign in again when the first one expires.
  public var followsFAPI2 = false

  /// The addresses to which the browser may return after a sign-out (`post_logout_redirect_uris`).
  public var postLogoutRedirectURIs: [RedirectURI] = []
  /// The address that the server notifies when a session has ended (`backchannel_logout_uri`).
  public var backchannelLogout: Endpoint?
  /// Whether logout tokens must have `sid` (`backchannel_logout_session_required`).
  public var requiresLogoutSession = false

  /// Creates settings with the specifications' defaults.
  public init() {}
}

/// The type of subject that identifies a user to a client (OpenID Connect Core §8).
public enum SubjectType: Sendable, Hashable {
  /// The same subject for every client.
  case `public`
  /// A different subject for every sector. A sector is the host of a client, or of several clients
  /// of one owner (OpenID Connect Core §8.1).
  case pairwise(sector: String)
}

/// The format of access tokens.
public enum AccessTokenFormat: String, Sendable, Hashable {
  /// A random text. Resources validate it by introspection (RFC 7662).
  case opaque
  /// A signed JWT. Resources can validate it without the server (RFC 9068).
  case jwt
}
