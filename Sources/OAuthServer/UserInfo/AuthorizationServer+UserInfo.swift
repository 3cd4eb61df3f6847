internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The UserInfo endpoint (OpenID Connect Core §5.3): what the person allowed the client to know about them.
  func answerUserInfo(_ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]) async throws -> HTTPAnswer {
    let token: Secret
    do {
      token = try BearerToken.find(request, target, body)
    } catch {
      switch error {
      case .missing: return challenge(nil, status: .unauthorized)
      case .malformed(let why): return challenge(Refusal(.invalidRequest, why), status: .badRequest)
      }
    }
    guard let record = try await tokens.find(SecretHash(of: token)), record.kind == .access,
      clock.now() < record.expires, let user = try await users.user(record.subject),
      let client = try await clients.client(record.clientID)
    else {
      return challenge(
        Refusal(.invalidToken, "the access token is unknown, expired or revoked"), status: .unauthorized)
    }
    var claims = user.claims(record.scope)
    claims["sub"] = .string(try configuration.subject(user.subject, for: client).rawValue)
    return .json(claims)
  }

  /// RFC 6750 §3: without a token no error is named, so that nobody learns what was expected.
  private func challenge(_ refusal: Refusal?, status: HTTPResponse.Status) -> HTTPAnswer {
    var field = "Bearer realm=\"\(issuer.text)\""
    guard let response = refusal?.response else {
      return .json([String: JSONValue](), status: status, fields: [.wwwAuthenticate: field])
    }
    logger.info("A UserInfo request was refused", metadata: ["error": "\(response.error.rawValue)"])
    field += ", error=\"\(response.error.rawValue)\""
    if let description = response.errorDescription { field += ", error_description=\"\(description)\"" }
    return .json(response, status: status, fields: [.wwwAuthenticate: field])
  }
}

extension User {
  /// The claims that a scope opens (OpenID Connect Core §5.4). A claim without a value is left out (§5.3.2).
  func claims(_ scope: Scope) -> [String: JSONValue] {
    var claims: [String: JSONValue] = ["sub": .string(subject.rawValue)]
    if scope.contains("profile") {
      claims["name"] = .string(name)
      claims["preferred_username"] = .string(username)
      claims["picture"] = picture.map { .string($0) }
    }
    if scope.contains("email") {
      claims["email"] = email.map { .string($0) }
    }
    return claims
  }
}
