internal import HTTPTypes
internal import JOSE
internal import OAuthCore
internal import OAuthServer

extension GoogleLookAlike {
  /// Answers the token endpoint.
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    do {
      return .reply(.object(try await tokens(request, body)))
    } catch {
      return (error as? GoogleRefusal ?? .serverError).answer
    }
  }

  private func tokens(_ request: HTTPRequest, _ body: [UInt8]) async throws -> [String: JSONValue] {
    let form = (try? FormParameters(decoding: body)) ?? FormParameters()
    let client = try authenticated(request, form)
    switch form.first("grant_type") {
    case "authorization_code": return try await redeemCode(form, client)
    case "refresh_token": return try await refresh(form, client)
    case GrantType.deviceCode.rawValue: return try await redeemDeviceCode(form, client)
    default: throw GoogleRefusal.unsupportedGrantType
    }
  }

  /// Returns the request's client.
  ///
  /// A desktop client must send its secret, even with PKCE. An iOS client has none.
  private func authenticated(_ request: HTTPRequest, _ form: FormParameters) throws(GoogleRefusal) -> LookAlikeClient {
    let basic = BasicCredentials(request)
    guard let client = (basic?.id ?? form.first("client_id")).flatMap({ server.clients[$0] }) else {
      throw .unknownClient
    }
    switch (basic?.secret ?? form.first("client_secret").map(Secret.init), client.secret) {
    case (nil, nil): return client
    case (nil, .some): throw .noSecret
    case (let sentSecret, let secret):
      guard sentSecret == secret else { throw .wrongSecret }
      return client
    }
  }

  private func redeemCode(_ form: FormParameters, _ client: LookAlikeClient) async throws -> [String: JSONValue] {
    guard let code = form.first("code"),
      let record = try await server.database.authorizationCode(SecretHash(ofToken: Secret(code))),
      record.clientID == client.id
    else { throw GoogleRefusal.badCode }
    guard form.first("redirect_uri") == record.redirectURI else { throw GoogleRefusal.redirectURIMismatch }
    switch await server.post(form, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members):
      return try shaped(members, client, withRefreshToken: consents.allowsRefreshing(code))
    case .refused: throw GoogleRefusal.badCode
    }
  }

  /// Redeems a refresh token. The answer has no refresh token, because the old one stays valid.
  private func refresh(_ form: FormParameters, _ client: LookAlikeClient) async throws -> [String: JSONValue] {
    let token = form.first("refresh_token") ?? ""
    guard token.hasPrefix(Self.refreshPrefix) else { throw GoogleRefusal.badRefreshToken }
    let serverForm = form.setting("refresh_token", String(token.dropFirst(Self.refreshPrefix.count))).without("scope")
    switch await server.post(serverForm, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members): return try shaped(members, client, withRefreshToken: false)
    case .refused: throw GoogleRefusal.badRefreshToken
    }
  }

  private func redeemDeviceCode(_ form: FormParameters, _ client: LookAlikeClient) async throws -> [String: JSONValue] {
    guard client.kind == .googleDevice else { throw GoogleRefusal.otherKindOfClient }
    switch await server.post(form, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members): return try shaped(members, client, withRefreshToken: true)
    case .refused(let error): throw GoogleRefusal.device(error)
    }
  }

  private func shaped(
    _ members: [String: JSONValue], _ client: LookAlikeClient, withRefreshToken: Bool
  ) throws -> [String: JSONValue] {
    let scope = try Scope(parameter: members["scope"]?.string ?? "")
    var answerMembers: [String: JSONValue] = [
      "access_token": .string(Self.accessPrefix + (members["access_token"]?.string ?? "")), "token_type": "Bearer",
      "scope": .string(scope.tokens.map { GoogleScope(rawValue: $0)?.address ?? $0 }.joined(separator: " ")),
    ]
    answerMembers["expires_in"] = client.tokenRules(server.quirks).access.map { .integer($0.components.seconds) }
    if withRefreshToken, let refresh = members["refresh_token"]?.string {
      answerMembers["refresh_token"] = .string(Self.refreshPrefix + refresh)
    }
    if let idToken = members["id_token"]?.string {
      answerMembers["id_token"] = try .string(
        self.idToken(idToken, scope, client, accessToken: answerMembers["access_token"]))
    }
    return answerMembers
  }

  /// Returns the inner server's ID token with the claims that only Google's have, signed again.
  private func idToken(
    _ text: String, _ scope: Scope, _ client: LookAlikeClient, accessToken: JSONValue?
  ) throws -> String {
    var claims = try JSONValue(bytes: JSONWebSignature(compact: text).unverifiedPayload).object ?? [:]
    claims["azp"] = .string(client.id)
    claims["at_hash"] = key.algorithm.leftHalfOfHash(of: Secret(accessToken?.string ?? "")).map { .string($0) }
    claims.merge(personalClaims(scope)) { $1 }
    if server.quirks.contains(.issuerWithoutScheme) {
      claims["iss"] = .string(String(server.inner.issuer.text.split(separator: "/").last ?? ""))
    }
    return try key.sign(claims, type: "JWT").reveal()
  }

  /// Returns the claims about the user that the scope allows.
  func personalClaims(_ scope: Scope) -> [String: JSONValue] {
    var claims: [String: JSONValue] = ["sub": .string(server.user.id)]
    if GoogleScope.profile.isGranted(by: scope) {
      claims["name"] = server.user.name.map { .string($0) }
      claims["picture"] = picture
    }
    if GoogleScope.email.isGranted(by: scope) {
      claims["email"] = .string(server.user.email)
      claims["email_verified"] = true
    }
    return claims
  }
}
