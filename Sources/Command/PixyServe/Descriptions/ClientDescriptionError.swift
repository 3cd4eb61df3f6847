internal import OAuthCore
internal import OAuthServer

/// The reason why a client with valid members is rejected as a whole.
enum ClientDescriptionError: Error, Hashable {
  /// Another client has this `client_id`.
  case idIsTaken(String)
  /// The client has the authorization code grant and no redirect URI.
  case noRedirectURI
  /// A redirect URI in the member with this name has a `*`.
  case wildcard(member: String)
  /// The client has redirect URIs without the authorization code grant.
  case noCodeGrant
  /// The client has the refresh token grant without a grant that issues refresh tokens.
  case nothingToRefresh
  /// The client has a resource that no request can name, in the member with this name. Stores still
  /// read such clients, which may be older than this rule.
  case invalidResource(member: String)
  /// A public client has a grant that requires client authentication.
  case notForPublicClients(GrantType)

  /// Rejects `*` in redirect URIs. The server compares them exactly, so it would be no wildcard.
  static func checkWildcards(_ members: [String: JSONValue]) throws(ClientDescriptionError) {
    for name in ["redirect_uris", "post_logout_redirect_uris"] {
      guard members[name]?.strings?.contains(where: { $0.contains("*") }) != true else { throw .wildcard(member: name) }
    }
  }

  /// Checks the rules for every client that a command or a configuration file adds.
  static func check(_ client: RegisteredClient) throws(ClientDescriptionError) {
    if client.grants.contains(.authorizationCode) {
      guard !client.redirectURIs.isEmpty else { throw .noRedirectURI }
    } else if !client.redirectURIs.isEmpty {
      throw .noCodeGrant
    }
    guard
      !client.grants.contains(.refreshToken) || client.grants.contains(.authorizationCode)
        || client.grants.contains(.deviceCode)
    else { throw .nothingToRefresh }
    for (member, resources) in [
      ("resources", client.settings.resources ?? []), ("protected_resources", client.settings.protectedResources),
      ("exchange_targets", client.settings.exchangeTargets),
    ] where !resources.allSatisfy(ParsedURI.isResource) { throw .invalidResource(member: member) }
    guard client.kind == .public else { return }
    for grant in [GrantType.clientCredentials, .tokenExchange, .jwtBearer] where client.grants.contains(grant) {
      throw .notForPublicClients(grant)
    }
  }
}

extension ClientDescriptionError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .idIsTaken(let id):
      row(
        "client_id_taken", "A client \(UntrustedText(id)) already exists.",
        remedy: "Choose another --id, or remove that client first.")
    case .noRedirectURI:
      row(
        "client_without_redirect_uri", "A client with the authorization code grant needs a redirect URI.",
        remedy: "Give --redirect-uri, or name the client's grants with --grant.")
    case .wildcard(let member):
      row(
        "client_with_wildcard",
        """
        One of the client's \(member) contains *, which is no wildcard: the server compares redirect URIs character by \
        character (RFC 9700 §4.1.3).
        """,
        remedy: "Give each URI in full. http://127.0.0.1/path accepts any port.")
    case .noCodeGrant:
      row(
        "client_without_code_grant", "Redirect URIs need the authorization code grant, which this client doesn't have.",
        remedy: "Remove the redirect URIs, or add --grant authorization_code.")
    case .nothingToRefresh:
      row(
        "client_without_refreshable_grant",
        "The client has the refresh token grant, but no grant that issues refresh tokens.",
        remedy: "Add --grant authorization_code or device_code, or remove refresh_token.")
    case .invalidResource(let member):
      row(
        "client_with_unfit_resource",
        "One of the client's \(member) is not an absolute URI without a fragment (RFC 8707 §2).",
        remedy: "Give the URI of the resource server, such as https://api.example.")
    case .notForPublicClients(let grant):
      row(
        "grant_not_for_public_clients", "The grant \(grant.shortName) requires a client that authenticates.",
        remedy: "Add --auth client_secret_basic or private_key_jwt.")
    }
  }
}
