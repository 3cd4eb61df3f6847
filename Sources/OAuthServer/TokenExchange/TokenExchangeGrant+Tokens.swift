#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

extension TokenExchangeGrant {
  /// The token that a request has under a name, with its type under the name and `_type`; nil without both (RFC 8693 §2.1).
  func token(_ parameter: String, _ request: TokenRequest) async throws -> ExchangeableToken? {
    switch (request.form.value(parameter), request.form.value(parameter + "_type")) {
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

  /// An access token of this server: the client's own; or anybody's, if the client is a resource that tokens are shown to and that
  /// may ask about all of them.
  private func accessToken(
    _ token: Secret, _ parameter: String, _ request: TokenRequest
  ) async throws -> ExchangeableToken {
    let client = request.client
    guard let record = try await tokens.find(SecretHash(ofToken: token)), record.kind == .access,
      clock.now() < record.expires
    else { throw Self.unusable(parameter) }
    let isOwn = record.clientID == client.id
    // Who acts is the client that asks, so that nobody gets a token that says that somebody else did.
    guard isOwn || (client.mayBeShown(record) && parameter == "subject_token") else {
      throw Self.unusable(parameter)
    }
    // What is bound to a key proves nothing without it. Who got the token shown can't have that key.
    if isOwn { try request.checkKey(record.details.confirmation, exactly: true) }
    // Of a client that was removed nothing goes on.
    if !isOwn, try await clients.client(record.clientID) == nil { throw Self.unusable(parameter) }
    if !record.details.isForClientItself {
      guard try await users.user(record.subject) != nil else { throw Self.unusable(parameter) }
    }
    return ExchangeableToken(
      subject: record.subject, scope: record.scope, details: record.details, grant: record.grant,
      expires: record.expires, isOwn: isOwn)
  }

  /// An ID token that this server gave to the client. It says who signed in, and nothing of what they allowed: as a subject it
  /// is taken from clients alone that nobody has to allow anything.
  private func idToken(
    _ token: Secret, _ parameter: String, _ request: TokenRequest
  ) async throws -> ExchangeableToken {
    let client = request.client
    guard parameter == "actor_token" || client.settings.needsNoConsent, let keys = configuration.idTokenKeys,
      let signature = try? JSONWebSignature(compact: token.reveal()),
      [nil, "jwt"].contains(signature.header.type?.lowercased()),
      let verified = try? signature.verified(by: keys.published, allowing: SignatureAlgorithm.asymmetric)
    else { throw Self.unusable(parameter) }
    do {
      let claims = try JWTClaims(verified)
      try claims.checkIssuer(issuer.text)
      _ = try claims.checkAudience([client.id])
      let expires = try claims.requiredTime("exp")
      let subject = Subject(rawValue: try claims.requiredText("sub"))
      guard clock.now() < expires, try await users.user(subject) != nil else { throw Self.unusable(parameter) }
      var details = ApprovalDetails(authenticationTime: try claims.time("auth_time"))
      details.authenticationContext = try claims.text("acr")
      return ExchangeableToken(
        subject: subject, scope: configuration.scopes, details: details, grant: nil, expires: expires, isOwn: true)
    } catch is JOSEError {
      throw Self.unusable(parameter)
    } catch is JWTClaimsError {
      throw Self.unusable(parameter)
    }
  }
}
