internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

extension TokenExchangeGrant {
  /// Returns the token in a parameter, whose type is in the parameter with the suffix `_type`;
  /// `nil` if both are missing (RFC 8693 §2.1).
  func token(_ parameter: String, _ request: TokenRequest) async throws -> ExchangeableToken? {
    switch (request.parameter(parameter), request.parameter(parameter + "_type")) {
    case (nil, nil): return nil
    case (let text?, Self.accessTokenType?), (let text?, Self.jwtType?):
      return try await accessToken(Secret(text), parameter, request)
    case (let text?, Self.idTokenType?):
      return try await idToken(Secret(text), parameter, request)
    case (.some, .some):
      throw Refusal(.invalidRequest, "\(parameter)_type must be that of an access token, a JWT or an ID token")
    case (nil, .some), (.some, nil):
      throw Refusal(.invalidRequest, "\(parameter) and \(parameter)_type need each other")
    }
  }

  /// Returns an access token of this server: the client's own, or another client's if this client
  /// is a resource that accepts the token and may introspect all tokens.
  private func accessToken(
    _ token: Secret, _ parameter: String, _ request: TokenRequest
  ) async throws -> ExchangeableToken {
    let client = request.client
    guard let record = try await tokens.token(SecretHash(ofToken: token)), record.kind == .access,
      clock.now() < record.expires
    else { throw Self.unusable(parameter) }
    let isOwn = record.clientID == client.id
    // The actor is always the requesting client, so that no token names another actor.
    guard isOwn || (client.mayBeShown(record) && parameter == "subject_token") else {
      throw Self.unusable(parameter)
    }
    // A bound token proves nothing without its key. A resource that received the token can't have
    // that key, and binds the new token to its own: otherwise the exchange would remove the protection.
    if isOwn {
      try request.checkKey(record.details.confirmation, exactly: true)
    } else if record.details.confirmation != nil, request.confirmation == nil {
      throw Refusal(
        .invalidRequest,
        "\(parameter) is bound to a key: send a DPoP proof or a client certificate, so that the new token is bound too")
    }
    var holder: RegisteredClient?
    if !isOwn {
      // No token of a removed client may be exchanged.
      guard let client = try await clients.client(record.clientID) else { throw Self.unusable(parameter) }
      holder = client
    }
    if !record.details.isForClient {
      // Both clients act for the user, so the user has to be in the groups of both.
      guard let user = try await users.user(record.subject), user.mayUse(client), user.mayUse(holder ?? client)
      else { throw Self.unusable(parameter) }
    }
    return ExchangeableToken(
      subject: record.subject, scope: record.scope, details: record.details, grant: record.grant,
      expires: record.expires, holder: holder)
  }

  /// Returns an ID token that this server issued to the client. It proves a sign-in and no
  /// approval, so it is accepted as a subject token only from clients that need no consent. It
  /// stands for what the access token of the same answer was granted, and no more.
  private func idToken(
    _ token: Secret, _ parameter: String, _ request: TokenRequest
  ) async throws -> ExchangeableToken {
    guard parameter == "actor_token" || request.client.settings.needsNoConsent else { throw Self.unusable(parameter) }
    let token = try await verifiedIDToken(token, parameter, request)
    let record = token.accessToken
    // An exchange must not turn a bound grant into a bearer token.
    try request.checkKey(record.details.confirmation, exactly: false)
    var details = ApprovalDetails(authenticationTime: token.authenticationTime)
    details.authenticationContext = token.authenticationContext
    details.resources = record.details.resources
    return ExchangeableToken(
      subject: token.user.subject, scope: record.scope, details: details, grant: record.grant,
      expires: min(token.expires, record.expires), holder: nil)
  }

  /// Returns an ID token that this server issued to the client and that has not expired, if what the
  /// sign-in allowed still lives: its session, its grant, and the user's membership in the client's
  /// groups. The access token that was issued with it is the evidence of the grant.
  func verifiedIDToken(
    _ token: Secret, _ parameter: String, _ request: TokenRequest
  ) async throws -> ExchangeableIDToken {
    guard let keys = configuration.idTokenKeys,
      let signature = try? JSONWebSignature(compact: token.reveal()),
      [nil, "jwt"].contains(signature.header.shortType),
      let verifiedPayload = try? signature.verified(by: keys.publishedKeys, allowing: SignatureAlgorithm.ofKeyPairs)
    else { throw Self.unusable(parameter) }
    do {
      let claims = try JWTClaims(verifiedPayload)
      try claims.checkIssuer(issuer.text)
      _ = try claims.checkAudience([request.client.id])
      let expires = try claims.requiredTime("exp")
      let subject = Subject(rawValue: try claims.requiredText("sub"))
      let now = clock.now()
      guard now < expires, let user = try await users.user(subject), user.mayUse(request.client),
        let key = try claims.text("jti").flatMap({ try? Base64URL.decode($0) }).flatMap({ SecretHash(bytes: $0) }),
        let accessToken = try await tokens.token(key), accessToken.kind == .access, now < accessToken.expires,
        accessToken.clientID == request.client.id, accessToken.subject == subject
      else { throw Self.unusable(parameter) }
      // A sign-out, or an operator who ends a user's sessions, ends what the sign-in allowed.
      if let session = try claims.text("sid") {
        let isLive = try await sessions.sessions(of: subject).contains {
          $0.isLive(at: now) && $0.id.told(to: request.client).rawValue == session
        }
        guard isLive else { throw Self.unusable(parameter) }
      }
      return ExchangeableIDToken(
        user: user, accessToken: accessToken, expires: expires, authenticationTime: try claims.time("auth_time"),
        authenticationContext: try claims.text("acr"), authenticationMethods: claims.members["amr"]?.strings ?? [])
    } catch is JOSEError {
      throw Self.unusable(parameter)
    } catch is JWTClaimsError {
      throw Self.unusable(parameter)
    }
  }
}
