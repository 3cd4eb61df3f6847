internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The steps between an authorization request and its response: sign-in, consent, code.
///
/// The authorization endpoint begins the flow. The forms of its pages continue it at
/// ``DecisionEndpoint``.
struct AuthorizationFlow: ServerPart {
  let core: ServerCore
  let parser: AuthorizationRequestParser
  let codes: any AuthorizationCodeOperations
  let consents: (any ConsentOperations)?
  /// The users' sessions; `nil` at a server without them.
  let sessions: UserSessions?
  let passwords: PasswordCheck
  let pages: PageResponder
  var responder: AuthorizationResponder { AuthorizationResponder(pages: pages) }

  /// Takes the next step: shows a page, or issues a code at once.
  /// - Parameter visitor: The browser's user; `nil` at a server without sessions.
  func proceed(
    with request: CheckedAuthorizationRequest, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    switch try await step(for: request, visitor) {
    case .signIn:
      return try signInPage(for: request, username: proposedName(for: request, visitor), visitor, exchange)
    case .decide(let signedIn):
      guard let visitor else { return try signInPage(for: request, username: "", nil, exchange) }
      return try consentPage(for: request, signedIn, visitor, exchange)
    case .grant(let signedIn):
      return try await sendingServerError(to: request.address, exchange) {
        try await issueCode(
          for: request, to: signedIn.session.subject, signedIn.session.details,
          isRemembered: request.client.settings.needsNoConsent, exchange)
      }
    case .refuse: return try signInPage(for: request, username: "", visitor, problem: .notPermitted, exchange)
    }
  }

  /// Issues an authorization code (RFC 6749 §4.1.2).
  ///
  /// - Parameter isRemembered: Whether the user has just decided, or the client needs no consent. The
  ///   consent is saved after the code: a request that is refused leaves none.
  func issueCode(
    for request: CheckedAuthorizationRequest, to subject: Subject, _ details: ApprovalDetails, isRemembered: Bool,
    _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    try check(subject, for: request)
    let session = details.session
    var details = try approved(request, recognition: details)
    details.session = session?.told(to: request.client)
    let now = clock.now()
    let code = exchange.secrets.datedSecret(now)
    let record = AuthorizationCodeRecord(
      hash: SecretHash(ofToken: code), grant: exchange.secrets.grantID(), clientID: request.client.id,
      redirectURI: request.redirectURI.text, challenge: request.challenge, subject: subject, scope: request.scope,
      expires: now + codeLifetime(for: request.client),
      rememberedUntil: now + configuration.lifetimes.refreshToken, details: details, nonce: request.nonce)
    // The end of the session revokes the grant, so both are saved in one step.
    let signIn = SessionSignIn(session, grant: record.grant, clientID: record.clientID, scope: record.scope)
    switch try await codes.saveAuthorizationCode(
      record, signIn: signIn, consuming: request.pushedRequest, request: exchange.key)
    {
    case .saved: break
    case .sessionEnded: throw request.needsSignIn
    case .requestConsumed: throw PageRefusal(.endedRequest)
    }
    if isRemembered { try await remember(request, allowedBy: subject) }
    logger.info(
      "An authorization code was issued",
      metadata: ["client_id": "\(request.client.id)", "grant": "\(record.grant)"])
    audit(.authorization) {
      ($0.subject, $0.grant, $0.session, $0.detail) = (subject, record.grant, session, record.scope.parameter)
    }
    var parameters = FormParameters()
    parameters.append("code", code.reveal())
    return responder.redirect(request.address, parameters, exchange)
  }

  /// Returns the lifetime of a client's codes. FAPI 2.0 Security Profile §5.3.2.1 allows at most 60
  /// seconds.
  private func codeLifetime(for client: RegisteredClient) -> Duration {
    let lifetime = configuration.lifetimes.authorizationCode
    return client.settings.followsFAPI2 ? min(lifetime, .seconds(60)) : lifetime
  }

  /// Answers that the user denied the request. A denial consumes a pushed request, as a code does.
  /// - Parameter visitor: The browser's user, if it is known.
  func deny(_ request: CheckedAuthorizationRequest, _ visitor: Visitor?, _ exchange: Exchange) async throws
    -> HTTPAnswer
  {
    if let hash = request.pushedRequest {
      guard try await parser.pushedRequests?.consumePushedRequest(hash, request: exchange.key) ?? true else {
        throw PageRefusal(.endedRequest)
      }
    }
    logger.info("The user denied an authorization request", metadata: ["client_id": "\(request.client.id)"])
    audit(.authorization, ErrorCode.accessDenied.rawValue) {
      ($0.subject, $0.session) = (visitor?.signedIn?.session.subject, visitor?.signedIn?.session.id)
    }
    return responder.redirect(
      request.address, ErrorResponse(.accessDenied, description: "the user denied the request"), exchange)
  }

  /// Runs `body`, and turns a refusal that the client may get into a redirect.
  func redirecting(_ exchange: Exchange, _ body: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as RedirectRefusal {
      let (client, error) = (refusal.address.client, refusal.error)
      logger.info(
        "An authorization request was rejected",
        metadata: error.metadata.merging(["client_id": "\(client.id)"]) { $1 })
      guard client.allowsRedirectWithoutDecision(error.error) else {
        return pages.error(.developersFault(RegisteredClient.explanationForNotRedirecting(error.error)), to: exchange)
      }
      return responder.redirect(refusal.address, error, exchange)
    }
  }

  /// Runs `body`, and sends the client `server_error` if it fails. A browser on its way to the
  /// client can't be answered with status 500 (RFC 6749 §4.1.2.1).
  func sendingServerError(
    to address: ResponseAddress, _ exchange: Exchange, _ body: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let error where error is PageRefusal || error is RedirectRefusal {
      throw error
    } catch {
      log(error)
      return responder.redirect(address, ErrorResponse(.serverError), exchange)
    }
  }
}

extension CheckedAuthorizationRequest {
  /// The client, and the address of the response.
  var address: ResponseAddress {
    ResponseAddress(client: client, redirectURI: redirectURI, state: state, mode: mode)
  }

  /// The error for a request with `prompt=none` whose user has to sign in (OpenID Connect Core
  /// §3.1.2.6).
  var needsSignIn: RedirectRefusal {
    RedirectRefusal(address, ErrorResponse(.loginRequired, description: "the user has to sign in"))
  }
}
