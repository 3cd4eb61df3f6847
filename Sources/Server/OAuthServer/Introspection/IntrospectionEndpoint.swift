internal import HTTPTypes
internal import JOSE
internal import OAuthCore

/// The introspection endpoint (RFC 7662 §2), for resources that can't validate a token themselves.
/// Resources are clients too, and have to authenticate (§2.1, §4).
///
/// Only access tokens are ever active. Resources have no use for refresh tokens, and a resource
/// that ignores a token's kind would accept a refresh token as an access token. The
/// `token_type_hint` isn't needed, because every token is found by its hash.
struct IntrospectionEndpoint: ClientEndpoint {
  let core: ServerCore
  let authenticator: ClientAuthenticator
  let tokens: any TokenLookup
  let users: any UserDirectory
  private var clients: any ClientStore { authenticator.clients }

  /// The parameters that may not appear twice (RFC 6749 §3.2). Others are ignored.
  private static let knownParameters = ["token", "token_type_hint"] + ClientCredentials.parameters

  var description: EndpointDescription {
    EndpointDescription(
      name: "introspection", paths: [configuration.introspectionEndpoint.parts.path], methods: [.post],
      errors: .json(requests: "introspection requests", rule: "RFC 7662 section 2.1"), allowsOtherOrigins: false,
      events: [.requestRejection],
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Reports whether a token is active (RFC 7662)",
          body: .form(.clientCredentials + [.required("token"), .text("token_type_hint")]),
          answers: [
            200: [OpenAPIOperation.json, Self.mediaType], 400: [OpenAPIOperation.json], 401: [OpenAPIOperation.json],
            413: [OpenAPIOperation.json], 429: [OpenAPIOperation.json], 500: [OpenAPIOperation.json],
          ], security: ["client"])
      ])
  }

  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = ["introspection_endpoint": .string(configuration.introspectionEndpoint.text)]
    members["introspection_signing_alg_values_supported"] = configuration.signingKeys?.algorithmNames
    return members.merging(authenticator.metadata(of: "introspection", allowsPublic: false)) { $1 }
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await LookupFreshness.$mayBeBehind.withValue(true) { try await introspect(exchange) }
  }

  private func introspect(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringClient {
      let form = try exchange.clientForm(knownParameters: Self.knownParameters)
      let client = try await authenticator.client(exchange, form)
      guard client.kind != .public else {
        throw Refusal.invalidClient("public clients have no credentials, and cannot introspect tokens")
      }
      guard let token = form.value("token").map(Secret.init) else {
        throw Refusal(.invalidRequest, "token is missing")
      }
      let members = try await members(of: token, for: client) ?? ["active": false]
      let canSign = configuration.signingKey(for: nil, of: client) != nil
      guard client.settings.introspectionAlgorithm != nil || (canSign && Self.asksForJWT(exchange.request)) else {
        return .json(members)
      }
      return try signed(members, for: client)
    }
  }

  /// Returns the answer's members about a token, or `nil` if the token is inactive or another
  /// resource's (RFC 7662 §2.2, §4). In both cases the client learns nothing, not even whether the
  /// token exists.
  private func members(of token: Secret, for client: RegisteredClient) async throws -> [String: JSONValue]? {
    guard let record = try await tokens.token(SecretHash(ofToken: token)), record.kind == .access,
      record.clientID == client.id || client.mayBeShown(record), clock.now() < record.expires,
      let holder = record.clientID == client.id ? client : try await clients.client(record.clientID)
    else { return nil }
    var members = record.details.claimsAboutToken
    members["sub"] = .string(record.subject.rawValue)
    if !record.details.isForClient {
      guard let user = try await users.user(record.subject) else { return nil }
      members["sub"] = .string(try record.details.subject(record.subject, for: holder, named: configuration).rawValue)
      // `username` is a claim of `profile`, and would reveal the user behind a pairwise subject
      // (RFC 7662 §5, OpenID Connect Core §8.1).
      if (record.details.subjectType ?? holder.settings.subjectType) == .public,
        client.settings.mayIntrospectAll || record.scope.contains("profile")
      {
        members["username"] = .string(user.username)
      }
    }
    if members["aud"] == nil { members["aud"] = .string(configuration.tokenRules.defaultAudience ?? issuer.text) }
    let type: TokenType = if case .dpop = record.details.confirmation { .dpop } else { .bearer }
    members["active"] = true
    members["iss"] = .string(issuer.text)
    members["client_id"] = .string(record.clientID)
    members["token_type"] = .string(type.rawValue)
    members["exp"] = record.expires.numericDate
    if !record.scope.isEmpty { members["scope"] = .string(record.scope.parameter) }
    return members
  }

  /// Returns whether the request accepts a signed answer (RFC 9701 §4).
  private static func asksForJWT(_ request: HTTPRequest) -> Bool {
    request.headerFields[values: .accept].contains {
      // The field is nearly always shorter than the media type, and needn't be searched.
      $0.utf8.count >= mediaType.utf8.count && $0.lowercased().contains(mediaType)
    }
  }

  private static let mediaType = "application/token-introspection+jwt"

  /// Signs the answer, so that the resource can keep it as evidence (RFC 9701 §5).
  private func signed(_ members: [String: JSONValue], for client: RegisteredClient) throws -> HTTPAnswer {
    let key = try signingKey(for: client.settings.introspectionAlgorithm, of: client)
    let claims: [String: JSONValue] = [
      "iss": .string(issuer.text), "aud": .string(client.id), "iat": clock.now().numericDate,
      "token_introspection": .object(members),
    ]
    return .signed(try key.sign(claims, type: "token-introspection+jwt"), mediaType: Self.mediaType)
  }
}
