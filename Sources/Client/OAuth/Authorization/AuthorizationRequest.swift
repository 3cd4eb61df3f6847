public import JOSE
public import OAuthCore
public import PKCE

/// An authorization request (RFC 6749 §4.1.1).
///
/// One request can begin any number of sign-ins, because ``OAuthClient/begin(_:)`` adds a new
/// verifier, `state` and `nonce` each time.
///
/// ```swift
/// var request = AuthorizationRequest(redirectURI: redirectURI, scope: try Scope(["openid", "profile"]))
/// request.isPushed = true
/// request.openID.loginHint = "ada@example.com"
/// let attempt = try await client.begin(request)
/// ```
public struct AuthorizationRequest: Sendable, Hashable {
  /// The address that the browser comes back to.
  public var redirectURI: RedirectURI
  /// The scope to ask for. An empty scope isn't sent, and the server decides (RFC 6749 §3.3).
  public var scope: Scope
  /// The parameters of OpenID Connect, such as `prompt` and `max_age`.
  public var openID = OpenIDParameters()
  /// The resources that the token is for, as absolute URIs. Each is sent as a parameter of its own
  /// (RFC 8707 §2).
  public var resources: [String] = []
  /// The `authorization_details`: JSON objects with a `type` each (RFC 9396 §2).
  public var authorizationDetails: [JSONValue] = []
  /// The response mode. Default: the server's, which for a code is the query.
  public var responseMode: ResponseMode?
  /// The key that signs the request, so that it can't be changed on its way through the browser
  /// (RFC 9101): a `SigningKey`, or a signer whose key is in hardware. The server must have the
  /// public key. Default: none, the request isn't signed.
  public var requestObjectKey: (any Signer)? {
    get { requestObjectSigner?.signer }
    set { requestObjectSigner = newValue.map { SignerIdentity($0) } }
  }
  /// The algorithms by which the signed request is encrypted, so that only the server can read it
  /// (RFC 9101 §6.1). It needs ``requestObjectKey`` and a server with a `jwks_uri`. Default: none,
  /// the request isn't encrypted.
  public var requestObjectEncryption: RequestObjectEncryption?
  /// Whether the request is pushed: sent to the server first, so that the browser gets only a
  /// reference (RFC 9126). If the server requires it, the request is always pushed. Default:
  /// `false`.
  public var isPushed = false
  /// More parameters, such as a provider's own. Those in ``reservedParameters`` are rejected,
  /// because Pixy sets them.
  public var parameters: FormParameters
  /// The signer of ``requestObjectKey``, which can be compared.
  private var requestObjectSigner: SignerIdentity?
  /// The PKCE method (RFC 7636 §4.2). Default: S256. Change it only for a server that doesn't
  /// support S256.
  public var challengeMethod: CodeChallengeMethod

  /// A request with an S256 challenge.
  ///
  /// - Parameters:
  ///   - redirectURI: The address that the browser comes back to. It must be registered for the
  ///     client.
  ///   - scope: The scope to ask for. With `openid` the server issues an ID token, and a `nonce` is
  ///     sent. Default: none.
  ///   - parameters: More parameters, such as a provider's own; none of ``reservedParameters``.
  ///     Default: none.
  public init(redirectURI: RedirectURI, scope: Scope = .none, parameters: FormParameters = FormParameters()) {
    self.redirectURI = redirectURI
    self.scope = scope
    self.parameters = parameters
    challengeMethod = .s256
  }

  /// The parameters that Pixy sets itself, and those that must never be in an authorization URL.
  public static let reservedParameters: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
    "client_secret", "client_assertion", "client_assertion_type", "code_verifier", "code", "access_token",
    "refresh_token", "password", "request", "request_uri", "response_mode", "dpop_jkt", "authorization_details",
  ]
}
