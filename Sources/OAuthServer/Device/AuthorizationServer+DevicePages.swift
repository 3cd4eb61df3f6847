internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The verification URI (RFC 8628 §3.3): GET shows the form for the code, which a link may have filled in but never
  /// sends; POST takes the code, and then the decision.
  ///
  /// The server remembers nothing between the forms: each carries the code, and everything is checked again.
  func answerDevice(
    _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8], _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    guard request.method == .post else {
      guard let query = try? FormParameters(decoding: target.query) else { return errorPage(.malformed) }
      return try await refusing {
        let linked = UserCode(entered: try single(UserCodePage.Field.userCode, in: query) ?? "")
        return try userCodePage(linked?.shown ?? Secret(""))
      }
    }
    guard SameOrigin.holds(for: request, issuer) else {
      logger.notice("A form about a device came from another site and was refused")
      return errorPage(.foreignOrigin, status: .forbidden)
    }
    let form: FormParameters
    do {
      form = try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType: return errorPage(.otherContentType, status: .unsupportedMediaType)
      case .malformed: return errorPage(.malformed)
      }
    }
    return try await refusing { try await takeUserCode(form, deviceCodes) }
  }

  private func takeUserCode(_ form: FormParameters, _ deviceCodes: any DeviceCodeStore) async throws -> HTTPAnswer {
    let entered = try single(UserCodePage.Field.userCode, in: form) ?? ""
    let decision = try single(SignInPage.Field.decision, in: form)
    let username = try single(SignInPage.Field.username, in: form) ?? ""
    let password = Secret(try single(SignInPage.Field.password, in: form) ?? "")
    // What can't be a code needn't be looked up, and isn't a guess.
    guard let userCode = UserCode(entered: entered) else {
      if decision == PageField.deny { return try deviceDonePage(.left) }
      return try userCodePage(
        Secret(String(entered.prefix(32))),
        problem: .malformedUserCode)
    }
    let found = try await deviceCodes.find(
      userCode: userCode.hash, at: clock.now(), wrongCodesPerMinute: configuration.wrongUserCodesPerMinute)
    switch found {
    case .unknown:
      return decision == PageField.deny ? try deviceDonePage(.left) : try unknownCode(userCode)
    case .tooManyWrong:
      logger.warning("Too many wrong user codes were entered")
      return try userCodePage(userCode.shown, problem: .tooManyUserCodes(wait: .seconds(60)))
    case .found(let record):
      // A client that was removed meanwhile isn't signed in any more.
      guard let client = try await clients.client(record.clientID) else { return try unknownCode(userCode) }
      let page = DeviceSignInForm(client: client, scope: record.scope, userCode: userCode)
      switch decision {
      case nil:
        return try deviceSignInPage(page, username: "")
      case SignInPage.Field.deny:
        return try await decide(.deny, page, deviceCodes)
      case SignInPage.Field.approve:
        switch try await checkPassword(username: username, password: password, for: client.id) {
        case .right(let subject): return try await decide(.approve(subject), page, deviceCodes)
        case .refused(let problem): return try deviceSignInPage(page, username: username, problem: problem)
        }
      default:
        throw AuthorizationRefusal.page(.unknownDecision)
      }
    }
  }

  private func decide(
    _ decision: DeviceDecision, _ form: DeviceSignInForm, _ deviceCodes: any DeviceCodeStore
  ) async throws -> HTTPAnswer {
    guard try await deviceCodes.decide(userCode: form.userCode.hash, decision, at: clock.now()) else {
      return try unknownCode(form.userCode)
    }
    let isApproved = decision != .deny
    logger.info(
      "A person decided about a device",
      metadata: ["client_id": "\(form.client.id)", "decision": "\(isApproved ? "approve" : "deny")"])
    return try deviceDonePage(isApproved ? .approved : .denied)
  }

  private func deviceDonePage(_ page: DeviceDonePage) throws -> HTTPAnswer {
    try answer(.deviceDone(page), status: .ok, answeredAt: nil)
  }

  private func unknownCode(_ userCode: UserCode) throws -> HTTPAnswer {
    logger.info("A user code was entered that nothing waits for")
    return try userCodePage(
      userCode.shown,
      problem: .unknownUserCode)
  }

  private func userCodePage(
    _ userCode: Secret, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = UserCodePage(userCode: userCode, issuer: issuer.text, action: deviceAction, problem: problem)
    return try answer(.userCode(page), status: .ok, answeredAt: nil)
  }

  private struct DeviceSignInForm {
    let client: RegisteredClient
    let scope: Scope
    let userCode: UserCode
  }

  private func deviceSignInPage(
    _ form: DeviceSignInForm, username: String, problem: PageProblem? = nil
  ) throws -> HTTPAnswer {
    let page = DeviceSignInPage(
      client: form.client.card, permissions: Permission.list(form.scope), userCode: form.userCode.shown,
      issuer: issuer.text, action: deviceAction, username: username, problem: problem)
    return try answer(.deviceSignIn(page), status: .ok, answeredAt: nil)
  }

  private var deviceAction: String {
    issuer.pathPrefix + AuthorizationServerConfiguration.Path.device
  }
}
