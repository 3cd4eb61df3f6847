internal import OAuthCore

/// The access that a request asks for. The same rules apply at the authorization, token and device
/// authorization endpoints.
extension AuthorizationServerConfiguration {
  /// Reads the `scope` parameter (RFC 6749 §3.3, RFC 8628 §3.1). Without the parameter the scope is
  /// the server's default scope, if the client may request it.
  ///
  /// Scope tokens that the server doesn't know, or that the client may not request, are left out
  /// (OpenID Connect Core §3.1.2.1, RFC 6749 §3.3). The response's `scope` names the remaining
  /// tokens.
  /// - Throws: `invalid_scope` if the parameter is malformed, or if no token remains.
  func scope(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Scope {
    guard let text = parameters.value("scope") else {
      return defaultScope.isSubset(of: client.scope) ? defaultScope : .none
    }
    guard let requestedScope = try? Scope(parameter: text) else {
      throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
    }
    let knownTokens = requestedScope.tokens.filter { scopes.contains($0) && client.scope.contains($0) }
    guard let scope = try? Scope(knownTokens), !scope.isEmpty || requestedScope.isEmpty else {
      throw Refusal(.invalidScope, "scope has no token that this server knows and this client may ask for")
    }
    return scope
  }

  /// The maximum number of resources in one request.
  private static var maximumResources: Int { 20 }

  /// Reads the resources that tokens are requested for (RFC 8707 §2), without duplicates and in the
  /// configured spelling.
  /// - Throws: `invalid_target` if a resource isn't an absolute URI, isn't offered to the client,
  ///   or if there are too many.
  func resources(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> [String] {
    var resources: [String] = []
    for text in parameters.all("resource") where !text.isEmpty {
      guard ParsedURI.isResource(text) else {
        throw Refusal(.invalidTarget, "resource is not an absolute URI without a fragment")
      }
      guard let name = offered(resource: text, to: client) else {
        throw Refusal(.invalidTarget, "this client cannot get tokens for the resource")
      }
      if ParsedURI.resource(name, in: resources) == nil { resources.append(name) }
    }
    guard resources.count <= Self.maximumResources else {
      throw Refusal(.invalidTarget, "there are more than \(Self.maximumResources) resources")
    }
    return resources
  }

  /// Reads the `authorization_details` parameter (RFC 9396 §2).
  /// - Throws: `invalid_authorization_details` if an element is malformed or not allowed for the
  ///   client.
  func authorizationDetails(_ parameters: FormParameters, _ client: RegisteredClient) throws(Refusal) -> [JSONValue] {
    guard let text = parameters.value("authorization_details") else { return [] }
    return try AuthorizationDetails(types: requests.detailTypes).read(text, for: client)
  }

  /// Returns the configured spelling of a resource that tokens can be issued for to a client; `nil` for
  /// any other resource.
  func offered(resource: String, to client: RegisteredClient) -> String? {
    var name = resource
    for spellings in [client.settings.resources, requests.resources] {
      guard let spellings else { continue }
      guard let spelling = ParsedURI.resource(name, in: spellings) else { return nil }
      name = spelling
    }
    return name
  }

  /// Returns the texts that a user reads about authorization details (RFC 9396 §2).
  func texts(of details: ApprovalDetails) -> [AuthorizationDetailText] {
    AuthorizationDetails(types: requests.detailTypes).texts(of: details.authorizationDetails)
  }
}
