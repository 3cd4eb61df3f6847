#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// Does what has to happen next: shows a page, or answers at once.
  /// - Parameter visitor: `nil` at a server without sessions.
  func proceed(with request: AuthorizationRequest, _ visitor: Visitor?) async throws -> HTTPAnswer {
    switch try await step(for: request, visitor) {
    case .signIn:
      return try signInPage(for: request, username: proposedName(for: request, visitor), visitor)
    case .decide(let signedIn):
      guard let visitor else { return try signInPage(for: request, username: "", nil) }
      return try consentPage(for: request, signedIn, visitor)
    case .grant(let signedIn):
      return try await sendingServerError(to: request.address) {
        try await giveCode(for: request, to: signedIn.session.subject, signedIn.session.details)
      }
    }
  }

  /// The user name that the page for signing in has filled in.
  func proposedName(for request: AuthorizationRequest, _ visitor: Visitor?) -> String {
    let isKnown = request.hinted?.means(visitor?.signedIn?.session.subject) ?? true
    return request.loginHint ?? (isKnown ? visitor?.signedIn?.user.username : nil) ?? ""
  }

  /// Gives an authorization code (RFC 6749 §4.1.2).
  func giveCode(
    for request: AuthorizationRequest, to subject: Subject, _ details: ApprovalDetails
  ) async throws -> HTTPAnswer {
    try check(subject, for: request)
    let session = details.session
    var details = try approved(request, recognition: details)
    details.session = session?.told(to: request.client)
    let now = clock.now()
    let code = mint.datedSecret(now)
    let record = AuthorizationCodeRecord(
      hash: SecretHash(ofToken: code), grant: mint.grantID(), clientID: request.client.id,
      redirectURI: request.redirectURI.text, challenge: request.challenge, subject: subject, scope: request.scope,
      expires: now + codeLifetime(for: request.client),
      rememberedUntil: now + configuration.lifetimes.refreshToken, details: details, nonce: request.nonce)
    try await consume(request)
    guard try await keep(record, session) else { throw request.needsSignIn }
    logger.info(
      "An authorization code was given",
      metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
    var parameters = FormParameters()
    parameters.append("code", code.reveal())
    return redirect(request.address, parameters)
  }

  /// FAPI 2.0 Security Profile §5.3.2.1: 60 seconds are the most.
  private func codeLifetime(for client: RegisteredClient) -> Duration {
    let lifetime = configuration.lifetimes.authorizationCode
    return client.settings.followsFAPI2 ? min(lifetime, .seconds(60)) : lifetime
  }

  /// Keeps a code, and remembers the sign-in with the session that it belongs to before there is one: whatever ends the session then
  /// ends the approval.
  /// - Returns: `false` if the session has ended meanwhile: the code must not be given.
  private func keep(_ record: AuthorizationCodeRecord, _ session: SessionID?) async throws -> Bool {
    guard let session, let sessions = stores.sessions,
      let grant = SessionGrant(grant: record.grant, clientID: record.clientID, scope: record.scope)
    else {
      try await codes.save(record)
      return true
    }
    return try await codes.save(record, adding: grant, to: session, in: sessions)
  }
}

extension AuthorizationRequest {
  /// The answer to a client that wants nothing shown, when somebody would have to sign in (OpenID Connect Core §3.1.2.6).
  var needsSignIn: AuthorizationRefusal {
    .redirect(address, ErrorResponse(.loginRequired, description: "the person has to sign in for this"))
  }
}
