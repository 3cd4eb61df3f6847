internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The page on which users see which applications use their account and where they are signed in,
/// and end each. A user who isn't signed in signs in first.
struct AccountEndpoint: BrowserEndpoint {
  let pages: PageResponder
  let account: AccountPages
  let passwords: PasswordCheck
  let consents: any ConsentOperations
  /// Ending a client's access may read all tokens, so one runs at a time.
  let accessEnds = ConcurrencyLimit(capacity: 1, queueCapacity: 8)
  var core: ServerCore { pages.core }

  var description: EndpointDescription {
    let answers = [
      200: [OpenAPIOperation.html], 400: [OpenAPIOperation.html], 403: [OpenAPIOperation.html],
      429: [OpenAPIOperation.html], 500: [OpenAPIOperation.html], 503: [OpenAPIOperation.html],
    ]
    return EndpointDescription(
      name: "account", paths: [account.path], methods: [.get, .head, .post], errors: .page, allowsOtherOrigins: false,
      events: [.signIn, .accessEnd, .sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Shows a user's applications and sessions",
          answers: [200: [OpenAPIOperation.html], 500: [OpenAPIOperation.html]]),
        OpenAPIOperation(
          method: "post", summary: "Signs a user in, or ends an application's access or a session",
          body: .form([
            .text(PageField.token), .text(PageField.username), .text(PageField.password), .text(PageField.endAccess),
            .text(PageField.endSession), .one(PageField.decision, of: [PageField.approve, PageField.deny]),
          ]),
          answers: answers.merging([303: [], 413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html]]) { $1 }),
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      let visitor = try await account.sessions.visitor(of: exchange)
      guard exchange.request.method == .post else { return try await account.page(for: visitor, exchange) }
      let form = try ownForm(exchange)
      guard visitor.formToken.matches(try form.shown(PageField.token)) else {
        return try await account.page(for: visitor, problem: .outdatedForm, exchange)
      }
      guard let signedIn = visitor.signedIn else { return try await signIn(form, visitor, exchange) }
      if let client = try form.shown(PageField.endAccess) {
        return try await endAccess(of: client, visitor, signedIn, exchange)
      }
      if let session = try form.shown(PageField.endSession) {
        return try await end(SessionID(rawValue: session), visitor, signedIn, exchange)
      }
      guard try form.shown(PageField.decision) == PageField.deny else { throw PageRefusal(.unknownDecision) }
      return try await end(signedIn.session.id, visitor, signedIn, exchange)
    }
  }

  private func signIn(_ form: FormParameters, _ visitor: Visitor, _ exchange: Exchange) async throws -> HTTPAnswer {
    guard try form.shown(PageField.decision) == PageField.approve else {
      let page = SignedOutPage(.nobodySignedIn, issuer: issuer.text)
      return try pages.answer(.signedOut(page), to: exchange)
    }
    let username = try form.shown(PageField.username) ?? ""
    let password = Secret(try form.shown(PageField.password) ?? "")
    switch try await passwords.check(username: username, password: password, for: nil, exchange) {
    case .refused(let problem):
      return try account.signInPage(visitor, username: username, problem: problem, exchange)
    case .right(let subject):
      let (_, cookie) = try await account.sessions.start(of: subject, visitor, exchange)
      return account.sessions.answer(.redirect(to: account.address), givingCookie: cookie, to: username)
    }
  }

  private func endAccess(
    of clientID: String, _ visitor: Visitor, _ signedIn: Visitor.SignedIn, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let subject = signedIn.session.subject
    guard let client = try await account.client(clientID),
      try await consents.consent(of: subject, to: clientID) != nil
    else { return try await account.page(for: visitor, exchange) }
    guard await accessEnds.enter() else { return try await account.page(for: visitor, problem: .busy, exchange) }
    // The user has decided, so closing the browser doesn't stop it.
    let result = await Task { try await consents.endGrants(of: subject, to: clientID) }.result
    await accessEnds.leave()
    try result.get()
    logger.info("A user ended a client's access", metadata: ["client_id": "\(clientID)"])
    audit(.accessEnd) { ($0.subject, $0.session, $0.clientID) = (subject, signedIn.session.id, clientID) }
    return try await account.page(for: visitor, notice: .accessEnded(client: client.name), exchange)
  }

  /// Ends one of the user's own sessions.
  private func end(
    _ session: SessionID, _ visitor: Visitor, _ signedIn: Visitor.SignedIn, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let own = try await account.sessions.database.sessions(of: signedIn.session.subject)
    guard own.contains(where: { $0.id == session }) else { return try await account.page(for: visitor, exchange) }
    try await account.sessions.termination.end(session, because: "its user signed out", request: exchange.key)
    guard session == signedIn.session.id else {
      return try await account.page(for: visitor, notice: .sessionEnded, exchange)
    }
    let page = SignedOutPage(.signedOut, person: signedIn.user.name, issuer: issuer.text)
    return try pages.answer(.signedOut(page), to: exchange).setting(cookie: account.sessions.cookie.taking)
  }
}
