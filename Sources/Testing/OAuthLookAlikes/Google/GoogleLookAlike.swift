internal import HTTPTypes
internal import JOSE
internal import OAuthCore
internal import OAuthServer

/// The look-alike of Google. The path of a request decides which of Google's endpoints answers.
struct GoogleLookAlike: LookAlikeSite {
  enum Origin {
    static let accounts = "https://accounts.google.com"
    static let tokens = "https://oauth2.googleapis.com"
    static let keys = "https://www.googleapis.com"
    static let userInfo = "https://openidconnect.googleapis.com"
    static let people = "https://people.googleapis.com"
    static let web = "https://www.google.com"
    static let pictures = "https://lh3.googleusercontent.com"
    static let all = [accounts, tokens, keys, userInfo, people, web, pictures]
  }

  static let accessPrefix = "ya29."
  static let refreshPrefix = "1//"

  var server: LookAlikeServer
  let knownScope: Scope
  let consents = GoogleConsents()
  /// The key that signs ID tokens.
  let key: SigningKey

  init(_ parts: LookAlikeParts, key: SigningKey) throws {
    self.key = key
    knownScope = try Scope(["openid"] + GoogleScope.allCases.flatMap { [$0.rawValue, $0.address] })
    server = try LookAlikeServer(
      parts, issuer: Issuer(parts.address.text(Origin.accounts, "")), scopes: knownScope,
      codeChallenges: .s256AndPlainDespiteExposedVerifier, signingKeys: SigningKeys(signing: key))
  }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer {
    let configuration = server.inner.configuration
    switch (request.method, request.pathAlone) {
    case (.get, "/.well-known/openid-configuration"): return .reply(.object(metadata))
    case (.get, "/oauth2/v3/certs"): return await server.ask(configuration.keySetEndpoint, request)
    case (.get, "/o/oauth2/v2/auth"), (.head, "/o/oauth2/v2/auth"), (.post, "/o/oauth2/v2/auth"):
      return await answerAuthorization(request, body)
    // A browser posts to the path that the inner server's page names. The simulated user posts
    // below the path that it opened.
    case (.post, "/authorize/decision"), (.post, "/o/oauth2/v2/auth/decision"):
      return await answerDecision(request, body)
    case (.post, "/token"): return await answerToken(request, body)
    case (.post, "/device/code"): return await answerDeviceCode(body)
    case (_, "/device"):
      return await server.ask(
        configuration.deviceVerificationEndpoint, request, query: request.query, body: body)
    case (.post, "/revoke"): return await answerRevocation(request, body)
    case (.get, "/v1/userinfo"), (.post, "/v1/userinfo"): return await answerUserInfo(request)
    case (.get, "/v1/people/me"): return await answerPeople(request)
    case (.get, "/a/\(server.user.id)") where server.user.hasPicture: return UserPicture.answer
    default: return .nothing
    }
  }

  var picture: JSONValue? {
    server.user.hasPicture ? .string(server.address.text(Origin.pictures, "/a/\(server.user.id)")) : nil
  }

  /// Google's discovery document. It doesn't list the authentication method `none`, although iOS
  /// clients have no secret.
  private var metadata: [String: JSONValue] {
    func address(_ origin: String, _ path: String) -> JSONValue { .string(server.address.text(origin, path)) }
    return [
      "issuer": .string(server.inner.issuer.text),
      "authorization_endpoint": address(Origin.accounts, "/o/oauth2/v2/auth"),
      "device_authorization_endpoint": address(Origin.tokens, "/device/code"),
      "token_endpoint": address(Origin.tokens, "/token"),
      "userinfo_endpoint": address(Origin.userInfo, "/v1/userinfo"),
      "revocation_endpoint": address(Origin.tokens, "/revoke"),
      "jwks_uri": address(Origin.keys, "/oauth2/v3/certs"),
      "response_types_supported": ["code"], "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": [.string(key.algorithm.rawValue)],
      "scopes_supported": ["openid", "email", "profile"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
      "claims_supported": [
        "aud", "email", "email_verified", "exp", "iat", "iss", "name", "picture", "sub",
      ],
      "code_challenge_methods_supported": ["plain", "S256"],
      "grant_types_supported": [
        "authorization_code", "refresh_token", .string(GrantType.deviceCode.rawValue),
      ],
    ]
  }
}

/// The scopes besides `openid` that the look-alike accepts.
enum GoogleScope: String, CaseIterable {
  case profile, email

  /// The scope's long name, which Google's answers contain.
  var address: String { "https://www.googleapis.com/auth/userinfo." + rawValue }

  func isGranted(by scope: Scope) -> Bool {
    scope.contains(rawValue) || scope.contains(address)
  }
}
