public import OAuthCore

/// The metadata that a client registers (RFC 7591 §2, OpenID Connect Registration §2).
///
/// A property that isn't set isn't sent, and the server uses its default.
public struct ClientMetadata: Sendable, Hashable {
  /// The allowed redirect URIs. Every grant with a browser needs at least one.
  public var redirectURIs: [RedirectURI]
  /// The authentication method, such as `none` or `private_key_jwt`. The server's default is
  /// `client_secret_basic`.
  public var tokenEndpointAuthMethod: String?
  /// The signature algorithm of the client's assertions (RFC 7523).
  public var tokenEndpointAuthSigningAlg: String?
  /// The grants that the client uses, such as `authorization_code` and `refresh_token`.
  public var grantTypes: [String]?
  /// The response types that the client uses, such as `code`.
  public var responseTypes: [String]?
  /// The scope that the client can request.
  public var scope: Scope?
  /// The client's display name. Names in other languages are ``additionalMembers``, such as
  /// `client_name#de`.
  public var clientName: String?
  /// The address of the client's home page.
  public var clientURI: String?
  /// The address of the client's logo.
  public var logoURI: String?
  /// The address of the client's privacy policy.
  public var policyURI: String?
  /// The address of the client's terms of service.
  public var tosURI: String?
  /// The contacts of the client's operator, usually e-mail addresses.
  public var contacts: [String]?
  /// The address of the client's public keys. Set either this or ``jwks``.
  public var jwksURI: Endpoint?
  /// The client's public keys as a JWK Set. Never include a private key.
  public var jwks: JSONValue?
  /// The identifier of the software, the same for all its installations.
  public var softwareID: String?
  /// The version of the software.
  public var softwareVersion: String?
  /// A software statement: a JWT with claims about the client, signed by an issuer that the server
  /// trusts (RFC 7591 §2.3).
  public var softwareStatement: String?
  /// `web` or `native` (OpenID Connect Registration §2). The server's default is `web`, which
  /// doesn't allow redirects to loopback addresses and custom schemes.
  public var applicationType: String?
  /// The signature algorithm of the client's ID tokens (OpenID Connect Registration §2).
  public var idTokenSignedResponseAlg: String?
  /// The signature algorithm of UserInfo answers (OpenID Connect Registration §2).
  public var userInfoSignedResponseAlg: String?
  /// The signature algorithm of the client's request objects (OpenID Connect Registration §2).
  public var requestObjectSigningAlg: String?
  /// `public` or `pairwise` (OpenID Connect Registration §2).
  public var subjectType: String?
  /// The allowed redirect URIs after a sign-out (OpenID Connect RP-Initiated Logout §3.1).
  public var postLogoutRedirectURIs: [RedirectURI]?
  /// The address to which the server reports sign-outs (OpenID Connect Back-Channel Logout §2.2).
  public var backchannelLogoutURI: Endpoint?
  /// Whether the server must bind every token to the client's key (RFC 9449 §5.2).
  public var dpopBoundAccessTokens: Bool?
  /// Whether the server must accept only pushed authorization requests (RFC 9126 §6).
  public var requirePushedAuthorizationRequests: Bool?
  /// The values that the client supports, by the name of the list, such as
  /// `id_token_signing_alg_values_supported`. The server chooses one of each list, and answers with
  /// the member for a single value (OpenID Connect RP Metadata Choices 1.0 §2).
  ///
  /// Set the preferred value too, for servers that don't know the lists (§4). A list gets the
  /// preferred value if it lacks it.
  public var choices: [Choice: [String]] = [:]
  /// More members by name. A property that is set overwrites the member with its name.
  public var additionalMembers: [String: JSONValue]

  /// Creates metadata with redirect URIs.
  ///
  /// - Parameters:
  ///   - redirectURIs: The allowed redirect URIs. Default: none, for a client whose grants need no
  ///     browser.
  ///   - additionalMembers: More members, by their names in the request. Default: none.
  public init(redirectURIs: [RedirectURI] = [], additionalMembers: [String: JSONValue] = [:]) {
    self.redirectURIs = redirectURIs
    self.additionalMembers = additionalMembers
  }

  /// Returns metadata for an app or a command that users install: a public client with the code and
  /// refresh grants (RFC 8252 §8.4).
  ///
  /// - Parameters:
  ///   - name: The name that the server shows to users.
  ///   - redirectURIs: Loopback addresses, custom schemes or claimed https links (RFC 8252 §7).
  public static func native(name: String, redirectURIs: [RedirectURI]) -> ClientMetadata {
    var metadata = ClientMetadata(redirectURIs: redirectURIs)
    metadata.clientName = name
    metadata.applicationType = "native"
    metadata.tokenEndpointAuthMethod = "none"
    metadata.grantTypes = ["authorization_code", "refresh_token"]
    metadata.responseTypes = ["code"]
    return metadata
  }

  /// The members of the request.
  var members: [String: JSONValue] {
    let texts: [String: String?] = [
      "token_endpoint_auth_method": tokenEndpointAuthMethod,
      "token_endpoint_auth_signing_alg": tokenEndpointAuthSigningAlg,
      "scope": scope.flatMap { $0.isEmpty ? nil : $0.parameter },
      "client_name": clientName, "client_uri": clientURI, "logo_uri": logoURI, "policy_uri": policyURI,
      "tos_uri": tosURI, "jwks_uri": jwksURI?.text, "software_id": softwareID, "software_version": softwareVersion,
      "software_statement": softwareStatement, "application_type": applicationType,
      "id_token_signed_response_alg": idTokenSignedResponseAlg,
      "userinfo_signed_response_alg": userInfoSignedResponseAlg,
      "request_object_signing_alg": requestObjectSigningAlg, "subject_type": subjectType,
      "backchannel_logout_uri": backchannelLogoutURI?.text,
    ]
    let lists: [String: [String]?] = [
      "redirect_uris": redirectURIs.isEmpty ? nil : redirectURIs.map(\.text), "grant_types": grantTypes,
      "response_types": responseTypes, "contacts": contacts,
      "post_logout_redirect_uris": postLogoutRedirectURIs?.map(\.text),
    ]
    let flags: [String: Bool?] = [
      "dpop_bound_access_tokens": dpopBoundAccessTokens,
      "require_pushed_authorization_requests": requirePushedAuthorizationRequests,
    ]
    var members = additionalMembers
    for (name, text) in texts { if let text { members[name] = .string(text) } }
    for (name, list) in lists { if let list { members[name] = .array(list.map { .string($0) }) } }
    for (name, flag) in flags { if let flag { members[name] = .bool(flag) } }
    if let jwks { members["jwks"] = jwks }
    for (choice, values) in choices where !values.isEmpty {
      let preference = members[choice.singleMember]?.string
      let missing = preference.map { values.contains($0) ? [] : [$0] } ?? []
      members[choice.rawValue] = .array((missing + values).map { .string($0) })
    }
    return members
  }
}
