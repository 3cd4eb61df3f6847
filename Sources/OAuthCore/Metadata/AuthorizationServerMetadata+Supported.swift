extension AuthorizationServerMetadata {
  // Each is nil if the server doesn't say, or says it wrongly: what it supports is unknown then, and the server itself
  // refuses what it can't do. Texts in a list are kept, other values in it are skipped.

  /// The grants the server announces; `nil` means `authorization_code` and `implicit` (RFC 8414 §2).
  public var grantTypesSupported: [String]? { optionalTexts("grant_types_supported") }

  /// The response types the server announces (RFC 8414 §2).
  public var responseTypesSupported: [String]? { optionalTexts("response_types_supported") }

  /// How answers may come back; `nil` means `query` and `fragment` (RFC 8414 §2).
  public var responseModesSupported: [String]? { optionalTexts("response_modes_supported") }

  /// The algorithms a client may sign its assertions with (RFC 8414 §2); `nil` implies none.
  public var tokenEndpointAuthSigningAlgValuesSupported: [String]? {
    optionalTexts("token_endpoint_auth_signing_alg_values_supported")
  }

  /// How clients may authenticate to the revocation endpoint (RFC 8414 §2); `nil` means `client_secret_basic`.
  public var revocationEndpointAuthMethodsSupported: [String]? {
    optionalTexts("revocation_endpoint_auth_methods_supported")
  }

  /// How clients may authenticate to the introspection endpoint (RFC 8414 §2).
  public var introspectionEndpointAuthMethodsSupported: [String]? {
    optionalTexts("introspection_endpoint_auth_methods_supported")
  }

  /// The algorithms that DPoP proofs may be signed with (RFC 9449 §5.1); `nil` if the server announces no DPoP.
  public var dpopSigningAlgValuesSupported: [String]? { optionalTexts("dpop_signing_alg_values_supported") }

  /// The algorithms that request objects may be signed with (OpenID Connect Discovery §3, RFC 9101 §10.5).
  public var requestObjectSigningAlgValuesSupported: [String]? {
    optionalTexts("request_object_signing_alg_values_supported")
  }

  /// The algorithms that answers of the authorization endpoint are signed with (JARM §4).
  public var authorizationSigningAlgValuesSupported: [String]? {
    optionalTexts("authorization_signing_alg_values_supported")
  }

  /// The algorithms that ID tokens are signed with (OpenID Connect Discovery §3).
  public var idTokenSigningAlgValuesSupported: [String]? { optionalTexts("id_token_signing_alg_values_supported") }

  /// The algorithms that UserInfo answers may be signed with (OpenID Connect Discovery §3).
  public var userInfoSigningAlgValuesSupported: [String]? { optionalTexts("userinfo_signing_alg_values_supported") }

  /// The algorithms that introspection answers may be signed with (RFC 9701 §7).
  public var introspectionSigningAlgValuesSupported: [String]? {
    optionalTexts("introspection_signing_alg_values_supported")
  }

  /// Whether subject identifiers are `public` or `pairwise` (OpenID Connect Discovery §3).
  public var subjectTypesSupported: [String]? { optionalTexts("subject_types_supported") }

  /// The authentication context classes the server knows (OpenID Connect Discovery §3, RFC 9470 §7).
  public var acrValuesSupported: [String]? { optionalTexts("acr_values_supported") }

  /// The values of `prompt` the server knows (Initiating User Registration via OpenID Connect §3).
  public var promptValuesSupported: [String]? { optionalTexts("prompt_values_supported") }

  /// The types of `authorization_details` the server knows (RFC 9396 §10).
  public var authorizationDetailsTypesSupported: [String]? { optionalTexts("authorization_details_types_supported") }

  /// How the answer of a sign-in on another device may be delivered: `poll`, `ping`, `push` (CIBA Core 1.0 §4).
  public var backchannelTokenDeliveryModesSupported: [String]? {
    optionalTexts("backchannel_token_delivery_modes_supported")
  }

  /// The resources that the server gives tokens for (RFC 9728 §4).
  public var protectedResources: [String]? { optionalTexts("protected_resources") }

  /// Whether the server takes authorization requests only if they were pushed (RFC 9126 §5).
  public var requirePushedAuthorizationRequests: Bool { flag("require_pushed_authorization_requests") }

  /// Whether the server takes authorization requests only if they are signed (RFC 9101 §10.5).
  public var requireSignedRequestObject: Bool { flag("require_signed_request_object") }

  /// Whether the server can bind access tokens to a client's certificate (RFC 8705 §3.3).
  public var tlsClientCertificateBoundAccessTokens: Bool { flag("tls_client_certificate_bound_access_tokens") }

  private func optionalTexts(_ member: String) -> [String]? {
    members[member]?.array?.compactMap(\.string)
  }

  private func flag(_ member: String) -> Bool {
    members[member]?.bool ?? false
  }
}
