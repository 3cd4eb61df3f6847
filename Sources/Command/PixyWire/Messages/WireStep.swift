/// The purpose of an exchange and its specification.
///
/// Both are determined from the request and the server's earlier metadata only, so a saved trace is
/// classified as the live one was.
package struct WireStep: Sendable, Hashable {
  /// The kinds of exchanges. The raw values are part of saved traces and never change.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case discovery
    case resourceMetadata = "resource_metadata"
    case keys
    case registration
    case clientConfiguration = "client_configuration"
    case pushedAuthorization = "pushed_authorization"
    case authorization
    case callback
    case token
    case deviceAuthorization = "device_authorization"
    case backchannelAuthentication = "backchannel_authentication"
    case revocation
    case introspection
    case userInfo = "userinfo"
    case resource
    case other
  }

  package let kind: Kind
  /// The `grant_type` of a token request.
  package var grant: String?

  package init(kind: Kind, grant: String? = nil) {
    (self.kind, self.grant) = (kind, grant)
  }

  /// The title in words.
  package var title: String {
    switch kind {
    case .discovery: "Discovery: the server's metadata"
    case .resourceMetadata: "Protected resource metadata"
    case .keys: "The server's public keys"
    case .registration: "Client registration"
    case .clientConfiguration: "Client configuration"
    case .pushedAuthorization: "Pushed authorization request"
    case .authorization: "The browser opens the authorization endpoint"
    case .callback: "The browser returns"
    case .token: "Token request: \(Self.grants[grant ?? ""]?.title ?? grant ?? "no grant")"
    case .deviceAuthorization: "Device authorization request"
    case .backchannelAuthentication: "Backchannel authentication request"
    case .revocation: "Token revocation"
    case .introspection: "Token introspection"
    case .userInfo: "UserInfo: the user's claims"
    case .resource: "A protected resource"
    case .other: "Another request"
    }
  }

  /// The sections of the specifications.
  package var specification: String {
    switch kind {
    case .discovery: "RFC 8414 §3, OpenID Connect Discovery §4"
    case .resourceMetadata: "RFC 9728 §3"
    case .keys: "RFC 7517 §5"
    case .registration: "RFC 7591 §3"
    case .clientConfiguration: "RFC 7592 §2"
    case .pushedAuthorization: "RFC 9126 §2"
    case .authorization: "RFC 6749 §4.1.1, RFC 7636 §4.3"
    case .callback: "RFC 6749 §4.1.2, RFC 9207"
    case .token: Self.grants[grant ?? ""]?.specification ?? "RFC 6749 §4.5"
    case .deviceAuthorization: "RFC 8628 §3.1"
    case .backchannelAuthentication: "OpenID Connect CIBA Core §7"
    case .revocation: "RFC 7009 §2"
    case .introspection: "RFC 7662 §2"
    case .userInfo: "OpenID Connect Core §5.3"
    case .resource: "RFC 6750 §2.1"
    case .other: "RFC 9110"
    }
  }

  /// The meaning of the step, in one or two sentences.
  var meaning: String {
    switch kind {
    case .discovery:
      """
      The client learns the server's endpoints and capabilities. The issuer in the document must be the requested one, \
      byte for byte.
      """
    case .resourceMetadata: "A resource names the authorization servers that issue tokens for it."
    case .keys: "ID tokens and signed responses of the server are verified with these keys only."
    case .registration: "The client describes itself and receives an ID, and possibly a secret."
    case .clientConfiguration: "The client reads, replaces or deletes its own registration."
    case .pushedAuthorization:
      """
      The authorization request goes directly to the server. The browser carries only a reference, so the request \
      can't be read or changed in transit.
      """
    case .authorization: "The user signs in and decides. The client's request is in the URL."
    case .callback:
      "The response arrives through the browser, where it could be forged. It is checked before it is used."
    case .token: Self.grants[grant ?? ""]?.meaning ?? "The client requests a token with an extension grant."
    case .deviceAuthorization: "A device without a browser receives a code for the user and a code for polling."
    case .backchannelAuthentication: "The user decides on another device while this device waits."
    case .revocation: "The server invalidates a token. The answer for an unknown token is the same."
    case .introspection: "A resource server asks whether a received token is valid, and for which access."
    case .userInfo: "The server returns claims about the user. They are used only if their sub equals the ID token's."
    case .resource: "The client presents the access token."
    case .other: "Pixy does not know this kind of request."
    }
  }

  private struct Grant {
    let title: String
    let specification: String
    let meaning: String
  }

  private static let grants: [String: Grant] = [
    "authorization_code": Grant(
      title: "authorization code", specification: "RFC 6749 §4.1.3, RFC 7636 §4.5",
      meaning: "The code is redeemed. The verifier proves that this client began the sign-in."),
    "refresh_token": Grant(
      title: "refresh", specification: "RFC 6749 §6, RFC 9700 §4.14.2",
      meaning: "The refresh token is exchanged for a new access token. Careful servers replace the refresh token too."),
    "client_credentials": Grant(
      title: "client credentials", specification: "RFC 6749 §4.4",
      meaning: "The client requests a token for itself, without a user."),
    "password": Grant(
      title: "password", specification: "RFC 6749 §4.3, RFC 9700 §2.4",
      meaning: "The user's password passes through the client. RFC 9700 forbids this grant."),
    "urn:ietf:params:oauth:grant-type:device_code": Grant(
      title: "device code", specification: "RFC 8628 §3.4",
      meaning: "The device asks whether the user has decided."),
    "urn:ietf:params:oauth:grant-type:token-exchange": Grant(
      title: "token exchange", specification: "RFC 8693 §2.1", meaning: "One token is exchanged for another."),
    "urn:ietf:params:oauth:grant-type:jwt-bearer": Grant(
      title: "JWT bearer", specification: "RFC 7523 §2.1",
      meaning: "A signed statement of an issuer that the server trusts replaces the user's decision."),
    "urn:ietf:params:oauth:grant-type:saml2-bearer": Grant(
      title: "SAML bearer", specification: "RFC 7522 §2.1",
      meaning: "A SAML assertion replaces the user's decision."),
    "urn:openid:params:grant-type:ciba": Grant(
      title: "backchannel authentication", specification: "OpenID Connect CIBA Core §10.1",
      meaning: "The client asks whether the user has decided on the other device."),
  ]
}
