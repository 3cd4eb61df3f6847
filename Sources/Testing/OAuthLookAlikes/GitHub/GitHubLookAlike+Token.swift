internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GitHubLookAlike {
  /// Answers the token endpoint.
  ///
  /// The status is always 200. The body is a form, or JSON if `Accept` asks for it.
  func answerToken(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    do {
      return answer(try await tokens(request, body), to: request)
    } catch let refusal as SlowedDown {
      return answer(GitHubRefusal.slowDown.members(["interval": .integer(refusal.interval)]), to: request)
    } catch {
      return answer((error as? GitHubRefusal ?? .serverError).members(), to: request)
    }
  }

  /// Answers the device authorization endpoint (RFC 8628 §3.1).
  func answerDeviceCode(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    guard let form = try? FormParameters(decoding: body),
      let client = form.first("client_id").flatMap({ server.clients[$0] })
    else { return answer(GitHubRefusal.incorrectClientCredentials.members(), to: request) }
    guard !server.quirks.contains(.deviceGrantDisabled) else {
      return answer(GitHubRefusal.deviceFlowDisabled.members(), to: request)
    }
    let serverForm = FormParameters().setting("scope", scope(form, client))
    let endpoint = server.inner.configuration.deviceAuthorizationEndpoint
    guard case .given(var members) = await server.post(serverForm, of: client, to: endpoint) else {
      return answer(GitHubRefusal.serverError.members(), to: request)
    }
    members["verification_uri"] = .string(server.address.text(Origin.web, "/login/device"))
    members["verification_uri_complete"] = nil
    return answer(members, to: request)
  }

  private struct SlowedDown: Error {
    let interval: Int64
  }

  private func tokens(_ request: HTTPRequest, _ body: [UInt8]) async throws -> [String: JSONValue] {
    let form = (try? FormParameters(decoding: body)) ?? FormParameters()
    let basic = BasicCredentials(request)
    guard let client = (basic?.id ?? form.first("client_id")).flatMap({ server.clients[$0] }) else {
      throw GitHubRefusal.incorrectClientCredentials
    }
    let secret = basic?.secret ?? form.first("client_secret").map(Secret.init)
    guard secret == nil || secret == client.secret else { throw GitHubRefusal.incorrectClientCredentials }
    // GitHub's documentation mentions no grant_type for codes.
    switch form.first("grant_type") ?? "authorization_code" {
    case "authorization_code":
      try check(secret)
      return try await redeemCode(form, client)
    case "refresh_token":
      return try await refresh(form, client, secret)
    case GrantType.deviceCode.rawValue:
      return try await redeemDeviceCode(form, client)
    default:
      throw GitHubRefusal.unsupportedGrantType
    }
  }

  private func check(_ secret: Secret?) throws(GitHubRefusal) {
    guard secret != nil || !server.quirks.contains(.secretWanted) else { throw .incorrectClientCredentials }
  }

  private func redeemCode(_ form: FormParameters, _ client: LookAlikeClient) async throws -> [String: JSONValue] {
    guard let code = form.first("code"),
      let record = try await server.database.authorizationCode(SecretHash(ofToken: Secret(code))),
      record.clientID == client.id
    else { throw GitHubRefusal.badVerificationCode }
    let redirectURI = form.first("redirect_uri") ?? record.redirectURI
    guard redirectURI == record.redirectURI else { throw GitHubRefusal.redirectURIMismatch }
    let serverForm = form.setting("grant_type", "authorization_code").setting("redirect_uri", redirectURI)
    switch await server.post(serverForm, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members): return shaped(members, client)
    case .refused: throw GitHubRefusal.badVerificationCode
    }
  }

  private func refresh(
    _ form: FormParameters, _ client: LookAlikeClient, _ secret: Secret?
  ) async throws -> [String: JSONValue] {
    let token = form.first("refresh_token") ?? ""
    guard token.hasPrefix(Self.refreshPrefix) else { throw GitHubRefusal.badRefreshToken }
    let serverToken = String(token.dropFirst(Self.refreshPrefix.count))
    guard let record = try await server.database.token(SecretHash(ofToken: Secret(serverToken))) else {
      throw GitHubRefusal.badRefreshToken
    }
    if !devices.contains(record.grant) { try check(secret) }
    let serverForm = form.setting("refresh_token", serverToken).without("scope")
    switch await server.post(serverForm, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members): return shaped(members, client)
    case .refused: throw GitHubRefusal.badRefreshToken
    }
  }

  private func redeemDeviceCode(_ form: FormParameters, _ client: LookAlikeClient) async throws -> [String: JSONValue] {
    guard !server.quirks.contains(.deviceGrantDisabled) else { throw GitHubRefusal.deviceFlowDisabled }
    switch await server.post(form, of: client, to: server.inner.configuration.tokenEndpoint) {
    case .given(let members):
      if let token = members["access_token"]?.string,
        let record = try await server.database.token(SecretHash(ofToken: Secret(token)))
      {
        devices.insert(record.grant)
      }
      return shaped(members, client)
    case .refused(.slowDown):
      throw SlowedDown(interval: devices.slowedDown(form.first("device_code") ?? ""))
    case .refused(let error):
      throw GitHubRefusal(rawValue: error.rawValue) ?? .incorrectDeviceCode
    }
  }

  /// Returns a token answer as GitHub writes it: a prefix for each kind of token, commas between
  /// scopes, and lifetimes only for tokens that expire.
  private func shaped(_ members: [String: JSONValue], _ client: LookAlikeClient) -> [String: JSONValue] {
    let rules = client.tokenRules(server.quirks)
    let prefix = client.kind == .gitHubApp ? "ghu_" : "gho_"
    var answerMembers: [String: JSONValue] = [
      "access_token": .string(prefix + (members["access_token"]?.string ?? "")), "token_type": "bearer",
      "scope": .string((members["scope"]?.string ?? "").replacing(" ", with: ",")),
    ]
    answerMembers["expires_in"] = number(rules.access)
    if let refresh = members["refresh_token"]?.string {
      answerMembers["refresh_token"] = .string(Self.refreshPrefix + refresh)
      answerMembers["refresh_token_expires_in"] = number(rules.refresh)
    }
    return answerMembers
  }

  private func number(_ life: Duration?) -> JSONValue? {
    life.map { life in
      let seconds = life.components.seconds
      return server.quirks.contains(.numbersAsText) ? .string(String(seconds)) : .integer(seconds)
    }
  }

  private func answer(_ members: [String: JSONValue], to request: HTTPRequest) -> HTTPAnswer {
    guard (request.headerFields[.accept] ?? "").lowercased().contains("application/json") else {
      return .form(members: members)
    }
    return .reply(.object(members))
  }
}

extension HTTPAnswer {
  /// Returns an answer whose body is these members as a form, sorted by name.
  fileprivate static func form(members: [String: JSONValue]) -> HTTPAnswer {
    var form = FormParameters()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text): form.append(name, text)
      case .integer(let number): form.append(name, String(number))
      default: continue
      }
    }
    return .form(form)
  }
}
