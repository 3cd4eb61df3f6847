internal import DPoPVerification
internal import HTTPTypes
internal import JOSE
internal import OAuthCore

/// The UserInfo endpoint (OpenID Connect Core §5.3): the claims that the user allowed the client to
/// read.
///
/// The access token is in the `Authorization` field, or in the form of a POST (RFC 6750 §2.1,
/// §2.2).
struct UserInfoEndpoint: HTTPEndpoint, ServerPart {
  let core: ServerCore
  let tokens: any TokenLookup
  let users: any UserDirectory
  let clients: any ClientStore
  /// Checks DPoP proofs; `nil` if the server accepts none.
  let dpop: DPoPProofChecker?
  /// The proofs that were used.
  let usedTokenIDs: any UsedTokenIDOperations
  let encryption: ClientEncryption

  var description: EndpointDescription {
    let answers = [
      200: [OpenAPIOperation.json, "application/jwt"], 400: [OpenAPIOperation.json], 401: [OpenAPIOperation.json],
      500: [OpenAPIOperation.json],
    ]
    let summary = "Returns claims about the user (OpenID Connect Core)"
    return EndpointDescription(
      name: "userInfo", paths: [configuration.userInfoEndpoint.parts.path], methods: [.get, .head, .post],
      errors: .text, allowsOtherOrigins: true,
      events: [],
      operations: [
        OpenAPIOperation(method: "get", summary: summary, headers: [.proof], answers: answers, security: ["token"]),
        OpenAPIOperation(
          method: "post", summary: summary, headers: [.proof], body: .form([.text("access_token")]),
          answers: answers.merging([413: [OpenAPIOperation.text]]) { $1 }, security: ["token"]),
      ])
  }

  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = ["userinfo_endpoint": .string(configuration.userInfoEndpoint.text)]
    guard let keys = configuration.signingKeys else { return members }
    members["userinfo_signing_alg_values_supported"] = keys.algorithmNames
    members.merge(ResponseEncryption.metadata(of: "userinfo")) { $1 }
    return members
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await LookupFreshness.$mayBeBehind.withValue(true) { try await claims(exchange) }
  }

  private func claims(_ exchange: Exchange) async throws -> HTTPAnswer {
    do {
      let record = try await presentedToken(exchange)
      guard !record.details.isForClient, let user = try await users.user(record.subject) else {
        throw ResourceRefusal.invalidToken("the access token has no user, or its user was deleted")
      }
      // A resource must not learn the user's claims with a token that was sent to it (RFC 9700
      // §2.3).
      let resources = record.details.resources
      guard resources.isEmpty || resources.contains(where: namesThisServer) else {
        throw ResourceRefusal.invalidToken("the access token is for another resource than this server")
      }
      guard let client = try await clients.client(record.clientID) else {
        throw ResourceRefusal.invalidToken("the client of the access token was removed")
      }
      // A refresh may have narrowed the token to less than a sign-in. The requested claims belong
      // to the sign-in (OpenID Connect Core §5.5).
      let requestedClaims =
        record.scope.contains("openid") ? record.details.claimNames(in: .userInfo, for: client, configuration) : []
      var claims = user.claims(named: record.scope.tokens.flatMap(User.claimNames) + requestedClaims)
      claims["sub"] = .string(try record.details.subject(user.subject, for: client, named: configuration).rawValue)
      return try await answer(with: claims, for: client)
    } catch let error as ResourceRefusal {
      return answer(refusing: error)
    }
  }

  /// Returns whether a resource indicator names this server.
  private func namesThisServer(_ resource: String) -> Bool {
    let names = [issuer.text, configuration.userInfoEndpoint.text, configuration.tokenRules.defaultAudience]
    return ParsedURI.resource(resource, in: names.compactMap(\.self)) != nil
  }

  /// Returns plain claims, or signed ones if the client is registered for that. Signed claims name
  /// their issuer and audience (OpenID Connect Core §5.3.2). Both can be encrypted.
  private func answer(with claims: [String: JSONValue], for client: RegisteredClient) async throws -> HTTPAnswer {
    var content = Secret(String(decoding: JSONValue.object(claims).bytes(), as: UTF8.self))
    if let algorithm = client.settings.userInfoAlgorithm {
      let key = try signingKey(for: algorithm, of: client)
      var claims = claims
      claims["iss"] = .string(issuer.text)
      claims["aud"] = .string(client.id)
      content = try key.sign(claims, type: "JWT")
    } else if client.settings.userInfoEncryption == nil {
      return .json(claims)
    }
    if let registeredEncryption = client.settings.userInfoEncryption {
      let isJWT = client.settings.userInfoAlgorithm != nil
      content = try await encryption.encrypt(content, for: client, registeredEncryption, isJWT: isJWT)
    }
    return .signed(content, mediaType: "application/jwt")
  }
}
