internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The page on which a signed-in user changes the password.
struct PasswordEndpoint: BrowserEndpoint {
  let pages: PageResponder
  let account: AccountPages
  let passwords: PasswordCheck
  var core: ServerCore { pages.core }

  var description: EndpointDescription {
    EndpointDescription(
      name: "password", paths: [account.passwordPath], methods: [.get, .head, .post], errors: .page,
      allowsOtherOrigins: false,
      events: [.passwordChange, .sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "get", summary: "Shows the form that changes a password",
          answers: [200: [OpenAPIOperation.html], 303: [], 500: [OpenAPIOperation.html]]),
        OpenAPIOperation(
          method: "post", summary: "Changes a user's password, and ends the user's other sessions",
          body: .form([
            .text(PageField.token), .text(PageField.password), .text(PageField.newPassword),
            .text(PageField.newPasswordAgain), .one(PageField.decision, of: [PageField.approve, PageField.deny]),
          ]),
          answers: [
            200: [OpenAPIOperation.html], 303: [], 400: [OpenAPIOperation.html], 403: [OpenAPIOperation.html],
            413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html], 429: [OpenAPIOperation.html],
            500: [OpenAPIOperation.html], 503: [OpenAPIOperation.html],
          ]),
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      let visitor = try await account.sessions.visitor(of: exchange)
      guard exchange.request.method == .post else {
        guard let signedIn = visitor.signedIn else { return try account.signInPage(visitor, exchange) }
        guard try await account.canChangePassword(of: signedIn.session.subject) else {
          return .redirect(to: account.address)
        }
        return try page(visitor, signedIn, exchange)
      }
      let form = try ownForm(exchange)
      guard let signedIn = visitor.signedIn, visitor.formToken.matches(try form.shown(PageField.token)) else {
        return try await account.page(for: visitor, problem: .outdatedForm, exchange)
      }
      switch try form.shown(PageField.decision) {
      case PageField.approve:
        guard let users = account.users, try await users.canChangePassword(of: signedIn.session.subject) else {
          return .redirect(to: account.address)
        }
        return try await change(form, in: users, visitor, signedIn, exchange)
      case PageField.deny: return .redirect(to: account.address)
      default: throw PageRefusal(.unknownDecision)
      }
    }
  }

  private func change(
    _ form: FormParameters, in users: any PasswordChanging, _ visitor: Visitor, _ signedIn: Visitor.SignedIn,
    _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let current = Secret(try form.shown(PageField.password) ?? "")
    let new = Secret(try form.shown(PageField.newPassword) ?? "")
    guard new == Secret(try form.shown(PageField.newPasswordAgain) ?? "") else {
      return try page(visitor, signedIn, problem: .differentPasswords, exchange)
    }
    guard PasswordRules.accept(new) else {
      return try page(visitor, signedIn, problem: .unsuitablePassword, exchange)
    }
    let username = signedIn.user.username
    let outcome = try await passwords.check(
      username: username, in: signedIn.session.id, .passwordChange, exchange
    ) {
      try await users.changePassword(of: username, from: current, to: new)
    }
    switch outcome {
    case .refused(.wrongPassword): return try page(visitor, signedIn, problem: .wrongCurrentPassword, exchange)
    case .refused(let problem): return try page(visitor, signedIn, problem: problem, exchange)
    case .right(let subject):
      logger.info("A user changed the password")
      return try await endOtherSessions(of: subject, signedIn.user, visitor, exchange)
    }
  }

  /// Ends the user's other sessions, which may be a thief's, and renews this one's cookie.
  private func endOtherSessions(
    of subject: Subject, _ user: User, _ visitor: Visitor, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    let (session, cookie) = try await account.sessions.start(of: subject, visitor, exchange)
    try await account.sessions.termination.endAll(
      of: subject, except: session.id, because: "its user changed the password", request: exchange.key)
    let newVisitor = Visitor(
      cookie: cookie, isNew: true, signedIn: Visitor.SignedIn(session: session, user: user))
    return try await account.page(for: newVisitor, notice: .passwordChanged, exchange)
  }

  private func page(
    _ visitor: Visitor, _ signedIn: Visitor.SignedIn, problem: PageProblem? = nil, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = PasswordPage(
      username: signedIn.user.username, issuer: issuer.text, action: account.passwordPath,
      hiddenFields: [visitor.tokenField], problem: problem)
    return try pages.answer(.password(page), to: exchange)
  }
}
