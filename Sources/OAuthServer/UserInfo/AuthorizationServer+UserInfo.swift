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
      var claims = user.claims(
        named: record.scope.tokens.flatMap(User.claimNames) + record.details.claimNames(in: .userInfo))
      guard let client = try await clients.client(record.clientID) else {
        throw ResourceRefusal.invalidToken("the access token is of a client that is not here any more")
      }
      claims["sub"] = .string(try configuration.subject(user.subject, for: client).rawValue)
      return try answer(claims, for: client)
    } catch let error as ResourceRefusal {
      return answer(error)
    }
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
