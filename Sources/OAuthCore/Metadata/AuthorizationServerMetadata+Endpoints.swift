extension AuthorizationServerMetadata {
  // A server that writes one of these wrongly is still good for everything else, so that such a member reads as absent,
  // and the call that needs it says that the server announces no such endpoint.

  /// Where tokens are revoked (RFC 7009 §2), if the server says so in a way that can be used.
  public var revocationEndpoint: Endpoint? { optionalEndpoint("revocation_endpoint") }

  /// Where resource servers ask about tokens (RFC 7662 §2), if the server says so in a way that can be used.
  public var introspectionEndpoint: Endpoint? { optionalEndpoint("introspection_endpoint") }

  /// Where the device grant begins (RFC 8628 §4), if the server says so in a way that can be used.
  public var deviceAuthorizationEndpoint: Endpoint? { optionalEndpoint("device_authorization_endpoint") }

  /// Where authorization requests are pushed (RFC 9126 §5), if the server says so in a way that can be used.
  public var pushedAuthorizationRequestEndpoint: Endpoint? {
    optionalEndpoint("pushed_authorization_request_endpoint")
  }

  /// Where clients register themselves (RFC 7591 §3), if the server says so in a way that can be used.
  public var registrationEndpoint: Endpoint? { optionalEndpoint("registration_endpoint") }

  /// Where the server's public keys are (RFC 8414 §2), if the server says so in a way that can be used.
  ///
  /// Without it nothing that the server signs can be verified: treat that as a failure, never as "not signed".
  public var jwksURI: Endpoint? { optionalEndpoint("jwks_uri") }

  /// Where the browser is sent to sign out (OpenID Connect RP-Initiated Logout §2.1), if the server says so in a way
  /// that can be used.
  public var endSessionEndpoint: Endpoint? { optionalEndpoint("end_session_endpoint") }

  /// Where a sign-in on another device begins (OpenID Connect CIBA Core 1.0 §4), if the server says so in a way that
  /// can be used.
  public var backchannelAuthenticationEndpoint: Endpoint? { optionalEndpoint("backchannel_authentication_endpoint") }

  /// The endpoints to use instead with a client certificate, by their names in this document (RFC 8705 §5).
  ///
  /// A client that does mutual TLS must prefer them, and uses the others where a name isn't among these. Names whose
  /// address can't be used are left out.
  public var mtlsEndpointAliases: [String: Endpoint] {
    (members["mtls_endpoint_aliases"]?.object ?? [:]).compactMapValues { value in
      value.string.flatMap { try? Endpoint($0) }
    }
  }

  private func optionalEndpoint(_ member: String) -> Endpoint? {
    members[member]?.string.flatMap { try? Endpoint($0) }
  }
}
