internal import OAuthCore
internal import PixyWire

extension MetadataReport {
  /// The missing and unusual members.
  var findings: [WireFinding] { proofOfPossession + grants + answers + signatures + shape }

  private var proofOfPossession: [WireFinding] {
    guard usesCodes else { return [] }
    switch metadata.codeChallengeMethodsSupported {
    case nil:
      return [
        .note("The server announces nothing about PKCE, but may support it. Pixy always sends S256 (RFC 8414 §2).")
      ]
    case let methods? where !methods.contains("S256"):
      return [.danger("The server announces PKCE without S256. Pixy does not sign in there (RFC 9700 §2.1.1).")]
    case let methods? where methods.contains("plain"):
      return [
        .problem(
          """
          The server accepts plain challenges, which an attacker who reads requests can use (RFC 7636 §7.2, RFC 9700 \
          §2.1.1).
          """
        )
      ]
    default: return []
    }
  }

  private var usesCodes: Bool { metadata.grantTypesSupported?.contains("authorization_code") ?? true }

  private var grants: [WireFinding] {
    var list: [WireFinding] = []
    let types = metadata.responseTypesSupported ?? []
    let isImplicit = types.contains { $0.split(separator: " ").contains("token") }
    if isImplicit || metadata.grantTypesSupported?.contains("implicit") ?? false {
      list.append(
        .problem("The server issues access tokens through the browser, the implicit grant (RFC 9700 §2.1.2)."))
    }
    if metadata.grantTypesSupported?.contains("password") ?? false {
      list.append(.problem("The server accepts users' passwords from clients, the password grant (RFC 9700 §2.4)."))
    }
    if let methods = metadata.tokenEndpointAuthMethodsSupported, !methods.contains("none") {
      list.append(
        .note("The server announces no public clients, such as apps and command-line tools (RFC 8252 §8.4)."))
    }
    if metadata.deviceAuthorizationEndpoint != nil,
      let grants = metadata.grantTypesSupported, !grants.contains("urn:ietf:params:oauth:grant-type:device_code")
    {
      list.append(
        .problem("The server has a device authorization endpoint, but doesn't announce the grant (RFC 8628 §4)."))
    }
    if metadata.deviceAuthorizationEndpoint == nil,
      metadata.grantTypesSupported?.contains("urn:ietf:params:oauth:grant-type:device_code") ?? false
    {
      list.append(
        .problem("The server announces the device grant, but no device authorization endpoint (RFC 8628 §4)."))
    }
    return list
  }

  private var answers: [WireFinding] {
    var list: [WireFinding] = []
    if usesCodes, !metadata.authorizationResponseIssParameterSupported {
      list.append(
        .note(
          """
          Authorization responses may lack iss. A client of several servers needs a redirect URI for each \
          (RFC 9207 §1, RFC 9700 §4.4.2).
          """
        ))
    }
    if metadata.revocationEndpoint == nil {
      list.append(.note("Tokens can't be revoked. After signing out they stay valid until they expire (RFC 7009 §1)."))
    }
    return list
  }

  private var signatures: [WireFinding] {
    var list: [WireFinding] = []
    let algorithms = metadata.idTokenSigningAlgValuesSupported
    if algorithms?.contains("none") ?? false {
      list.append(.danger("The server offers ID tokens without a signature (alg none, RFC 8725 §3.2)."))
    }
    if let algorithms, !algorithms.contains("RS256") {
      list.append(.note("RS256 isn't among the algorithms of ID tokens, but OpenID Connect Discovery §3 requires it."))
    }
    if metadata.scopesSupported?.contains("openid") ?? (algorithms != nil), metadata.jwksURI == nil {
      list.append(
        .problem(
          "The server publishes no keys (jwks_uri), so ID tokens can't be verified (OpenID Connect Discovery §3)."))
    }
    return list
  }

  /// Members whose type isn't the specified one. Pixy treats them as absent.
  private var shape: [WireFinding] {
    var list: [WireFinding] = []
    if metadata.members["response_types_supported"] == nil {
      list.append(.problem("response_types_supported is required, but missing (RFC 8414 §2)."))
    }
    for (name, value) in metadata.members.sorted(by: { $0.key < $1.key }) {
      let shown = UntrustedText(name)
      if name.hasSuffix("_endpoint") || name == "jwks_uri" {
        guard let text = value.string, let endpoint = try? Endpoint(text) else {
          list.append(.problem("\(shown) is not a usable https URL (RFC 8414 §2)."))
          continue
        }
        if let issuer = metadata.issuer, endpoint.origin != issuer.origin {
          list.append(.note("\(shown) is at \(endpoint.origin), which isn't the issuer's origin."))
        }
      }
      if name.hasSuffix("_supported"), value.bool == nil, value.strings == nil {
        list.append(.problem("\(shown) is neither a list of strings nor a boolean (RFC 8414 §2)."))
      }
    }
    return list
  }
}
