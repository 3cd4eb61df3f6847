extension AuthorizationServerMetadata {
  // A malformed optional endpoint reads as absent, because the other endpoints remain usable. The
  // call that needs the endpoint then reports that the server announces none.

  /// The revocation endpoint (RFC 7009 §2); `nil` if it is missing or not a valid endpoint.
  public var revocationEndpoint: Endpoint? { optionalEndpoint("revocation_endpoint") }

  /// The introspection endpoint (RFC 7662 §2); `nil` if it is missing or not a valid endpoint.
  public var introspectionEndpoint: Endpoint? { optionalEndpoint("introspection_endpoint") }

  /// The device authorization endpoint (RFC 8628 §4); `nil` if it is missing or not a valid
  /// endpoint.
  public var deviceAuthorizationEndpoint: Endpoint? { optionalEndpoint("device_authorization_endpoint") }

  /// The endpoint for pushed authorization requests (RFC 9126 §5); `nil` if it is missing or not a
  /// valid endpoint.
  public var pushedAuthorizationRequestEndpoint: Endpoint? {
    optionalEndpoint("pushed_authorization_request_endpoint")
  }

  /// The client registration endpoint (RFC 7591 §3); `nil` if it is missing or not a valid
  /// endpoint.
  public var registrationEndpoint: Endpoint? { optionalEndpoint("registration_endpoint") }

  /// The address of the server's public keys (RFC 8414 §2); `nil` if it is missing or not a valid
  /// endpoint.
  ///
  /// Without it, signatures of the server can't be verified. Treat that as a failure, never as "not
  /// signed".
  public var jwksURI: Endpoint? { optionalEndpoint("jwks_uri") }

  /// The endpoint for sign-out in the browser (OpenID Connect RP-Initiated Logout §2.1); `nil` if
  /// it is missing or not a valid endpoint.
  public var endSessionEndpoint: Endpoint? { optionalEndpoint("end_session_endpoint") }

  /// The endpoint that begins a sign-in on another device (OpenID Connect CIBA Core 1.0 §4); `nil`
  /// if it is missing or not a valid endpoint.
  public var backchannelAuthenticationEndpoint: Endpoint? { optionalEndpoint("backchannel_authentication_endpoint") }

  /// The alternative endpoints for clients with a certificate, by their names in this document (RFC
  /// 8705 §5).
  ///
  /// A client that uses mutual TLS must prefer them, and uses the ordinary endpoints for all other
  /// names. Names with an invalid address are left out.
  public var mtlsEndpointAliases: [String: Endpoint] {
    (members["mtls_endpoint_aliases"]?.object ?? [:]).compactMapValues { value in
      value.string.flatMap { try? Endpoint($0) }
    }
  }

  private func optionalEndpoint(_ member: String) -> Endpoint? {
    members[member]?.string.flatMap { try? Endpoint($0) }
  }
}
