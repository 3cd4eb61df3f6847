internal import OAuthCore
internal import PKCE

/// What a request asks for.
extension AuthorizationRequestParser {
  /// The scope: the same rules at the device authorization endpoint (RFC 8628 §3.1).
  ///
  /// Tokens that the server doesn't know, or that the client may not ask for, are left out, as OpenID Connect Core §3.1.2.1
  /// wants it and RFC 6749 §3.3 allows; the answer's `scope` says what is left. If nothing is, there is nothing that could be
  /// granted.
  func scope(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Scope {
    guard let text = parameters.value("scope") else {
      return configuration.defaultScope.isSubset(of: client.scope) ? configuration.defaultScope : .none
    }
    guard let asked = try? Scope(parameter: text) else {
      throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
    }
    let known = asked.tokens.filter { configuration.scopes.contains($0) && client.scope.contains($0) }
    guard let scope = try? Scope(known), !scope.isEmpty || asked.isEmpty else {
      throw Refusal(.invalidScope, "scope has no token that this server knows and this client may ask for")
    }
    return scope
  }

  /// What is asked for by the names of claims (OpenID Connect Core §5.5), without what the client may not ask for by scopes either.
  func claims(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> ClaimsRequest? {
    guard let text = parameters.value("claims") else { return nil }
    return try ClaimsRequest(text).limited(to: client, configuration)
  }

  /// The most resources of one request.
  private static var maximumResources: Int { 20 }

  /// The resources that tokens shall be for (RFC 8707 §2), each once.
  func resources(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> [String] {
    var resources: [String] = []
    for text in parameters.all("resource") where !text.isEmpty && !resources.contains(text) {
      guard ParsedURI.isResource(text) else {
        throw Refusal(.invalidTarget, "resource is not an absolute URI without a fragment")
      }
      guard configuration.offers(resource: text, to: client) else {
        throw Refusal(.invalidTarget, "resource is not one that this client can have tokens for")
      }
      resources.append(text)
    }
    guard resources.count <= Self.maximumResources else {
      throw Refusal(.invalidTarget, "there are more than \(Self.maximumResources) resources")
    }
    return resources
  }

  /// What is asked for beyond scopes (RFC 9396 §2).
  func authorizationDetails(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> [JSONValue] {
    guard let text = parameters.value("authorization_details") else { return [] }
    return try AuthorizationDetails(types: configuration.requests.detailTypes).read(text, for: client)
  }

  /// The key that the code is for (RFC 9449 §10): a SHA-256 thumbprint.
  func confirmation(_ parameters: FormParameters) throws(Refusal) -> KeyConfirmation? {
    guard takesProofs, let thumbprint = parameters.value("dpop_jkt") else { return nil }
    guard let octets = try? Base64URL.decode(thumbprint), octets.count == 32 else {
      throw Refusal(.invalidRequest, "dpop_jkt is not the base64url of a SHA-256 thumbprint")
    }
    return .dpop(jkt: thumbprint)
  }
}
