public import OAuthCore

/// The permission of a client to get identity assertions (ID-JAG) for another authorization server
/// (draft-ietf-oauth-identity-assertion-authz-grant-03 §4.3).
///
/// The other server accepts such an assertion as a grant, so the user sees no consent page there. List
/// permissions in ``TokenRules/identityAssertions``. The client needs ``GrantType/tokenExchange``, and
/// sends an ID token or a refresh token of this server. Public clients and clients with pairwise
/// subjects get no assertions.
public struct IdentityAssertionPermission: Sendable, Hashable {
  /// The client's identifier at this server.
  public let clientID: String
  /// The issuer identifier of the other server, compared byte for byte: the `aud` of the assertions.
  public let audience: String
  /// The client's identifier at the other server: the `client_id` of the assertions (§5).
  public let clientIDAtAudience: String
  /// The largest scope of the assertions.
  public let scope: Scope
  /// The resources that the client may name. An assertion for a request without `resource` names all of
  /// them.
  public let resources: [String]
  /// The tenant at the other server that the user belongs to (`aud_tenant`); `nil` if it has no tenants.
  public let audienceTenant: String?

  /// Creates a permission.
  /// - Parameters:
  ///   - clientID: The client's identifier at this server.
  ///   - audience: The issuer identifier of the other server. The server's own issuer permits nothing
  ///     (§8.3).
  ///   - clientIDAtAudience: The client's identifier at the other server. Default: the same.
  ///   - scope: The largest scope of the assertions. It isn't empty: an assertion without a scope
  ///     would leave the scope to the other server.
  ///   - resources: The resources that the client may name. Default: none.
  ///   - audienceTenant: The tenant at the other server. Default: none.
  public init(
    clientID: String, audience: String, clientIDAtAudience: String? = nil, scope: Scope, resources: [String] = [],
    audienceTenant: String? = nil
  ) {
    self.clientID = clientID
    self.audience = audience
    self.clientIDAtAudience = clientIDAtAudience ?? clientID
    self.scope = scope
    self.resources = resources
    self.audienceTenant = audienceTenant
  }
}
