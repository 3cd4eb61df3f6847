internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

extension GitHubLookAlike {
  /// Answers requests to GitHub's REST API.
  ///
  /// A request without `User-Agent` is rejected before anything else is read.
  func answerAPI(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    guard request.headerFields[.userAgent]?.isEmpty == false else {
      return .replyText("The request has no User-Agent header. Send one with your program's name.", status: .forbidden)
    }
    let path = request.pathAlone
    switch (request.method, path) {
    case (.get, "/user"): return await withToken(request) { .reply(.object(user), fields: scopes($0)) }
    case (.get, "/user/emails"): return await withToken(request, emails)
    case (.post, "/credentials/revoke"): return await revokeCredentials(body)
    case (.delete, _) where path.hasPrefix("/applications/"): return await deleteToken(request, path, body)
    default: return Self.error("Not Found", .notFound)
    }
  }

  private var user: [String: JSONValue] {
    let user = server.user
    return [
      "login": .string(user.username), "id": Int64(user.id).map { .integer($0) } ?? .string(user.id),
      "type": "User", "name": user.name.map { .string($0) } ?? .null,
      "avatar_url": user.hasPicture ? .string(server.address.text(Origin.pictures, "/u/\(user.id)")) : .null,
      "html_url": .string(server.address.text(Origin.web, "/" + user.username)),
      // GitHub shows it here only if the user made it public.
      "email": .null,
    ]
  }

  private func emails(_ token: IssuedToken) -> HTTPAnswer {
    guard token.scope.contains("user:email") || token.scope.contains("user") else {
      return Self.error("Not Found", .notFound)
    }
    return .reply([
      ["email": .string(server.user.email), "primary": true, "verified": true, "visibility": "private"]
    ])
  }

  private func scopes(_ token: IssuedToken) -> HTTPFields {
    guard let name = HTTPField.Name("X-OAuth-Scopes") else { return [:] }
    return [name: token.scope.tokens.joined(separator: ", ")]
  }

  private func withToken(_ request: HTTPRequest, _ answer: (IssuedToken) -> HTTPAnswer) async -> HTTPAnswer {
    let parts = (request.headerFields[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()) else {
      return Self.error("Requires authentication", .unauthorized)
    }
    guard case .good(let token) = await state(String(parts[1])) else {
      return Self.error("Bad credentials", .unauthorized)
    }
    return answer(token)
  }

  private func state(_ token: String) async -> AccessTokenState {
    guard let prefix = Self.accessPrefixes.first(where: token.hasPrefix) else { return .unknown }
    return await server.token(token.dropFirst(prefix.count))
  }

  /// Deletes one token, or every token that the user granted to the client.
  ///
  /// The status is 204, or 404 if the token is no longer valid.
  private func deleteToken(_ request: HTTPRequest, _ path: String, _ body: [UInt8]) async -> HTTPAnswer {
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[2] == "token" || parts[2] == "grant", let client = server.clients[String(parts[1])]
    else {
      return Self.error("Not Found", .notFound)
    }
    guard let basic = BasicCredentials(request), basic.id == client.id, basic.secret == client.secret else {
      return Self.error("Bad credentials", .unauthorized)
    }
    guard let text = (try? JSONValue(bytes: body))?.object?["access_token"]?.string,
      case .good(let token) = await state(text), token.clientID == client.id
    else { return Self.error("Not Found", .notFound) }
    do {
      if parts[2] == "grant" {
        try await server.database.endAll(of: client.id)
      } else {
        try await server.database.revokeAccessToken(token.hash)
      }
      return HTTPAnswer(HTTPResponse(status: .noContent))
    } catch {
      return Self.error("Server Error", .internalServerError)
    }
  }

  /// Revokes leaked tokens. GitHub requires no authentication for that.
  private func revokeCredentials(_ body: [UInt8]) async -> HTTPAnswer {
    guard let tokens = (try? JSONValue(bytes: body))?.object?["credentials"]?.strings, !tokens.isEmpty else {
      return Self.error("Invalid request", .unprocessableContent)
    }
    for text in tokens {
      if case .good(let token) = await state(text) { try? await server.database.revokeAccessToken(token.hash) }
    }
    return .reply([:], status: .accepted)
  }

  private static func error(_ message: String, _ status: HTTPResponse.Status) -> HTTPAnswer {
    .reply(
      [
        "message": .string(message), "documentation_url": "https://docs.github.com/rest",
        "status": .string(String(status.code)),
      ], status: status)
  }
}
