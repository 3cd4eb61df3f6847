internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The verification URI (RFC 8628 §3.3). GET shows the form for the user code. A link may fill in
/// the code but never submits it. POST accepts the code, and then the decision.
///
/// The server stores nothing between the forms: each carries the code, and everything is checked
/// again. A signed-in user needs no password, but has to confirm that the code is the one on the
/// device (RFC 8628 §5.4).
struct DeviceEndpoint: BrowserEndpoint {
  let core: ServerCore
  let devices: any DeviceAuthorizationOperations
  let clients: any ClientStore
  let consents: (any ConsentOperations)?
  /// The users' sessions; `nil` at a server without them.
  let sessions: UserSessions?
  let passwords: PasswordCheck
  let pages: PageResponder

  var description: EndpointDescription {
    let answers = [
      200: [OpenAPIOperation.html], 400: [OpenAPIOperation.html], 403: [OpenAPIOperation.html],
      429: [OpenAPIOperation.html], 500: [OpenAPIOperation.html],
    ]
    let more = [413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html], 503: [OpenAPIOperation.html]]
    return EndpointDescription(
      name: "device", paths: [deviceAction], methods: [.get, .head, .post], errors: .page, allowsOtherOrigins: false,
      events: [.signIn, .deviceDecision, .sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Asks a user for a device's code (RFC 8628)", query: [.text("user_code")],
          answers: answers),
        OpenAPIOperation(
          method: "post", summary: "Accepts a user code or a decision",
          body: .form([
            .text(PageField.userCode), .text(PageField.username), .text(PageField.password), .text(PageField.token),
            .text(PageField.decision),
          ]),
          answers: answers.merging(more) { $1 }),
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      let visitor = try await sessions?.visitor(of: exchange)
      guard exchange.request.method == .post else {
        let linkedCode = UserCode(entered: try exchange.browserQuery().shown(PageField.userCode) ?? "")
        return try userCodePage(linkedCode?.displayText ?? Secret(""), visitor, exchange)
      }
      return try await acceptUserCode(try ownForm(exchange), visitor, exchange)
    }
  }

  private func acceptUserCode(
    _ form: FormParameters, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let enteredCode = try form.shown(PageField.userCode) ?? ""
    let decision = try form.shown(PageField.decision)
    let token = try form.shown(PageField.token)
    let userCode = UserCode(entered: enteredCode)
    let shownCode = userCode?.displayText ?? Secret(String(enteredCode.prefix(32)))
    if let visitor, !visitor.formToken.matches(token) {
      logger.notice("A form without a valid CSRF token was received; the user code page is shown again")
      return try userCodePage(shownCode, visitor, exchange, problem: .outdatedForm)
    }
    // A text that can't be a code isn't looked up, and doesn't count as a guess.
    guard let userCode else {
      if decision == PageField.deny { return try deviceDonePage(.left, visitor, exchange) }
      return try userCodePage(shownCode, visitor, exchange, problem: .malformedUserCode)
    }
    let lookup = try await devices.findDeviceAuthorization(
      userCode: userCode.hash, from: UserCodeOrigin(exchange.context.address), at: clock.now(),
      limits: configuration.wrongUserCodes, request: exchange.key)
    switch lookup {
    case .unknown:
      audit(.deviceDecision, "unknown_user_code")
      return decision == PageField.deny
        ? try deviceDonePage(.left, visitor, exchange) : try unknownCode(userCode, visitor, exchange)
    case .tooManyWrong:
      logger.warning("Too many wrong user codes were entered")
      audit(.deviceDecision, "too_many_user_codes")
      return try userCodePage(shownCode, visitor, exchange, problem: .tooManyUserCodes(wait: .seconds(60)))
    case .found(let record):
      // The client was removed in the meantime, so its sign-ins are rejected.
      guard let client = try await clients.client(record.clientID) else {
        return try unknownCode(userCode, visitor, exchange)
      }
      let deviceRequest = DeviceRequest(client: client, record: record, userCode: userCode)
      switch decision {
      case nil: return try deviceSignInPage(deviceRequest, visitor, exchange, for: visitor?.signedIn)
      case PageField.another where visitor != nil: return try deviceSignInPage(deviceRequest, visitor, exchange)
      case PageField.deny: return try await decide(.deny, deviceRequest, visitor, exchange)
      case PageField.approve: return try await approve(form, deviceRequest, visitor, exchange)
      default: throw PageRefusal(.unknownDecision)
      }
    }
  }

  /// Approves the device's request. The user is signed in, or signs in with the same form.
  private func approve(
    _ form: FormParameters, _ deviceRequest: DeviceRequest, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    // The page for a signed-in user has no such field. An empty one is a mistake, not a decision.
    if let visitor, form.all(PageField.username).isEmpty {
      guard let session = visitor.signedIn?.session else {
        return try deviceSignInPage(deviceRequest, visitor, exchange)
      }
      guard try await passwords.mayUse(deviceRequest.client, session.subject, .deviceDecision, session.id) else {
        return try deviceSignInPage(deviceRequest, visitor, exchange, problem: .notPermitted)
      }
      return try await decide(.approve(session.subject, session.details), deviceRequest, visitor, exchange)
    }
    let username = try form.shown(PageField.username) ?? ""
    let password = Secret(try form.shown(PageField.password) ?? "")
    switch try await passwords.check(username: username, password: password, for: deviceRequest.client.id, exchange) {
    case .refused(let problem):
      return try deviceSignInPage(deviceRequest, visitor, exchange, username: username, problem: problem)
    case .right(let subject):
      guard try await passwords.mayUse(deviceRequest.client, subject, .deviceDecision) else {
        return try deviceSignInPage(deviceRequest, visitor, exchange, problem: .notPermitted)
      }
      guard let visitor, let sessions else {
        let recognition = ApprovalDetails(authenticationTime: clock.now())
        return try await decide(.approve(subject, recognition), deviceRequest, visitor, exchange)
      }
      let (session, cookie) = try await sessions.start(of: subject, visitor, exchange)
      // The browser needs the new cookie even if the rest fails, because the old one is no longer
      // valid.
      let newVisitor = Visitor(cookie: cookie, isNew: false, signedIn: nil)
      do {
        let answer = try await decide(.approve(subject, session.details), deviceRequest, newVisitor, exchange)
        return sessions.answer(answer, givingCookie: cookie, to: username)
      } catch {
        log(error)
        let answer = pages.error(.internalFailure, to: exchange)
        return sessions.answer(answer, givingCookie: cookie, to: username)
      }
    }
  }

  private func decide(
    _ decision: DeviceDecision, _ deviceRequest: DeviceRequest, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let isFirst = try await devices.decideDeviceAuthorization(
      userCode: deviceRequest.userCode.hash, decision, at: clock.now(), request: exchange.key)
    guard isFirst else {
      return try unknownCode(deviceRequest.userCode, visitor, exchange)
    }
    if case .approve(let subject, _) = decision {
      try await consents?.remember(
        subject, allowed: deviceRequest.client, deviceRequest.record.scope, deviceRequest.record.details,
        at: clock.now())
    }
    let isApproved = decision != .deny
    logger.info(
      "A user decided about a device",
      metadata: ["client_id": "\(deviceRequest.client.id)", "decision": "\(isApproved ? "approve" : "deny")"])
    audit(.deviceDecision, isApproved ? AuditRecord.success : ErrorCode.accessDenied.rawValue) {
      $0.clientID = deviceRequest.client.id
      if case .approve(let subject, let details) = decision { ($0.subject, $0.session) = (subject, details.session) }
    }
    return try deviceDonePage(isApproved ? .approved : .denied, visitor, exchange)
  }

  private func answer(_ page: Page, _ visitor: Visitor?, _ exchange: Exchange) throws -> HTTPAnswer {
    let answer = try pages.answer(page, to: exchange)
    guard let sessions, let visitor else { return answer }
    return sessions.answer(answer, to: visitor)
  }

  private func deviceDonePage(
    _ page: DeviceDonePage, _ visitor: Visitor?, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    try answer(.deviceDone(page), visitor, exchange)
  }

  private func unknownCode(
    _ userCode: UserCode, _ visitor: Visitor?, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    logger.info("An unknown user code was entered")
    return try userCodePage(userCode.displayText, visitor, exchange, problem: .unknownUserCode)
  }

  private func userCodePage(
    _ userCode: Secret, _ visitor: Visitor?, _ exchange: Exchange, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = UserCodePage(
      userCode: userCode, issuer: issuer.text, action: deviceAction,
      hiddenFields: [visitor?.tokenField].compactMap(\.self),
      problem: problem)
    return try answer(.userCode(page), visitor, exchange)
  }

  /// A device's request, as the pages show it to the user.
  private struct DeviceRequest {
    let client: RegisteredClient
    let record: DeviceCodeRecord
    let userCode: UserCode
  }

  /// Returns the page on which the user approves or denies the device's request.
  /// - Parameter person: The signed-in user, who needs no password; `nil` to ask for a password.
  private func deviceSignInPage(
    _ deviceRequest: DeviceRequest, _ visitor: Visitor?, _ exchange: Exchange, for person: Visitor.SignedIn? = nil,
    username: String = "",
    problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = DeviceSignInPage(
      client: deviceRequest.client.card,
      permissions: Permission.list(deviceRequest.record.scope, of: deviceRequest.client),
      details: configuration.texts(of: deviceRequest.record.details), resources: deviceRequest.record.details.resources,
      userCode: deviceRequest.userCode.displayText, person: person?.user.name,
      issuer: issuer.text, action: deviceAction, hiddenFields: [visitor?.tokenField].compactMap(\.self),
      username: username,
      problem: problem)
    return try answer(.deviceSignIn(page), visitor, exchange)
  }

  private var deviceAction: String {
    issuer.pathPrefix + AuthorizationServerConfiguration.Path.device
  }
}
