internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Accepts the user's decision on the sign-in and consent pages.
///
/// The form carries the whole authorization request, and the request is checked again. The server
/// therefore stores nothing between the page and the decision, and a manipulated request passes the
/// same checks as any other.
struct DecisionEndpoint: AuthorizingEndpoint {
  let flow: AuthorizationFlow

  var description: EndpointDescription {
    EndpointDescription(
      name: "decision", paths: [flow.decisionPath], methods: [.post], errors: .page, allowsOtherOrigins: false,
      events: [.signIn, .authorization, .sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Accepts a user's decision on the sign-in page",
          body: .form([
            .required(PageField.request), .text(PageField.shownScope), .text(PageField.username),
            .text(PageField.password),
            .text(PageField.token),
            .one(PageField.decision, of: [PageField.approve, PageField.deny, PageField.another]),
          ]),
          answers: [
            200: [OpenAPIOperation.html], 303: [], 400: [OpenAPIOperation.html], 403: [OpenAPIOperation.html],
            413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html], 429: [OpenAPIOperation.html],
            500: [OpenAPIOperation.html], 503: [OpenAPIOperation.html],
          ])
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringAuthorization(exchange) {
      let form = try ownForm(exchange)
      let requestText = try form.shown(PageField.request) ?? ""
      guard let parameters = try? FormParameters(decoding: requestText) else { throw PageRefusal(.malformed) }
      let checkedRequest = try await flow.parser.parse(parameters, at: .completion, from: exchange.context.address)
      let visitor = try await flow.sessions?.visitor(of: exchange)
      let decision = try form.shown(PageField.decision)
      let token = try form.shown(PageField.token)
      if let visitor, !visitor.formToken.matches(token) {
        logger.notice("A form without a valid CSRF token was received; its page is shown again")
        return try await showAgain(checkedRequest, visitor, exchange)
      }
      switch decision {
      case PageField.deny:
        return try await flow.sendingServerError(to: checkedRequest.address, exchange) {
          try await flow.deny(checkedRequest, visitor, exchange)
        }
      case PageField.another where visitor != nil:
        return try flow.signInPage(for: checkedRequest, username: "", visitor, exchange)
      case PageField.approve:
        // The client may be allowed more since the page was shown (RFC 7592 §2.2). Only the page's
        // own form has this field, and a client can't make a browser post a form without it.
        let requestedScope = try checkedRequest.requestedScope
        guard
          form.all(PageField.shownScope).allSatisfy({
            requestedScope.isSubset(of: (try? Scope(parameter: $0)) ?? .none)
          })
        else {
          logger.notice(
            "The request asks for more than the page showed; the page is shown again",
            metadata: ["client_id": "\(checkedRequest.client.id)"])
          return try await showAgain(checkedRequest, visitor, exchange)
        }
        return try await flow.sendingServerError(to: checkedRequest.address, exchange) {
          // The consent page has no such field. An empty one is a mistake, not a decision.
          guard visitor == nil || !form.all(PageField.username).isEmpty else {
            return try await approve(checkedRequest, visitor, exchange)
          }
          return try await approve(
            checkedRequest, username: try form.shown(PageField.username) ?? "",
            password: Secret(try form.shown(PageField.password) ?? ""), visitor, exchange)
        }
      default:
        throw PageRefusal(.unknownDecision)
      }
    }
  }

  /// Returns the page for a form that is out of date or forged. The form decides nothing, even if
  /// the user consented before.
  private func showAgain(
    _ request: CheckedAuthorizationRequest, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    switch try await flow.step(for: request, visitor) {
    case .decide(let signedIn), .grant(let signedIn):
      if let visitor { return try flow.consentPage(for: request, signedIn, visitor, exchange) }
    case .refuse: return try flow.signInPage(for: request, username: "", visitor, problem: .notPermitted, exchange)
    case .signIn: break
    }
    return try flow.signInPage(
      for: request, username: flow.proposedName(for: request, visitor), visitor, problem: .outdatedForm, exchange)
  }

  /// Signs the user in, and records the approval.
  private func approve(
    _ request: CheckedAuthorizationRequest, username: String, password: Secret, _ visitor: Visitor?,
    _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    guard !request.prompts.contains(.none) else { throw request.needsSignIn }
    let subject: Subject
    switch try await flow.passwords.check(username: username, password: password, for: request.client.id, exchange) {
    case .right(let user): subject = user
    case .refused(let problem):
      return try flow.signInPage(for: request, username: username, visitor, problem: problem, exchange)
    }
    try flow.check(subject, for: request)
    guard try await flow.passwords.mayUse(request.client, subject, .authorization) else {
      return try flow.signInPage(for: request, username: "", visitor, problem: .notPermitted, exchange)
    }
    guard let visitor, let sessions = flow.sessions else {
      return try await flow.issueCode(
        for: request, to: subject, ApprovalDetails(authenticationTime: clock.now()), isRemembered: false, exchange)
    }
    let (session, cookie) = try await sessions.start(of: subject, visitor, exchange)
    // The browser needs the new cookie even if the client gets an error, because the old one is no
    // longer valid.
    let answer = try await answeringAuthorization(exchange) {
      try await flow.sendingServerError(to: request.address, exchange) {
        try await flow.issueCode(for: request, to: subject, session.details, isRemembered: true, exchange)
      }
    }
    return sessions.answer(answer, givingCookie: cookie, to: username)
  }

  /// Records the approval of a signed-in user.
  private func approve(
    _ request: CheckedAuthorizationRequest, _ visitor: Visitor?, _ exchange: Exchange
  ) async throws -> HTTPAnswer {
    guard let session = visitor?.signedIn?.session, !request.prompts.contains(.none),
      try flow.mayAnswer(session.subject, by: request), request.accepts(session, at: clock.now())
    else { return try await flow.proceed(with: request, visitor, exchange) }
    guard try await flow.passwords.mayUse(request.client, session.subject, .authorization, session.id) else {
      return try flow.signInPage(for: request, username: "", visitor, problem: .notPermitted, exchange)
    }
    return try await flow.issueCode(
      for: request, to: session.subject, session.details, isRemembered: true, exchange)
  }
}
