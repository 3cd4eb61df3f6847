internal import HTTPTypes
internal import OAuthCore

extension AuthorizationServerConfiguration {
  /// Where an issuer's metadata is: RFC 8414 §3 puts the well-known name before the issuer's path, OpenID Connect Discovery §4
  /// behind it. The document is the same at each, as RFC 8414 §3 allows.
  static func metadataPaths(of issuer: Issuer) -> Set<String> {
    let prefix = issuer.pathPrefix
    return [
      "/.well-known/oauth-authorization-server" + prefix,
      "/.well-known/openid-configuration" + prefix,
      prefix + "/.well-known/openid-configuration",
    ]
  }

  /// What the server says about itself (RFC 8414 §2, RFC 9207 §3).
  ///
  /// Without the scope `openid` there is no `subject_types_supported` and no `id_token_signing_alg_values_supported`: then this is an
  /// OAuth server, not an OpenID Provider, whatever address a client finds it at. Without keys there is no `jwks_uri`.
  /// - Parameters:
  ///   - grants: what can be redeemed.
  ///   - hasUsedTokenIDs: whether assertions and proofs are taken.
  func metadata(_ grants: [GrantType], hasUsedTokenIDs: Bool) -> AuthorizationServerMetadata {
    var members: [String: JSONValue] = [
      "response_types_supported": ["code"],
      "response_modes_supported": .array(responseModes.map { .string($0.rawValue) }),
      "grant_types_supported": .array(grants.map { .string($0.rawValue) }),
      "code_challenge_methods_supported": .array(codeChallenges.methodNames.map { .string($0) }),
      "revocation_endpoint": .string(revocationEndpoint.text),
      "authorization_response_iss_parameter_supported": true,
    ]
    if grants.contains(.deviceCode) {
      members["device_authorization_endpoint"] = .string(deviceAuthorizationEndpoint.text)
    }
    members.merge(clientMembers(hasUsedTokenIDs: hasUsedTokenIDs)) { $1 }
    // A list without elements must be left out (RFC 8414 §3.2).
    if !scopes.isEmpty { members["scopes_supported"] = .array(scopes.tokens.map { .string($0) }) }
    if signingKeys != nil { members["jwks_uri"] = .string(keySetEndpoint.text) }
    if let idTokenKeys { members.merge(openIDMembers(idTokenKeys)) { $1 } }
    members.merge(documents.members) { $1 }
    return AuthorizationServerMetadata(
      issuer: issuer, authorizationEndpoint: authorizationEndpoint, tokenEndpoint: tokenEndpoint,
      userInfoEndpoint: userInfoEndpoint, members: members)
  }
}

extension AuthorizationServer {
  /// What can be redeemed at this server.
  var grants: [GrantType] {
    GrantType.allCases.filter { grant in
      switch grant {
      case .deviceCode: deviceCodes != nil
      case .jwtBearer: stores.usedTokenIDs != nil && !configuration.tokenRules.trustedIssuers.isEmpty
      default: true
      }
    }
  }

  func answerMetadata() -> HTTPAnswer {
    parts.published.answer(.metadata, edition: configuration.keysEdition) {
      configuration.metadata(grants, hasUsedTokenIDs: stores.usedTokenIDs != nil).members
        .merging(sessionMembers) { $1 }.merging(requestMembers) { $1 }.merging(registrationMembers) { $1 }
    }
  }
}
