internal import OAuthCore
internal import OAuthServer

/// Why a client can't be added, though each of its members could be.
enum ClientDescriptionError: Error, Hashable {
  /// Another client has this identifier.
  case idIsTaken(String)
  /// It has the authorization code grant, and no address to send codes to.
  case noRedirectURI
  /// It has addresses to send codes to, and not the grant.
  case noCodeGrant
  /// It may refresh, and no grant of its gives refresh tokens.
  case nothingToRefresh
  /// It may ask tokens for something that no request can name. Stores go on reading such clients: they may be older than this rule.
  case unfitResource
  /// A public client has a grant that needs proof of who it is.
  case notForPublicClients(GrantType)

  /// What every client that is added here must hold to.
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
    guard client.settings.resources?.allSatisfy(ParsedURI.isResource) ?? true else { throw .unfitResource }
    guard client.kind == .public else { return }
    for grant in [GrantType.clientCredentials, .tokenExchange, .jwtBearer] where client.grants.contains(grant) {
      throw .notForPublicClients(grant)
    }
  }
}

extension ClientDescriptionError: ExplainedError {
  var code: String {
    switch self {
    case .idIsTaken: "client_id_taken"
    case .noRedirectURI: "client_without_redirect_uri"
    case .noCodeGrant: "client_without_code_grant"
    case .nothingToRefresh: "client_without_refreshable_grant"
    case .unfitResource: "client_with_unfit_resource"
    case .notForPublicClients: "grant_not_for_public_clients"
    }
  }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .idIsTaken(let id): "There is a client \(UntrustedText(id)) already."
    case .noRedirectURI: "A client with the authorization code grant needs an address that codes are sent to."
    case .noCodeGrant: "Redirect URIs are for the authorization code grant, which this client doesn't have."
    case .nothingToRefresh: "The client may refresh, and has no grant that gives refresh tokens."
    case .unfitResource: "Of its resources, one is not an absolute URI without a fragment (RFC 8707 §2)."
    case .notForPublicClients(let grant): "The grant \(grant.shortName) is not for clients that prove nothing."
    }
  }

  var remedy: String {
    switch self {
    case .idIsTaken: "Choose another --id, or remove that one first."
    case .noRedirectURI: "Give --redirect-uri, or the grants that it has with --grant."
    case .noCodeGrant: "Leave them out, or add --grant authorization_code."
    case .nothingToRefresh: "Add --grant authorization_code or device_code, or leave refresh_token out."
    case .unfitResource: "Give the address of what tokens are for, such as https://api.example."
    case .notForPublicClients: "Give it --auth client_secret_basic or private_key_jwt."
    }
  }
}
