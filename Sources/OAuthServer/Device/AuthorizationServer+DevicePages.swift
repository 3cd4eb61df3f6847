internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The verification URI (RFC 8628 §3.3): GET shows the form for the code, which a link may have filled in but never
  /// sends; POST takes the code, and then the decision.
  ///
  /// The server remembers nothing between the forms: each carries the code, and everything is checked again. Who is signed in needs no
  /// password, and is asked all the same whether the code is the one on their device (RFC 8628 §5.4).
  func answerDevice(
    _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8], _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    try await refusing {
      guard request.method == .post else {
        let linked = UserCode(entered: try single(PageField.userCode, in: try query(target)) ?? "")
        return try userCodePage(linked?.shown ?? Secret(""), try await visitor(of: request))
      }
      return try await takeUserCode(try ownForm(request, body), try await visitor(of: request), deviceCodes)
    }
  }

  private func takeUserCode(
    _ form: FormParameters, _ visitor: Visitor?, _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    let entered = try single(PageField.userCode, in: form) ?? ""
    let decision = try single(PageField.decision, in: form)
    let token = try single(PageField.token, in: form)
    let userCode = UserCode(entered: entered)
    let shown = userCode?.shown ?? Secret(String(entered.prefix(32)))
    if let visitor, !visitor.formToken.matches(token) {
      logger.notice("A form without its browser's token came: the page for the code is shown again")
      return try userCodePage(shown, visitor, problem: .outdatedForm)
    }
    // What can't be a code needn't be looked up, and isn't a guess.
    guard let userCode else {
      if decision == PageField.deny { return try deviceDonePage(.left, visitor) }
      return try userCodePage(shown, visitor, problem: .malformedUserCode)
    }
    let found = try await deviceCodes.find(
      userCode: userCode.hash, from: UserCodeOrigin(context.address), at: clock.now(),
      limits: configuration.wrongUserCodes)
    switch found {
    case .unknown:
      return decision == PageField.deny ? try deviceDonePage(.left, visitor) : try unknownCode(userCode, visitor)
    case .tooManyWrong:
      logger.warning("Too many wrong user codes were entered")
      return try userCodePage(shown, visitor, problem: .tooManyUserCodes(wait: .seconds(60)))
    case .found(let record):
      // A client that was removed meanwhile isn't signed in any more.
      guard let client = try await clients.client(record.clientID) else { return try unknownCode(userCode, visitor) }
      let asked = AskedByDevice(client: client, record: record, userCode: userCode)
      switch decision {
      case nil: return try deviceSignInPage(asked, visitor, for: visitor?.signedIn)
      case PageField.another where visitor != nil: return try deviceSignInPage(asked, visitor)
      case PageField.deny: return try await decide(.deny, asked, visitor, deviceCodes)
      case PageField.approve: return try await approve(form, asked, visitor, deviceCodes)
      default: throw AuthorizationRefusal.page(.unknownDecision)
      }
    }
  }

  /// Somebody allows what the device asks for, who is signed in or signs in with the same form.
  private func approve(
    _ form: FormParameters, _ asked: AskedByDevice, _ visitor: Visitor?, _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    // The page for who is signed in has no such field; an empty one is a mistake, not a decision.
    if let visitor, form.all(PageField.username).isEmpty {
      guard let session = visitor.signedIn?.session else { return try deviceSignInPage(asked, visitor) }
      return try await decide(.approve(session.subject, session.details), asked, visitor, deviceCodes)
    }
    let username = try single(PageField.username, in: form) ?? ""
    let password = Secret(try single(PageField.password, in: form) ?? "")
    switch try await checkPassword(username: username, password: password, for: asked.client.id) {
    case .refused(let problem):
      return try deviceSignInPage(asked, visitor, username: username, problem: problem)
    case .right(let subject):
      guard let visitor, let sessions = stores.sessions else {
        let recognition = ApprovalDetails(authenticationTime: clock.now())
        return try await decide(.approve(subject, recognition), asked, visitor, deviceCodes)
      }
      let (session, cookie) = try await startSession(of: subject, visitor, sessions)
      // Whatever comes of it, the browser needs the new secret: the old one means nothing any more.
      let renewed = Visitor(cookie: cookie, isNew: true, signedIn: nil)
      do {
        return try await decide(.approve(subject, session.details), asked, renewed, deviceCodes)
      } catch {
        log(failure: error, at: .device)
        return answer(errorPage(.internalFailure), to: renewed)
      }
    }
  }

  private func decide(
    _ decision: DeviceDecision, _ asked: AskedByDevice, _ visitor: Visitor?, _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    guard try await deviceCodes.decide(userCode: asked.userCode.hash, decision, at: clock.now()) else {
      return try unknownCode(asked.userCode, visitor)
    }
    let isApproved = decision != .deny
    logger.info(
      "A person decided about a device",
      metadata: ["client_id": "\(asked.client.id)", "decision": "\(isApproved ? "approve" : "deny")"])
    return try deviceDonePage(isApproved ? .approved : .denied, visitor)
  }

  private func deviceDonePage(_ page: DeviceDonePage, _ visitor: Visitor?) throws -> HTTPAnswer {
    answer(try answer(.deviceDone(page), status: .ok, answeredAt: nil), to: visitor)
  }

  private func unknownCode(_ userCode: UserCode, _ visitor: Visitor?) throws -> HTTPAnswer {
    logger.info("A user code was entered that nothing waits for")
    return try userCodePage(userCode.shown, visitor, problem: .unknownUserCode)
  }

  private func userCodePage(
    _ userCode: Secret, _ visitor: Visitor?, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = UserCodePage(
      userCode: userCode, issuer: issuer.text, action: deviceAction, hiddenFields: tokenField(for: visitor),
      problem: problem)
    return answer(try answer(.userCode(page), status: .ok, answeredAt: nil), to: visitor)
  }

  /// A sign-in that a person is asked about.
  private struct AskedByDevice {
    let client: RegisteredClient
    let record: DeviceCodeRecord
    let userCode: UserCode
  }

  /// - Parameter person: who is signed in and needs no password; `nil` to ask for one.
  private func deviceSignInPage(
    _ asked: AskedByDevice, _ visitor: Visitor?, for person: Visitor.SignedIn? = nil, username: String = "",
    problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = DeviceSignInPage(
      client: asked.client.card, permissions: Permission.list(asked.record.scope),
      details: detailTexts(asked.record.details), userCode: asked.userCode.shown, person: person?.user.name,
      issuer: issuer.text, action: deviceAction, hiddenFields: tokenField(for: visitor), username: username,
      problem: problem)
    return answer(try answer(.deviceSignIn(page), status: .ok, answeredAt: nil), to: visitor)
  }

  private var deviceAction: String {
    issuer.pathPrefix + AuthorizationServerConfiguration.Path.device
  }
}
