internal import HTTPTypes
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// The UserInfo endpoint (OpenID Connect Core §5.3): what the person allowed the client to know about them.
  ///
  /// The token is taken from the `Authorization` field, or from the form of a POST (RFC 6750 §2.1, §2.2).
  func answerUserInfo(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    do {
      let record = try await presentedToken(request, body)
      guard !record.details.isForClientItself, let user = try await users.user(record.subject) else {
        throw ResourceRefusal.invalidToken("the access token is for no person, or for one who is not here any more")
      }
      // RFC 9700 §2.3: a resource that was shown a token of its own must not learn with it who somebody is.
      let resources = record.details.resources
      guard resources.isEmpty || resources.contains(where: isOwnName) else {
        throw ResourceRefusal.invalidToken("the access token is for another resource than this server")
      }
      guard let client = try await clients.client(record.clientID) else {
        throw ResourceRefusal.invalidToken("the access token is of a client that is not here any more")
      }
      // A refresh can narrow a token to less than a sign-in, which is what claims were asked for with (OpenID Connect Core §5.5).
      let asked =
        record.scope.contains("openid") ? record.details.claimNames(in: .userInfo, for: client, configuration) : []
      var claims = user.claims(named: record.scope.tokens.flatMap(User.claimNames) + asked)
      claims["sub"] = .string(try configuration.subject(user.subject, for: client).rawValue)
      return try answer(claims, for: client)
    } catch let error as ResourceRefusal {
      return answer(error)
    }
  }

  /// What clients call this server by when they say whom a token is for.
  private func isOwnName(_ resource: String) -> Bool {
    [issuer.text, configuration.userInfoEndpoint.text, configuration.tokenRules.defaultAudience].contains(resource)
  }

  /// Plain, or signed if the client is registered for that: then it says by whom and for whom it is (OpenID Connect Core §5.3.2).
  private func answer(_ claims: [String: JSONValue], for client: RegisteredClient) throws -> HTTPAnswer {
    guard let algorithm = client.settings.userInfoAlgorithm else { return .json(claims) }
    let key = try signingKey(for: algorithm, of: client)
    var claims = claims
    claims["iss"] = .string(issuer.text)
    claims["aud"] = .string(client.id)
    return .signed(try key.sign(claims, type: "JWT"), mediaType: "application/jwt")
  }
}
