/// What an exchange is for, and which specification rules it.
///
/// It is decided from the request itself and from what the server's metadata said before, so that a saved trace is understood as
/// the live one was.
struct WireStep: Sendable, Hashable {
  /// The kinds that Pixy tells apart. The raw values stand in saved traces and don't change.
  enum Kind: String, Sendable, Hashable, CaseIterable {
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

  let kind: Kind
  /// The `grant_type` of a token request.
  var grant: String?

  /// What it is, for people.
  var title: String {
    switch kind {
    case .discovery: "Discovery: what the server says about itself"
    case .resourceMetadata: "Protected resource metadata"
    case .keys: "The server's public keys"
    case .registration: "Client registration"
    case .clientConfiguration: "Client configuration"
    case .pushedAuthorization: "Pushed authorization request"
    case .authorization: "The browser goes to the authorization endpoint"
    case .callback: "The browser comes back"
    case .token: "Token request: \(Self.grants[grant ?? ""]?.title ?? grant ?? "no grant")"
    case .deviceAuthorization: "Device authorization request"
    case .backchannelAuthentication: "Backchannel authentication request"
    case .revocation: "Token revocation"
    case .introspection: "Token introspection"
    case .userInfo: "UserInfo: who signed in"
    case .resource: "A protected resource"
    case .other: "Another request"
    }
  }

  /// The sections that rule it.
  var specification: String {
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

  /// What happens in it, in a sentence or two.
  var meaning: String {
    switch kind {
    case .discovery:
      "The client learns where the endpoints are and what the server can do. The issuer in the document must be the one asked for, octet for octet."
    case .resourceMetadata: "A resource says which authorization servers give tokens for it."
    case .keys: "What the server signs (ID tokens, signed answers) is checked with these keys, and with no others."
    case .registration: "The client describes itself and is given an id, and perhaps a secret."
    case .clientConfiguration: "The client reads, replaces or ends its own registration."
    case .pushedAuthorization:
      "The authorization request goes to the server directly; the browser carries a reference only, and nobody on the way can read or change it."
    case .authorization: "The person signs in and decides; what the client asks for is in the address."
    case .callback:
      "The answer comes through the browser, where anybody could have made one up: it is checked before it is believed."
    case .token: Self.grants[grant ?? ""]?.meaning ?? "The client asks for a token with an extension's grant."
    case .deviceAuthorization: "A device without a browser gets a code to show, and one to ask with."
    case .backchannelAuthentication: "The person is asked on another device; this one waits."
    case .revocation: "A token is made worthless. A token that the server doesn't know is answered alike."
    case .introspection: "Whoever received a token asks the server whether it is good, and for what."
    case .userInfo: "Claims about the person. They count only if their sub is the ID token's."
    case .resource: "The access token is presented."
    case .other: "This is no request of OAuth that Pixy knows."
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
      meaning: "The code is redeemed. The verifier proves that this is who began the sign-in."),
    "refresh_token": Grant(
      title: "refresh", specification: "RFC 6749 §6, RFC 9700 §4.14.2",
      meaning: "A new access token for the refresh token, which a careful server replaces each time."),
    "client_credentials": Grant(
      title: "client credentials", specification: "RFC 6749 §4.4",
      meaning: "The client asks for itself; no person is involved."),
    "password": Grant(
      title: "password", specification: "RFC 6749 §4.3, RFC 9700 §2.4",
      meaning: "The person's password goes through the client. RFC 9700 forbids this grant."),
    "urn:ietf:params:oauth:grant-type:device_code": Grant(
      title: "device code", specification: "RFC 8628 §3.4",
      meaning: "The device asks whether the person has decided."),
    "urn:ietf:params:oauth:grant-type:token-exchange": Grant(
      title: "token exchange", specification: "RFC 8693 §2.1", meaning: "One token is exchanged for another."),
    "urn:ietf:params:oauth:grant-type:jwt-bearer": Grant(
      title: "JWT bearer", specification: "RFC 7523 §2.1",
      meaning: "A signed statement of somebody whom the server trusts stands for the person's decision."),
    "urn:ietf:params:oauth:grant-type:saml2-bearer": Grant(
      title: "SAML bearer", specification: "RFC 7522 §2.1",
      meaning: "A SAML assertion stands for the person's decision."),
    "urn:openid:params:grant-type:ciba": Grant(
      title: "backchannel authentication", specification: "OpenID Connect CIBA Core §10.1",
      meaning: "The client asks whether the person has decided on the other device."),
  ]
}
