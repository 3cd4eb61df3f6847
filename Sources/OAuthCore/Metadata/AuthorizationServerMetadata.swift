/// What an authorization server says about itself (RFC 8414 §2, OpenID Connect Discovery §3).
///
/// Clients get one by discovery, or make one by hand for servers that publish none; servers make one to publish.
/// Members that Pixy has no name for are kept in ``members``.
public struct AuthorizationServerMetadata: Sendable, Hashable {
  /// The server's name for itself. Without discovery it may be unknown; `iss` can't be checked then.
  public let issuer: Issuer?
  /// Where the browser is sent; `nil` for a server none of whose grants needs a browser (RFC 8414 §2).
  public let authorizationEndpoint: Endpoint?
  /// Where codes and refresh tokens are redeemed.
  public let tokenEndpoint: Endpoint
  /// Where claims about the person are read, if there is such a place (OpenID Connect Core §5.3).
  public let userInfoEndpoint: Endpoint?
  /// The challenge methods the server announces; `nil` if it says nothing about PKCE.
  public let codeChallengeMethodsSupported: [String]?
  /// How clients may prove who they are at the token endpoint; `nil` means `client_secret_basic` (RFC 8414 §2).
  public let tokenEndpointAuthMethodsSupported: [String]?
  /// The scopes the server announces; `nil` if it doesn't say.
  public let scopesSupported: [String]?
  /// Whether every authorization response carries `iss` (RFC 9207 §3).
  public let authorizationResponseIssParameterSupported: Bool
  /// Every member of the document, the ones above included.
  public let members: [String: JSONValue]

  /// Metadata made by hand, for a server that publishes none.
  ///
  /// - Parameters:
  ///   - issuer: give it if you know it: only then can `iss` be checked against mix-up (RFC 9207).
  ///   - authorizationEndpoint: where the browser is sent; `nil` if no grant needs one.
  ///   - tokenEndpoint: where codes are redeemed.
  ///   - userInfoEndpoint: where claims about the person are read.
  ///   - members: more members, by the names that RFC 8414 §2 gives them.
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

  /// Reads a metadata document.
  ///
  /// Refused are documents in which something is wrong that a sign-in with a code stands on: the members with a stored
  /// property here. Every other member is optional, and one that can't be used reads as absent where it is asked for,
  /// such as ``revocationEndpoint``: a slip in it is no reason to do without the whole server.
  /// - Parameter document: the whole document. Whether its `issuer` is the one that was asked for (RFC 8414 §3.3) has
  ///   to be checked by who asked.
  /// - Throws: ``MetadataError`` if it is no JSON object, a member has the wrong type, or an endpoint that the code
  ///   grant needs is missing or not acceptable.
  public init(document: JSONValue) throws(MetadataError) {
    guard let members = document.object else { throw .notAnObject }
    guard let issuer = try Self.issuer("issuer", in: members) else { throw .missing(member: "issuer") }
    let authorization = try Self.endpoint("authorization_endpoint", in: members)
    // RFC 8414 §2: what says nothing about its grants has the two that need it.
    let grants = members["grant_types_supported"]?.strings ?? ["authorization_code"]
    if authorization == nil, grants.contains("authorization_code") || grants.contains("implicit") {
      throw .missing(member: "authorization_endpoint")
    }
    guard let token = try Self.endpoint("token_endpoint", in: members)
    else { throw .missing(member: "token_endpoint") }
    for name in [
      "code_challenge_methods_supported", "token_endpoint_auth_methods_supported", "scopes_supported",
    ] {
      if let value = members[name], value.strings == nil { throw .wrongType(member: name) }
    }
    if let value = members[Self.issParameter], value.bool == nil { throw .wrongType(member: Self.issParameter) }
    self.init(
      issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token,
      userInfoEndpoint: try Self.endpoint("userinfo_endpoint", in: members), allMembers: members)
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
    codeChallengeMethodsSupported = members["code_challenge_methods_supported"]?.strings
    tokenEndpointAuthMethodsSupported = members["token_endpoint_auth_methods_supported"]?.strings
    scopesSupported = members["scopes_supported"]?.strings
    authorizationResponseIssParameterSupported = members[Self.issParameter]?.bool ?? false
  }

  private static let issParameter = "authorization_response_iss_parameter_supported"

  private static func issuer(
    _ member: String, in members: [String: JSONValue]
  ) throws(MetadataError) -> Issuer? {
    guard let value = members[member] else { return nil }
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
    guard let value = members[member] else { return nil }
    guard let text = value.string else { throw .wrongType(member: member) }
    do {
      return try Endpoint(text)
    } catch {
      throw .unacceptable(member: member, error)
    }
  }
}
