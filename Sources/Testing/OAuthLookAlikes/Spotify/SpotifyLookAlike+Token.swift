internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension SpotifyLookAlike {
  /// An error answer of Spotify's token endpoint.
  private struct Refusal: Error {
    let error: String
    let description: String
    var status: HTTPResponse.Status = .badRequest

    static let invalidClient = Refusal(error: "invalid_client", description: "Invalid client")
    static let badCode = Refusal(error: "invalid_grant", description: "Invalid authorization code")
    static let otherRedirectURI = Refusal(error: "invalid_grant", description: "Invalid redirect URI")
    static let badRefreshToken = Refusal(error: "invalid_grant", description: "Invalid refresh token")
    static let endedRefreshToken = Refusal(error: "invalid_grant", description: "Refresh token revoked")
    static let unsupportedGrantType = Refusal(
      error: "unsupported_grant_type", description: "The grant_type is unknown.")
    static let serverError = Refusal(
      error: "server_error", description: "The server failed. Try again later.", status: .internalServerError)
  }

  /// Answers the token endpoint.
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    do {
      return .reply(.object(try await tokens(request, body)))
    } catch {
      let refusal = error as? Refusal ?? .serverError
      return .reply(
        ["error": .string(refusal.error), "error_description": .string(refusal.description)], status: refusal.status)
    }
  }

  private func tokens(_ request: HTTPRequest, _ body: [UInt8]) async throws -> [String: JSONValue] {
    let form = (try? FormParameters(decoding: body)) ?? FormParameters()
    let basic = BasicCredentials(request)
    guard let client = (basic?.id ?? form.first("client_id")).flatMap({ server.clients[$0] }),
      basic == nil || basic?.secret == client.secret
    else { throw Refusal.invalidClient }
    switch form.first("grant_type") {
    case "authorization_code": return try await redeemCode(form, client, hasSecret: basic != nil)
    case "refresh_token": return try await refresh(form, client, hasSecret: basic != nil)
    default: throw Refusal.unsupportedGrantType
    }
  }

  /// Redeems an authorization code.
  ///
  /// The client authenticates with its secret in the `Authorization` header, or uses PKCE.
  private func redeemCode(
    _ form: FormParameters, _ client: LookAlikeClient, hasSecret: Bool
  ) async throws -> [String: JSONValue] {
    guard let code = form.first("code"),
      let record = try await server.database.authorizationCode(SecretHash(ofToken: Secret(code))),
      record.clientID == client.id
    else { throw Refusal.badCode }
    guard hasSecret || record.challenge != nil else { throw Refusal.invalidClient }
    guard form.first("redirect_uri") == record.redirectURI else { throw Refusal.otherRedirectURI }
    switch await server.post(form, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members):
      if record.challenge != nil { provedByKey.insert(record.grant) }
      return shaped(members, client, withRefreshToken: true)
    case .refused: throw Refusal.badCode
    }
  }

  private func refresh(
    _ form: FormParameters, _ client: LookAlikeClient, hasSecret: Bool
  ) async throws -> [String: JSONValue] {
    let token = form.first("refresh_token") ?? ""
    guard let record = try await server.database.token(SecretHash(ofToken: Secret(token))), record.clientID == client.id
    else {
      throw Refusal.badRefreshToken
    }
    guard hasSecret || provedByKey.contains(record.grant) else { throw Refusal.invalidClient }
    switch await server.post(form.without("scope"), of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members):
      return shaped(members, client, withRefreshToken: !server.quirks.contains(.refreshTokenStays))
    case .refused:
      throw server.clock.now() < record.expires ? Refusal.badRefreshToken : .endedRefreshToken
    }
  }

  private func shaped(
    _ members: [String: JSONValue], _ client: LookAlikeClient, withRefreshToken: Bool
  ) -> [String: JSONValue] {
    var newMembers = members
    newMembers["scope"] = .string(members["scope"]?.string ?? "")
    newMembers["expires_in"] = client.tokenRules(server.quirks).access.map { .integer($0.components.seconds) }
    if !withRefreshToken { newMembers["refresh_token"] = nil }
    return newMembers
  }
}
