import Evidence
import OAuthCore
import Testing

@Suite(.covers("RFC 8414 §2")) struct AuthorizationServerMetadataTests {
  private let document: [String: JSONValue] = [
    "issuer": "https://a.example", "authorization_endpoint": "https://a.example/authorize",
    "token_endpoint": "https://a.example/token", "userinfo_endpoint": "https://a.example/me",
    "code_challenge_methods_supported": ["S256"], "scopes_supported": ["profile"],
    "token_endpoint_auth_methods_supported": ["none"], "authorization_response_iss_parameter_supported": true,
    "something_new": [1, 2],
  ]

  @Test func `A document is read, and unknown members are preserved`() throws {
    let metadata = try AuthorizationServerMetadata(document: .object(document))
    #expect(metadata.issuer?.text == "https://a.example")
    #expect(metadata.userInfoEndpoint?.text == "https://a.example/me")
    #expect(metadata.codeChallengeMethodsSupported == ["S256"])
    #expect(metadata.authorizationResponseIssParameterSupported)
    #expect(metadata.members["something_new"] == [1, 2])
  }

  @Test(arguments: ["issuer", "authorization_endpoint", "token_endpoint"])
  func `The members that the code grant needs are required`(_ member: String) {
    var document = document
    document[member] = nil
    #expect(throws: MetadataError.missing(member: member)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
  }

  @Test(arguments: ["issuer", "authorization_endpoint", "token_endpoint"])
  func `A required member of the wrong type is rejected, and null counts as missing`(_ member: String) {
    var document = document
    document[member] = 1
    #expect(throws: MetadataError.wrongType(member: member)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
    document[member] = .null
    #expect(throws: MetadataError.missing(member: member)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
  }

  @Test(arguments: [.null, "", "/me", 1, [:], false, "http://a.example/x"] as [JSONValue])
  func `A member that no sign-in needs reads as absent if it can't be used`(_ value: JSONValue) throws {
    let names = [
      "userinfo_endpoint", "code_challenge_methods_supported", "scopes_supported",
      "token_endpoint_auth_methods_supported", "authorization_response_iss_parameter_supported",
    ]
    let changed = document.merging(names.map { ($0, value) }) { $1 }
    let metadata = try AuthorizationServerMetadata(document: .object(changed))
    #expect(metadata.userInfoEndpoint == nil && metadata.codeChallengeMethodsSupported == nil)
    #expect(metadata.scopesSupported == nil && metadata.tokenEndpointAuthMethodsSupported == nil)
    #expect(!metadata.authorizationResponseIssParameterSupported)
    #expect(metadata.tokenEndpoint.text == "https://a.example/token")
  }

  @Test func `A list keeps its usable values, so that PKCE isn't given up for an odd neighbour`() throws {
    let metadata = try metadata("code_challenge_methods_supported", ["plain", 1, .null])
    #expect(metadata.codeChallengeMethodsSupported == ["plain"])
    #expect(try self.metadata("scopes_supported", ["a", .null]).scopesSupported == ["a"])
  }

  @Test(.covers("CVE-2025-58444", "CVE-2025-58747"))
  func `Endpoints without https are rejected, and so are documents that are not objects`() {
    var document = document
    document["token_endpoint"] = "http://a.example/token"
    #expect(throws: MetadataError.unacceptable(member: "token_endpoint", .notHTTPS)) {
      try AuthorizationServerMetadata(document: .object(document))
    }
    #expect(throws: MetadataError.notAnObject) { try AuthorizationServerMetadata(document: ["a"]) }
  }

  private func metadata(_ member: String, _ value: JSONValue) throws -> AuthorizationServerMetadata {
    try AuthorizationServerMetadata(document: .object(document.merging([member: value]) { $1 }))
  }

  private static let endpoints: [(String, @Sendable (AuthorizationServerMetadata) -> Endpoint?)] = [
    ("revocation_endpoint", { $0.revocationEndpoint }), ("introspection_endpoint", { $0.introspectionEndpoint }),
    ("device_authorization_endpoint", { $0.deviceAuthorizationEndpoint }),
    ("pushed_authorization_request_endpoint", { $0.pushedAuthorizationRequestEndpoint }),
    ("registration_endpoint", { $0.registrationEndpoint }), ("jwks_uri", { $0.jwksURI }),
    ("end_session_endpoint", { $0.endSessionEndpoint }),
    ("backchannel_authentication_endpoint", { $0.backchannelAuthenticationEndpoint }),
  ]

  @Test func `An optional endpoint is read, and an invalid one reads as absent`() throws {
    for (name, read) in Self.endpoints {
      #expect(try read(metadata(name, "https://a.example/x"))?.text == "https://a.example/x", "\(name)")
      for bad in [1, "", "http://a.example/x", "/x", .null, ["https://a.example/x"]] as [JSONValue] {
        #expect(try read(metadata(name, bad)) == nil, "\(name)")
      }
      #expect(try read(AuthorizationServerMetadata(document: .object(document))) == nil)
    }
  }

  @Test func `An optional list is read without values that are not strings, and other types read as absent`() throws {
    let lists: [(String, @Sendable (AuthorizationServerMetadata) -> [String]?)] = [
      ("grant_types_supported", { $0.grantTypesSupported }),
      ("response_types_supported", { $0.responseTypesSupported }),
      ("response_modes_supported", { $0.responseModesSupported }),
      ("token_endpoint_auth_signing_alg_values_supported", { $0.tokenEndpointAuthSigningAlgValuesSupported }),
      ("revocation_endpoint_auth_methods_supported", { $0.revocationEndpointAuthMethodsSupported }),
      ("introspection_endpoint_auth_methods_supported", { $0.introspectionEndpointAuthMethodsSupported }),
      ("dpop_signing_alg_values_supported", { $0.dpopSigningAlgValuesSupported }),
      ("request_object_signing_alg_values_supported", { $0.requestObjectSigningAlgValuesSupported }),
      ("authorization_signing_alg_values_supported", { $0.authorizationSigningAlgValuesSupported }),
      ("id_token_signing_alg_values_supported", { $0.idTokenSigningAlgValuesSupported }),
      ("userinfo_signing_alg_values_supported", { $0.userInfoSigningAlgValuesSupported }),
      ("introspection_signing_alg_values_supported", { $0.introspectionSigningAlgValuesSupported }),
      ("subject_types_supported", { $0.subjectTypesSupported }), ("acr_values_supported", { $0.acrValuesSupported }),
      ("prompt_values_supported", { $0.promptValuesSupported }),
      ("authorization_details_types_supported", { $0.authorizationDetailsTypesSupported }),
      ("backchannel_token_delivery_modes_supported", { $0.backchannelTokenDeliveryModesSupported }),
      ("protected_resources", { $0.protectedResources }),
    ]
    for (name, read) in lists {
      #expect(try read(metadata(name, ["a", 1, "b", .null])) == ["a", "b"], "\(name)")
      // RFC 8414 §3.2: a list without elements must be left out.
      #expect(try read(metadata(name, [])) == nil, "\(name)")
      #expect(try read(metadata(name, "a")) == nil, "\(name)")
      #expect(try read(metadata(name, [:])) == nil, "\(name)")
    }
  }

  @Test func `A flag is true only if its value is true`() throws {
    let flags: [(String, @Sendable (AuthorizationServerMetadata) -> Bool)] = [
      ("require_pushed_authorization_requests", { $0.requirePushedAuthorizationRequests }),
      ("require_signed_request_object", { $0.requireSignedRequestObject }),
      ("tls_client_certificate_bound_access_tokens", { $0.tlsClientCertificateBoundAccessTokens }),
    ]
    for (name, read) in flags {
      #expect(try read(metadata(name, true)), "\(name)")
      for value in [false, "true", 1] as [JSONValue] { #expect(try !read(metadata(name, value)), "\(name)") }
    }
  }

  // RFC 8705 §5, figure 4.
  @Test func `Endpoints for mutual TLS are read by name, and invalid ones are left out`() throws {
    let aliases: JSONValue = [
      "token_endpoint": "https://mtls.example.com/token", "revocation_endpoint": "http://mtls.example.com/revo",
      "introspection_endpoint": 1,
    ]
    #expect(
      try metadata("mtls_endpoint_aliases", aliases).mtlsEndpointAliases.mapValues(\.text)
        == ["token_endpoint": "https://mtls.example.com/token"])
    #expect(try metadata("mtls_endpoint_aliases", ["a"]).mtlsEndpointAliases.isEmpty)
  }

  @Test func `A member that is null is none, so that another document can supply it`() throws {
    #expect(try metadata("revocation_endpoint", .null).members["revocation_endpoint"] == nil)
  }

  // RFC 8414 §2.
  @Test func `A server whose grants need no browser may have no authorization endpoint`() throws {
    var document = document
    document["authorization_endpoint"] = nil
    document["grant_types_supported"] = ["client_credentials", "refresh_token"]
    for unusable in [nil, .null, "", "/authorize", 1] as [JSONValue?] {
      document["authorization_endpoint"] = unusable
      #expect(try AuthorizationServerMetadata(document: .object(document)).authorizationEndpoint == nil)
    }
    document["authorization_endpoint"] = nil
    for grants in [["implicit"], ["client_credentials", "authorization_code"], [1], "x", nil] as [JSONValue?] {
      document["grant_types_supported"] = grants
      #expect(throws: MetadataError.missing(member: "authorization_endpoint")) {
        try AuthorizationServerMetadata(document: .object(document))
      }
    }
  }
}
