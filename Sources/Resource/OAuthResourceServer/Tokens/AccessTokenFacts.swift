public import FoundationBasics
public import OAuthCore

/// The content of an access token that an ``AccessTokenChecker`` found valid.
///
/// A valid token is not an authorized request yet. ``ResourceServer`` checks that the request
/// proves the token's binding and that the scope is sufficient, and then creates an ``Access``.
public struct AccessTokenFacts: Sendable, Hashable {
  /// The `sub`: the user, or the client itself if no user is involved; `nil` if the server doesn't
  /// state it.
  public var subject: String?
  /// The `client_id`: the client that the token was issued to.
  public var clientID: String?
  /// The token's `iss`.
  public var issuer: String?
  /// The token's `scope`. Empty if the server doesn't state it; the token then fails every required
  /// scope.
  public var scope: Scope
  /// The token's `exp`; `nil` if the server doesn't state it.
  public var expiresAt: Date?
  /// The token's `jti`.
  public var tokenID: String?
  /// The `auth_time`: the time of the user's authentication (RFC 9068 §2.2.1, RFC 9470 §6.2).
  public var authenticationTime: Date?
  /// The `acr`: the authentication context class of that authentication.
  public var authenticationContext: String?
  /// The proof of possession that the request needs besides the token; `nil` for a bearer token.
  public var binding: Binding?
  /// All claims of the JWT, or all members of the introspection response.
  public var claims: [String: JSONValue]

  /// The binding of a token: its `cnf` (RFC 7800 §3). A request must prove all of it. A binding
  /// without either member is of a kind that this library doesn't support, and such a token is
  /// rejected.
  public struct Binding: Sendable, Hashable {
    /// The thumbprint of a DPoP key, `jkt` (RFC 9449 §6.1).
    public var keyThumbprint: String?
    /// The thumbprint of a client certificate, `x5t#S256` (RFC 8705 §3.1).
    public var certificateThumbprint: String?

    /// Creates a binding.
    ///
    /// - Parameters:
    ///   - keyThumbprint: The `jkt`. Default: none.
    ///   - certificateThumbprint: The `x5t#S256`. Default: none.
    public init(keyThumbprint: String? = nil, certificateThumbprint: String? = nil) {
      self.keyThumbprint = keyThumbprint
      self.certificateThumbprint = certificateThumbprint
    }
  }

  /// Creates the content of a token, for your own checker. Set the other properties afterwards.
  ///
  /// - Parameters:
  ///   - scope: The token's scope.
  ///   - binding: The token's `cnf`. Without it, a bound token can be used like a bearer token.
  ///   - claims: All known claims of the token.
  public init(scope: Scope, binding: Binding?, claims: [String: JSONValue] = [:]) {
    self.scope = scope
    self.binding = binding
    self.claims = claims
  }
}

extension AccessTokenFacts: Redacted {
  /// The scope. Contains no personal data.
  public var description: String { "AccessTokenFacts(scope: \(scope))" }
}
