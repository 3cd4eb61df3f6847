/// The purpose of the parameters and members of OAuth and OpenID Connect, by name, each with its
/// section.
enum ParameterMeaning {
  /// Returns the purpose of a request parameter, or `nil` if Pixy doesn't know its name.
  static func ofRequest(_ name: String) -> String? { requests[name] }

  /// Returns the purpose of a member of an answer or of a callback parameter, or `nil` if Pixy
  /// doesn't know its name.
  static func ofAnswer(_ name: String) -> String? { answers[name] }

  /// Returns the purpose of a member of an answer to a step's request.
  static func ofAnswer(_ name: String, to kind: WireStep.Kind) -> String? {
    guard name == "expires_in" else { return ofAnswer(name) }
    return switch kind {
    case .deviceAuthorization: "the lifetime of both codes in seconds (RFC 8628 §3.2)"
    case .backchannelAuthentication: "the lifetime of auth_req_id in seconds (OpenID Connect CIBA Core §7.3)"
    case .pushedAuthorization: "the lifetime of request_uri in seconds (RFC 9126 §2.2)"
    default: ofAnswer(name)
    }
  }

  /// Returns the purpose of a metadata member, or `nil` if Pixy doesn't know its name.
  static func ofMetadata(_ name: String) -> String? { metadata[name] }

  private static let requests: [String: String] = [
    "response_type": "the response that the browser returns with: code (RFC 6749 §3.1.1)",
    "client_id": "the requesting client (RFC 6749 §2.2)",
    "redirect_uri": "the registered URI to which the browser returns (RFC 6749 §3.1.2)",
    "scope": "the requested access (RFC 6749 §3.3)",
    "state": "returned with the response; prevents forged responses (RFC 6749 §10.12)",
    "nonce": "returned in the ID token; ties the ID token to this sign-in (OpenID Connect Core §3.1.2.1)",
    "code_challenge": "the verifier's hash: only the holder of the verifier can redeem the code (RFC 7636 §4.2)",
    "code_challenge_method": "the derivation of the challenge from the verifier (RFC 7636 §4.3)",
    "code_verifier": "proves that this client began the sign-in (RFC 7636 §4.5)",
    "response_mode": "the way in which the browser carries the response (OAuth 2.0 Multiple Response Types §2.1)",
    "request": "the whole request, signed by the client (RFC 9101 §4)",
    "request_uri": "refers to a request that the server already has (RFC 9126 §4)",
    "dpop_jkt": "the thumbprint of the key that the code is bound to (RFC 9449 §10)",
    "resource": "the resource that the token is for (RFC 8707 §2)",
    "audience": "the audience that the token is for, by its name at the server (RFC 8693 §2.1)",
    "authorization_details": "the requested access in detail (RFC 9396 §2)",
    "prompt": "whether the user must sign in or consent again (OpenID Connect Core §3.1.2.1)",
    "max_age": "the accepted age of the user's last sign-in, in seconds (OpenID Connect Core §3.1.2.1)",
    "login_hint": "the user who is expected to sign in (OpenID Connect Core §3.1.2.1)",
    "id_token_hint": "an ID token that identifies the session's user (OpenID Connect Core §3.1.2.1)",
    "acr_values": "the requested strength of authentication (OpenID Connect Core §3.1.2.1)",
    "claims": "the requested claims (OpenID Connect Core §5.5)",
    "grant_type": "the kind of grant that is exchanged for the token (RFC 6749 §4)",
    "code": "the code from the authorization response; valid once (RFC 6749 §4.1.3)",
    "refresh_token": "obtains the next access token (RFC 6749 §6)",
    "device_code": "identifies the device's sign-in (RFC 8628 §3.4)",
    "client_secret": "the client's secret; the Authorization field is the better place (RFC 6749 §2.3.1)",
    "client_assertion": "a JWT that proves that the client holds its private key (RFC 7523 §2.2)",
    "client_assertion_type": "the kind of assertion (RFC 7521 §4.2)",
    "assertion": "the statement that serves as the grant (RFC 7521 §4.1)",
    "subject_token": "the token that is exchanged (RFC 8693 §2.1)",
    "subject_token_type": "the kind of the subject token (RFC 8693 §3)",
    "actor_token": "identifies the party that acts for the subject (RFC 8693 §2.1)",
    "actor_token_type": "the kind of the actor token (RFC 8693 §3)",
    "requested_token_type": "the kind of token that is requested (RFC 8693 §2.1)",
    "token": "the token to revoke or introspect (RFC 7009 §2.1, RFC 7662 §2.1)",
    "token_type_hint": "the kind of the token, which helps the server find it (RFC 7009 §2.1)",
    "username": "the user's name at the server (RFC 6749 §4.3.2)",
    "password": "the user's password, which no client should see (RFC 9700 §2.4)",
    "auth_req_id": "identifies the request on the other device (OpenID Connect CIBA Core §10.1)",
    "binding_message": "a message that both devices show, for the user to compare (OpenID Connect CIBA Core §7.1)",
    "authorization": "the client's credentials, or an access token (RFC 6749 §2.3.1, RFC 6750 §2.1)",
    "dpop": "a proof of the key's possession for this request only (RFC 9449 §4)",
    "redirect_uris": "the URIs to which the browser may return (RFC 7591 §2)",
    "grant_types": "the grants that the client will use (RFC 7591 §2)",
    "response_types": "the response types that the client will use (RFC 7591 §2)",
    "token_endpoint_auth_method": "the client's method of authentication (RFC 7591 §2)",
    "client_name": "the name that users see (RFC 7591 §2)",
    "application_type": "web or native (OpenID Connect Registration §2)",
    "jwks": "the client's public keys (RFC 7591 §2)",
  ]

  private static let answers: [String: String] = [
    "code": "redeemed at the token endpoint (RFC 6749 §4.1.2)",
    "state": "must equal the state of the request (RFC 6749 §4.1.2)",
    "iss": "the server that responds; it must be the server of the request (RFC 9207 §2)",
    "error": "the error code (RFC 6749 §4.1.2.1, §5.2)",
    "error_description": "the server's explanation of the error, for developers (RFC 6749 §5.2)",
    "error_uri": "the page on which the server explains more (RFC 6749 §5.2)",
    "response": "the whole response, signed by the server (JARM §2.3)",
    "session_state": "lets the client notice a sign-out (OpenID Connect Session Management §2)",
    "access_token": "the access token, for protected resources (RFC 6749 §1.4)",
    "token_type": "the way to present the access token (RFC 6749 §7.1)",
    "expires_in": "the access token's lifetime in seconds (RFC 6749 §5.1)",
    "refresh_token": "obtains the next access token; the most valuable secret here (RFC 6749 §1.5)",
    "refresh_token_timeout": "the seconds after which an unused refresh token expires (Refresh Token Expiration §6.1)",
    "authorization_expires_in": "the seconds until the authorization ends (Refresh Token Expiration §6.1)",
    "id_token": "the user's identity, signed by the server (OpenID Connect Core §2)",
    "scope": "the granted access (RFC 6749 §5.1)",
    "issued_token_type": "the kind of the issued token (RFC 8693 §2.2.1)",
    "request_uri": "refers to the pushed request (RFC 9126 §2.2)",
    "device_code": "identifies the sign-in when the device polls (RFC 8628 §3.2)",
    "user_code": "the code that the user enters (RFC 8628 §3.2)",
    "verification_uri": "the page on which the user enters the code (RFC 8628 §3.2)",
    "verification_uri_complete": "the same page, with the code in the URL (RFC 8628 §3.2)",
    "interval": "the pause between polling requests in seconds (RFC 8628 §3.2)",
    "active": "whether the token is valid (RFC 7662 §2.2)",
    "sub": "the user's identifier at the server, which never changes (OpenID Connect Core §5.1)",
    "aud": "the audience of the token (RFC 7519 §4.1.3)",
    "exp": "the expiry time (RFC 7519 §4.1.4)",
    "cnf": "the key that the token is bound to (RFC 7800 §3)",
    "client_id": "the client's ID (RFC 7591 §3.2.1)",
    "client_secret": "the client's secret (RFC 7591 §3.2.1)",
    "client_secret_expires_at": "the secret's expiry time; 0 means never (RFC 7591 §3.2.1)",
    "registration_access_token": "reads and changes the registration later (RFC 7592 §3)",
    "registration_client_uri": "the URL at which the registration is managed (RFC 7592 §3)",
    "keys": "the keys (RFC 7517 §5.1)",
    "www-authenticate": "the reason of the rejection, and what the resource requires (RFC 6750 §3)",
    "dpop-nonce": "must be in the next proof (RFC 9449 §8)",
    "retry-after": "the time to wait before the next attempt (RFC 9110 §10.2.3)",
    "location": "the target of the redirect, which isn't followed",
  ]

  private static let metadata: [String: String] = [
    "issuer": "the server's identifier, compared byte for byte (RFC 8414 §3.3)",
    "authorization_endpoint": "the page to which the browser is sent (RFC 6749 §3.1)",
    "token_endpoint": "redeems codes and refresh tokens (RFC 6749 §3.2)",
    "jwks_uri": "the server's public keys (RFC 8414 §2)",
    "userinfo_endpoint": "returns claims about the user (OpenID Connect Core §5.3)",
    "registration_endpoint": "registers clients (RFC 7591 §3)",
    "revocation_endpoint": "revokes tokens (RFC 7009 §2)",
    "introspection_endpoint": "tells resources whether a token is valid (RFC 7662 §2)",
    "device_authorization_endpoint": "starts the device grant (RFC 8628 §4)",
    "pushed_authorization_request_endpoint": "accepts pushed requests (RFC 9126 §5)",
    "end_session_endpoint": "signs users out (OpenID Connect RP-Initiated Logout §2.1)",
    "code_challenge_methods_supported": "the PKCE methods (RFC 8414 §2)",
    "grant_types_supported": "the grants (RFC 8414 §2)",
    "response_types_supported": "the response types (RFC 8414 §2)",
    "scopes_supported": "the scopes that a client can request (RFC 8414 §2)",
    "token_endpoint_auth_methods_supported": "the methods of client authentication (RFC 8414 §2)",
    "dpop_signing_alg_values_supported":
      "the algorithms of DPoP proofs; the server binds tokens to keys (RFC 9449 §5.1)",
    "id_token_signing_alg_values_supported": "the signature algorithms of ID tokens (OpenID Connect Discovery §3)",
    "authorization_response_iss_parameter_supported": "every response names its server in iss (RFC 9207 §3)",
    "require_pushed_authorization_requests": "requests must be pushed (RFC 9126 §5)",
  ]
}
