internal import OAuthCore

/// The access that a request asks for: the same rules hold at the authorization, token and device authorization endpoints.
extension AuthorizationServerConfiguration {
  /// The scope: the same rules at the device authorization endpoint (RFC 8628 §3.1).
  ///
  /// Tokens that the server doesn't know, or that the client may not ask for, are left out, as OpenID Connect Core §3.1.2.1
  /// wants it and RFC 6749 §3.3 allows; the answer's `scope` says what is left. If nothing is, there is nothing that could be
  /// granted.
  func scope(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Scope {
    guard let text = parameters.value("scope") else {
      return defaultScope.isSubset(of: client.scope) ? defaultScope : .none
    }
    guard let asked = try? Scope(parameter: text) else {
      throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
    }
    let known = asked.tokens.filter { scopes.contains($0) && client.scope.contains($0) }
    guard let scope = try? Scope(known), !scope.isEmpty || asked.isEmpty else {
      throw Refusal(.invalidScope, "scope has no token that this server knows and this client may ask for")
    }
    return scope
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
      guard offers(resource: text, to: client) else {
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
    return try AuthorizationDetails(types: requests.detailTypes).read(text, for: client)
  }

  /// Whether tokens for a resource can be issued to a client.
  func offers(resource: String, to client: RegisteredClient) -> Bool {
    requests.resources?.contains(resource) ?? true && client.settings.resources?.contains(resource) ?? true
  }

  /// The texts that a user reads about authorization details (RFC 9396 §2).
  func texts(of details: ApprovalDetails) -> [AuthorizationDetailText] {
    AuthorizationDetails(types: requests.detailTypes).texts(of: details.authorizationDetails)
  }
}
