extension AuthorizationServerMetadata {
  // Each property is nil if the member is missing or has the wrong type. The server's support is
  // then unknown, and the server itself rejects unsupported requests. Values in an array that
  // aren't strings are skipped.

  /// The supported grant types; `nil` means `authorization_code` and `implicit` (RFC 8414 §2).
  public var grantTypesSupported: [String]? { optionalTexts("grant_types_supported") }

  /// The supported response types (RFC 8414 §2).
  public var responseTypesSupported: [String]? { optionalTexts("response_types_supported") }

  /// The supported response modes; `nil` means `query` and `fragment` (RFC 8414 §2).
  public var responseModesSupported: [String]? { optionalTexts("response_modes_supported") }

  /// The supported algorithms for client assertions (RFC 8414 §2); `nil` implies none.
  public var tokenEndpointAuthSigningAlgValuesSupported: [String]? {
    optionalTexts("token_endpoint_auth_signing_alg_values_supported")
  }

  /// The supported client authentication methods at the revocation endpoint (RFC 8414 §2); `nil`
  /// means `client_secret_basic`.
  public var revocationEndpointAuthMethodsSupported: [String]? {
    optionalTexts("revocation_endpoint_auth_methods_supported")
  }

  /// The supported client authentication methods at the introspection endpoint (RFC 8414 §2).
  public var introspectionEndpointAuthMethodsSupported: [String]? {
    optionalTexts("introspection_endpoint_auth_methods_supported")
  }

  /// The supported algorithms for DPoP proofs (RFC 9449 §5.1); `nil` if the server announces no
  /// DPoP.
  public var dpopSigningAlgValuesSupported: [String]? { optionalTexts("dpop_signing_alg_values_supported") }

  /// The supported algorithms for request objects (OpenID Connect Discovery §3, RFC 9101 §10.5).
  public var requestObjectSigningAlgValuesSupported: [String]? {
    optionalTexts("request_object_signing_alg_values_supported")
  }

  /// The supported `alg` values of encrypted request objects (OpenID Connect Discovery §3).
  public var requestObjectEncryptionAlgValuesSupported: [String]? {
    optionalTexts("request_object_encryption_alg_values_supported")
  }

  /// The supported `enc` values of encrypted request objects (OpenID Connect Discovery §3).
  public var requestObjectEncryptionEncValuesSupported: [String]? {
    optionalTexts("request_object_encryption_enc_values_supported")
  }

  /// The supported algorithms for signed authorization responses (JARM §4).
  public var authorizationSigningAlgValuesSupported: [String]? {
    optionalTexts("authorization_signing_alg_values_supported")
  }

  /// The supported algorithms for ID tokens (OpenID Connect Discovery §3).
  public var idTokenSigningAlgValuesSupported: [String]? { optionalTexts("id_token_signing_alg_values_supported") }

  /// The supported `alg` values of encrypted ID tokens (OpenID Connect Discovery §3).
  public var idTokenEncryptionAlgValuesSupported: [String]? {
    optionalTexts("id_token_encryption_alg_values_supported")
  }

  /// The supported `enc` values of encrypted ID tokens (OpenID Connect Discovery §3).
  public var idTokenEncryptionEncValuesSupported: [String]? {
    optionalTexts("id_token_encryption_enc_values_supported")
  }

  /// The supported algorithms for signed UserInfo responses (OpenID Connect Discovery §3).
  public var userInfoSigningAlgValuesSupported: [String]? { optionalTexts("userinfo_signing_alg_values_supported") }

  /// The supported algorithms for signed introspection responses (RFC 9701 §7).
  public var introspectionSigningAlgValuesSupported: [String]? {
    optionalTexts("introspection_signing_alg_values_supported")
  }

  /// The supported subject identifier types, `public` or `pairwise` (OpenID Connect Discovery §3).
  public var subjectTypesSupported: [String]? { optionalTexts("subject_types_supported") }

  /// The supported authentication context classes (OpenID Connect Discovery §3, RFC 9470 §7).
  public var acrValuesSupported: [String]? { optionalTexts("acr_values_supported") }

  /// The supported values of `prompt` (Initiating User Registration via OpenID Connect §3).
  public var promptValuesSupported: [String]? { optionalTexts("prompt_values_supported") }

  /// The supported types of `authorization_details` (RFC 9396 §10).
  public var authorizationDetailsTypesSupported: [String]? { optionalTexts("authorization_details_types_supported") }

  /// The supported delivery modes for a sign-in on another device: `poll`, `ping`, `push` (CIBA
  /// Core 1.0 §4).
  public var backchannelTokenDeliveryModesSupported: [String]? {
    optionalTexts("backchannel_token_delivery_modes_supported")
  }

  /// The resources that the server issues tokens for (RFC 9728 §4).
  public var protectedResources: [String]? { optionalTexts("protected_resources") }

  /// Whether the server accepts only pushed authorization requests (RFC 9126 §5).
  public var requirePushedAuthorizationRequests: Bool { flag("require_pushed_authorization_requests") }

  /// Whether the server accepts only signed authorization requests (RFC 9101 §10.5).
  public var requireSignedRequestObject: Bool { flag("require_signed_request_object") }

  /// Whether the server can bind access tokens to a client's certificate (RFC 8705 §3.3).
  public var tlsClientCertificateBoundAccessTokens: Bool { flag("tls_client_certificate_bound_access_tokens") }

  private func optionalTexts(_ member: String) -> [String]? {
    Self.texts(member, in: members)
  }

  private func flag(_ member: String) -> Bool {
    members[member]?.bool ?? false
  }
}
