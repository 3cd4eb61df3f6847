/// The metadata of an authorization server (RFC 8414 §2, OpenID Connect Discovery §3).
///
/// Clients obtain it by discovery, or create it for servers that publish none. Servers create it to
/// publish it. Members without a property of their own are preserved in ``members``.
///
/// ```swift
/// let metadata = AuthorizationServerMetadata(
///   issuer: try Issuer("https://login.example.com"),
///   authorizationEndpoint: try Endpoint("https://login.example.com/authorize"),
///   tokenEndpoint: try Endpoint("https://login.example.com/token"))
/// ```
public struct AuthorizationServerMetadata: Sendable, Hashable {
  /// The server's issuer identifier. It may be unknown without discovery; `iss` then can't be
  /// checked.
  public let issuer: Issuer?
  /// The authorization endpoint; `nil` if no grant of the server needs a browser (RFC 8414 §2).
  public let authorizationEndpoint: Endpoint?
  /// The token endpoint, where codes and refresh tokens are redeemed.
  public let tokenEndpoint: Endpoint
  /// The UserInfo endpoint, which returns claims about the user (OpenID Connect Core §5.3); `nil`
  /// if there is none.
  public let userInfoEndpoint: Endpoint?
  /// The supported code challenge methods; `nil` if the server doesn't mention PKCE.
  public let codeChallengeMethodsSupported: [String]?
  /// The supported client authentication methods at the token endpoint; `nil` means
  /// `client_secret_basic` (RFC 8414 §2).
  public let tokenEndpointAuthMethodsSupported: [String]?
  /// The scopes that the server announces; `nil` if it announces none.
  public let scopesSupported: [String]?
  /// Whether every authorization response carries `iss` (RFC 9207 §3).
  public let authorizationResponseIssParameterSupported: Bool
  /// Every member of the document, including those with a property.
  public let members: [String: JSONValue]

  /// Creates metadata for a server that publishes none.
  ///
  /// - Parameters:
  ///   - issuer: The server's issuer identifier. Pass it if it is known: `iss` protects from mix-up
  ///     attacks only if it can be checked (RFC 9207).
  ///   - authorizationEndpoint: The authorization endpoint; `nil` if no grant needs one.
  ///   - tokenEndpoint: The token endpoint.
  ///   - userInfoEndpoint: The UserInfo endpoint, which returns claims about the user.
  ///   - members: Further members by their registered names (RFC 8414 §2).
  public init(
    issuer: Issuer? = nil, authorizationEndpoint: Endpoint?, tokenEndpoint: Endpoint, userInfoEndpoint: Endpoint? = nil,
    members: [String: JSONValue] = [:]
  ) {
    var members = members
    members["issuer"] = issuer.map { .string($0.text) }
    members["authorization_endpoint"] = authorizationEndpoint.map { .string($0.text) }
    members["token_endpoint"] = .string(tokenEndpoint.text)
    members["userinfo_endpoint"] = userInfoEndpoint.map { .string($0.text) }
    self.init(
      issuer: issuer, authorizationEndpoint: authorizationEndpoint, tokenEndpoint: tokenEndpoint,
      userInfoEndpoint: userInfoEndpoint, allMembers: members)
  }

  /// Parses a metadata document.
  ///
  /// `issuer`, `token_endpoint` and, if a grant of the server needs it, `authorization_endpoint` are
  /// required. An error in one of them rejects the document. All other members are optional. An
  /// invalid optional member, such as a relative ``userInfoEndpoint``, reads as absent and doesn't
  /// make the server unusable. The request that needs the member is then refused before it is sent. A
  /// member that is `null` isn't in ``members``, so another document of the server can supply it.
  /// - Parameter document: The whole document. The caller has to check that its `issuer` is the
  ///   requested one (RFC 8414 §3.3).
  /// - Throws: ``MetadataError`` if the document isn't a JSON object, or a required member is
  ///   missing or invalid.
  public init(document: JSONValue) throws(MetadataError) {
    guard let members = document.object?.filter({ $0.value != .null }) else { throw .notAnObject }
    guard let issuer = try Self.issuer("issuer", in: members) else { throw .missing(member: "issuer") }
    // RFC 8414 §2: without `grant_types_supported` the default applies, which includes the code
    // grant.
    let grants = members["grant_types_supported"]?.strings ?? ["authorization_code"]
    let needsBrowser = grants.contains("authorization_code") || grants.contains("implicit")
    let authorization: Endpoint?
    do {
      authorization = try Self.endpoint("authorization_endpoint", in: members)
    } catch {
      if needsBrowser { throw error }
      authorization = nil
    }
    if authorization == nil, needsBrowser { throw .missing(member: "authorization_endpoint") }
    guard let token = try Self.endpoint("token_endpoint", in: members)
    else { throw .missing(member: "token_endpoint") }
    self.init(
      issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token,
      userInfoEndpoint: try? Self.endpoint("userinfo_endpoint", in: members), allMembers: members)
  }

  private init(
    issuer: Issuer?, authorizationEndpoint: Endpoint?, tokenEndpoint: Endpoint, userInfoEndpoint: Endpoint?,
    allMembers members: [String: JSONValue]
  ) {
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.userInfoEndpoint = userInfoEndpoint
    self.members = members
    codeChallengeMethodsSupported = Self.texts("code_challenge_methods_supported", in: members)
    tokenEndpointAuthMethodsSupported = Self.texts("token_endpoint_auth_methods_supported", in: members)
    scopesSupported = Self.texts("scopes_supported", in: members)
    authorizationResponseIssParameterSupported =
      members["authorization_response_iss_parameter_supported"]?.bool ?? false
  }

  /// Returns a list without the values that aren't strings; `nil` if the member is missing, isn't a
  /// list, or has no elements: such a member must be left out (RFC 8414 §3.2).
  static func texts(_ member: String, in members: [String: JSONValue]) -> [String]? {
    guard let elements = members[member]?.array, !elements.isEmpty else { return nil }
    return elements.compactMap(\.string)
  }

  private static func issuer(
    _ member: String, in members: [String: JSONValue]
  ) throws(MetadataError) -> Issuer? {
    guard let value = members[member], value != .null else { return nil }
    guard let text = value.string else { throw .wrongType(member: member) }
    do {
      return try Issuer(text)
    } catch {
      throw .unacceptable(member: member, error)
    }
  }

  private static func endpoint(
    _ member: String, in members: [String: JSONValue]
  ) throws(MetadataError) -> Endpoint? {
    guard let value = members[member], value != .null else { return nil }
    guard let text = value.string else { throw .wrongType(member: member) }
    do {
      return try Endpoint(text)
    } catch {
      throw .unacceptable(member: member, error)
    }
  }
}
