internal import OAuthCore

extension MetadataReport {
  /// What is missing or odd.
  var findings: [WireFinding] { proofOfPossession + grants + answers + signatures + shape }

  private var proofOfPossession: [WireFinding] {
    guard usesCodes else { return [] }
    switch metadata.codeChallengeMethodsSupported {
    case nil:
      return [
        .note("It announces nothing about PKCE. It may do it all the same; Pixy sends S256 in any case (RFC 8414 §2).")
      ]
    case let methods? where !methods.contains("S256"):
      return [.danger("It announces PKCE without S256; Pixy refuses to sign in there (RFC 9700 §2.1.1).")]
    case let methods? where methods.contains("plain"):
      return [
        .problem(
          "It takes plain challenges, which protect nothing where requests can be read (RFC 7636 §7.2, RFC 9700 §2.1.1)."
        )
      ]
    default: return []
    }
  }

  private var usesCodes: Bool { metadata.grantTypesSupported?.contains("authorization_code") ?? true }

  private var grants: [WireFinding] {
    var found: [WireFinding] = []
    let types = metadata.responseTypesSupported ?? []
    let isImplicit = types.contains { $0.split(separator: " ").contains("token") }
    if isImplicit || metadata.grantTypesSupported?.contains("implicit") ?? false {
      found.append(.problem("It gives access tokens through the browser, the implicit grant (RFC 9700 §2.1.2)."))
    }
    if metadata.grantTypesSupported?.contains("password") ?? false {
      found.append(.problem("It takes people's passwords from clients, the password grant (RFC 9700 §2.4)."))
    }
    if let methods = metadata.tokenEndpointAuthMethodsSupported, !methods.contains("none") {
      found.append(.note("It announces no clients without a secret, which apps and commands are (RFC 8252 §8.4)."))
    }
    if metadata.deviceAuthorizationEndpoint != nil,
      let grants = metadata.grantTypesSupported, !grants.contains("urn:ietf:params:oauth:grant-type:device_code")
    {
      found.append(.problem("It has a device authorization endpoint and doesn't announce the grant (RFC 8628 §4)."))
    }
    return found
  }

  private var answers: [WireFinding] {
    var found: [WireFinding] = []
    if usesCodes, !metadata.authorizationResponseIssParameterSupported {
      found.append(
        .note(
          "Its answers needn't say who answers (iss): a client of several servers must have a redirect URI for each (RFC 9207 §1, RFC 9700 §4.4.2)."
        ))
    }
    if metadata.revocationEndpoint == nil {
      found.append(.note("Tokens can't be revoked: signing out leaves them working until they end (RFC 7009 §1)."))
    }
    return found
  }

  private var signatures: [WireFinding] {
    var found: [WireFinding] = []
    let algorithms = metadata.idTokenSigningAlgValuesSupported
    if algorithms?.contains("none") ?? false {
      found.append(.danger("It offers ID tokens without a signature (alg none, RFC 8725 §3.2)."))
    }
    if let algorithms, !algorithms.contains("RS256") {
      found.append(.note("RS256 isn't among the algorithms of ID tokens, which OpenID Connect Discovery §3 asks for."))
    }
    if metadata.scopesSupported?.contains("openid") ?? (algorithms != nil), metadata.jwksURI == nil {
      found.append(
        .problem("It names no keys (jwks_uri), so that no ID token can be verified (OpenID Connect Discovery §3)."))
    }
    return found
  }

  /// Members whose form isn't what the specification asks for; Pixy reads those as absent.
  private var shape: [WireFinding] {
    var found: [WireFinding] = []
    if metadata.members["response_types_supported"] == nil {
      found.append(.problem("response_types_supported is missing, and is required (RFC 8414 §2)."))
    }
    for (name, value) in metadata.members.sorted(by: { $0.key < $1.key }) {
      let shown = UntrustedText(name)
      if name.hasSuffix("_endpoint") || name == "jwks_uri" {
        guard let text = value.string, let endpoint = try? Endpoint(text) else {
          found.append(.problem("\(shown) is no https address that can be used (RFC 8414 §2)."))
          continue
        }
        if let issuer = metadata.issuer, endpoint.origin != issuer.origin {
          found.append(.note("\(shown) is at \(endpoint.origin), which isn't the issuer's origin."))
        }
      }
      if name.hasSuffix("_supported"), value.bool == nil, value.strings == nil {
        found.append(.problem("\(shown) is no list of texts and no truth value (RFC 8414 §2)."))
      }
    }
    return found
  }
}
