public import OAuthCore

/// What a client says about itself when it registers (RFC 7591 §2, OpenID Connect Registration §2).
///
/// What isn't set isn't sent, and the server decides.
public struct ClientMetadata: Sendable, Hashable {
  /// Where browsers may be sent back to. Needed for every grant with a browser.
  public var redirectURIs: [RedirectURI]
  /// How the client will authenticate, such as `none` or `private_key_jwt`. The server takes an absent one for
  /// `client_secret_basic`.
  public var tokenEndpointAuthMethod: String?
  /// The algorithm that its assertions will be signed with.
  public var tokenEndpointAuthSigningAlg: String?
  /// The grants it will use, such as `authorization_code` and `refresh_token`.
  public var grantTypes: [String]?
  /// The response types it will use, such as `code`.
  public var responseTypes: [String]?
  /// The scope that it may ask for.
  public var scope: Scope?
  /// Its name, for people. Names in other languages go to ``additionalMembers``, as `client_name#de`.
  public var clientName: String?
  /// A page about it.
  public var clientURI: String?
  /// Its picture.
  public var logoURI: String?
  /// A page that says how data about people is used.
  public var policyURI: String?
  /// Its terms of service.
  public var tosURI: String?
  /// Whom to write to, usually e-mail addresses.
  public var contacts: [String]?
  /// Where its public keys are. Give either this or ``jwks``.
  public var jwksURI: Endpoint?
  /// Its public keys as a JWK Set. Never put a private key in it.
  public var jwks: JSONValue?
  /// What stays the same for all its installations.
  public var softwareID: String?
  /// The version of what ``softwareID`` names.
  public var softwareVersion: String?
  /// Claims about it that somebody whom the server trusts has signed, as a JWT (RFC 7591 §2.3).
  public var softwareStatement: String?
  /// `web` or `native` (OpenID Connect Registration §2). The server takes an absent one for `web`, which allows no
  /// redirect to loopback addresses and custom schemes.
  public var applicationType: String?
  /// The algorithm that its ID tokens are to be signed with (OpenID Connect Registration §2).
  public var idTokenSignedResponseAlg: String?
  /// The algorithm that UserInfo answers are to be signed with (OpenID Connect Registration §2).
  public var userInfoSignedResponseAlg: String?
  /// The algorithm that its request objects are signed with (OpenID Connect Registration §2).
  public var requestObjectSigningAlg: String?
  /// `public` or `pairwise` (OpenID Connect Registration §2).
  public var subjectType: String?
  /// Where browsers may be sent back to after signing out (OpenID Connect RP-Initiated Logout §3.1).
  public var postLogoutRedirectURIs: [RedirectURI]?
  /// Where the server tells of sign-outs (OpenID Connect Back-Channel Logout §2.2).
  public var backchannelLogoutURI: Endpoint?
  /// Whether every token is to be bound to its key (RFC 9449 §5.2).
  public var dpopBoundAccessTokens: Bool?
  /// Whether every authorization request will be pushed (RFC 9126 §6).
  public var requirePushedAuthorizationRequests: Bool?
  /// More members, by their names. One that has a property here is overwritten by it, if that is set.
  public var additionalMembers: [String: JSONValue]

  /// Metadata with nothing but redirect URIs.
  ///
  /// - Parameters:
  ///   - redirectURIs: where browsers may be sent back to; none for a client whose grants need no browser.
  ///   - additionalMembers: more members, by the names that they have in the request.
  public init(redirectURIs: [RedirectURI] = [], additionalMembers: [String: JSONValue] = [:]) {
    self.redirectURIs = redirectURIs
    self.additionalMembers = additionalMembers
  }

  /// Metadata for an app or a command that people install: a public client that uses codes and refreshes (RFC 8252 §8.4).
  ///
  /// - Parameters:
  ///   - name: what people will see when they are asked.
  ///   - redirectURIs: loopback addresses, custom schemes or claimed https links (RFC 8252 §7).
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
      "token_endpoint_auth_signing_alg": tokenEndpointAuthSigningAlg, "scope": scope?.parameter,
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
    return members
  }
}
