public import JOSE
public import OAuthCore
public import PKCE

/// What to ask the authorization endpoint for (RFC 6749 §4.1.1).
public struct AuthorizationRequest: Sendable, Hashable {
  /// Where the browser comes back to.
  public var redirectURI: RedirectURI
  /// What to ask for; an empty scope isn't sent, and the server decides (RFC 6749 §3.3).
  public var scope: Scope
  /// How the person is to be authenticated.
  public var openID = OpenIDParameters()
  /// The resources that the token is for, as absolute URIs; several are sent one by one (RFC 8707 §2).
  public var resources: [String] = []
  /// `authorization_details`: what exactly is asked for, as JSON objects with a `type` each (RFC 9396 §2).
  public var authorizationDetails: [JSONValue] = []
  /// How the answer comes back; without it the server decides, which for a code is the query.
  public var responseMode: ResponseMode?
  /// Signs the request, so that nobody can change it on its way through the browser (RFC 9101). The server must have the
  /// public key.
  public var requestObjectKey: SigningKey?
  /// Whether the request is sent to the server first, and the browser gets a reference only (RFC 9126). It is so in any
  /// case if the server requires it.
  public var isPushed = false
  /// More parameters, such as a provider's own. Pixy sets the ones in ``reservedParameters`` itself and refuses them here.
  public var parameters: FormParameters
  /// How the challenge is made. Anything but S256 must be asked for by name, for servers that know nothing better.
  public var challengeMethod: CodeChallengeMethod

  /// A request with an S256 challenge.
  ///
  /// - Parameters:
  ///   - redirectURI: where the browser comes back to; one that is registered for the client.
  ///   - scope: what to ask for. `openid` among it gets an ID token, and a `nonce` with it.
  ///   - parameters: more parameters, such as a provider's own; none of ``reservedParameters``.
  public init(redirectURI: RedirectURI, scope: Scope = .none, parameters: FormParameters = FormParameters()) {
    self.redirectURI = redirectURI
    self.scope = scope
    self.parameters = parameters
    challengeMethod = .s256
  }

  /// The parameters that Pixy sets, and those that must never be in an authorization URL.
  public static let reservedParameters: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
    "client_secret", "client_assertion", "client_assertion_type", "code_verifier", "code", "access_token",
    "refresh_token", "password", "request", "request_uri", "response_mode", "dpop_jkt", "authorization_details",
  ]
}
