public import JOSE
public import OAuthCore

/// What a client may register besides its name, addresses, scope and grants (RFC 7591 §2, OpenID Connect Registration §2 and
/// others). Everything has the value that the specifications give it if nothing is registered.
public struct ClientSettings: Sendable, Hashable {
  /// The application's home page (`client_uri`).
  public var home: Endpoint?
  /// Its picture (`logo_uri`).
  public var logo: Endpoint?
  /// What it does with data about people (`policy_uri`).
  public var policy: Endpoint?
  /// What people agree to by using it (`tos_uri`).
  public var terms: Endpoint?
  /// How to reach who is responsible (`contacts`).
  public var contacts: [String] = []
  /// Whether people are not asked for consent, because the application belongs to who runs the server. Nothing that a client
  /// can register for itself.
  public var needsNoConsent = false

  /// The client's public keys: they check request objects, and assertions if it authenticates with them.
  public var keys: ClientKeys?
  /// The algorithm of the client's assertions (`token_endpoint_auth_signing_alg`); any that the server takes if `nil`.
  public var assertionAlgorithm: SignatureAlgorithm?
  /// The algorithm of its request objects (`request_object_signing_alg`); any that the server takes if `nil`.
  public var requestObjectAlgorithm: SignatureAlgorithm?
  /// Whether authorization requests must be signed (`require_signed_request_object`, RFC 9101 §10.5).
  public var requiresSignedRequests = false
  /// Whether authorization requests must be pushed (`require_pushed_authorization_requests`, RFC 9126 §6).
  public var requiresPushedRequests = false
  /// Addresses that `request_uri` may have (`request_uris`).
  public var requestURIs: [String] = []

  /// The algorithm of its ID tokens (`id_token_signed_response_alg`); the server's own choice if `nil`.
  public var idTokenAlgorithm: SignatureAlgorithm?
  /// The algorithm of what the UserInfo endpoint answers (`userinfo_signed_response_alg`); plain JSON if `nil`.
  public var userInfoAlgorithm: SignatureAlgorithm?
  /// The algorithm of authorization answers (`authorization_signed_response_alg`, JARM §3); the server's own choice if `nil`.
  public var answerAlgorithm: SignatureAlgorithm?
  /// The algorithm of introspection answers as JWT (RFC 9701 §6); plain JSON if `nil`.
  public var introspectionAlgorithm: SignatureAlgorithm?
  /// Who the person is to this client (`subject_type`).
  public var subjectType = SubjectType.public
  /// The most seconds since the sign-in if a request says nothing (`default_max_age`).
  public var defaultMaximumAge: Int?

  /// What access tokens look like.
  public var accessTokenFormat = AccessTokenFormat.opaque
  /// Whether access tokens must be bound to a DPoP key (`dpop_bound_access_tokens`, RFC 9449 §5.2).
  public var requiresDPoP = false
  /// Whether access tokens must be bound to a client certificate (`tls_client_certificate_bound_access_tokens`, RFC 8705 §3.4).
  public var requiresCertificateBinding = false
  /// The resources that it may ask tokens for (RFC 8707); every one that the server knows if `nil`.
  public var resources: [String]?
  /// The types of authorization details that it may ask for (`authorization_details_types`, RFC 9396 §10).
  public var authorizationDetailsTypes: [String] = []
  /// Whether it may ask about other clients' tokens (RFC 7662 §2.1): a protected resource that introspects.
  public var mayIntrospectAll = false
  /// The resources that it is, if it is a protected resource: of tokens that are for others it learns nothing (RFC 7662 §4), and exchanges
  /// none. Without any it is told about tokens alone that are for no resource in particular.
  public var protectedResources: [String] = []
  /// Whether FAPI 2.0's rules hold for it: pushed requests, sender-constrained tokens, `private_key_jwt` or mutual TLS, codes for a minute
  /// at most, and refresh tokens that aren't rotated, so that people sign in again when the first one expires.
  public var followsFAPI2 = false

  /// Where the browser may be sent after signing out (`post_logout_redirect_uris`).
  public var postLogoutRedirectURIs: [RedirectURI] = []
  /// Where the server tells that a session has ended (`backchannel_logout_uri`).
  public var backchannelLogout: Endpoint?
  /// Whether logout tokens must have `sid` (`backchannel_logout_session_required`).
  public var requiresLogoutSession = false

  /// What the specifications give to a client that registers nothing.
  public init() {}
}

/// Who a person is to a client (OpenID Connect Core §8).
public enum SubjectType: Sendable, Hashable {
  /// The same to every client.
  case `public`
  /// Somebody else for every sector: a host that a client, or several of one owner, belongs to (§8.1).
  case pairwise(sector: String)
}

/// What access tokens look like to a client's resources.
public enum AccessTokenFormat: String, Sendable, Hashable {
  /// A random text, which a resource has to ask the server about (RFC 7662).
  case opaque
  /// A signed JWT, which a resource can check alone (RFC 9068).
  case jwt
}
