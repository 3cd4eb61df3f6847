internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Accepts the user's decision on the page that asks whether to sign out. The form carries the
/// whole request, which is checked again.
struct LogoutDecisionEndpoint: BrowserEndpoint {
  let flow: LogoutFlow
  var core: ServerCore { flow.core }
  var pages: PageResponder { flow.pages }

  var description: EndpointDescription {
    EndpointDescription(
      name: "logoutDecision", paths: [flow.decisionPath], methods: [.post], errors: .page, allowsOtherOrigins: false,
      events: [.sessionEnd],
      operations: [
        OpenAPIOperation(
          method: "post", summary: "Accepts a user's decision on the page that asks whether to sign out",
          body: .form([
            .required(PageField.logout), .text(PageField.token),
            .one(PageField.decision, of: [PageField.approve, PageField.deny]),
          ]),
          answers: [
            200: [OpenAPIOperation.html], 303: [], 400: [OpenAPIOperation.html], 403: [OpenAPIOperation.html],
            413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html], 500: [OpenAPIOperation.html],
          ])
      ])
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      let form = try ownForm(exchange)
      guard let carriedForm = try? FormParameters(decoding: try form.shown(PageField.logout) ?? "") else {
        throw PageRefusal(.malformed)
      }
      let logoutRequest = try await flow.parser.parse(carriedForm).request
      let visitor = try await flow.sessions.visitor(of: exchange)
      guard let signedIn = visitor.signedIn else {
        return try flow.signedOut(logoutRequest, .nobodySignedIn, isConfirmed: false, exchange)
      }
      guard visitor.formToken.matches(try form.shown(PageField.token)) else {
        logger.notice("A form without its browser's CSRF token was rejected, and its page is shown again")
        return try flow.signOutPage(logoutRequest, signedIn, visitor, exchange)
      }
      switch try form.shown(PageField.decision) {
      case PageField.approve:
        try await flow.sessions.termination.end(
          signedIn.session.id, because: "its user signed out", request: exchange.key)
        return try flow.signedOut(logoutRequest, .signedOut, person: signedIn.user, isConfirmed: true, exchange)
      case PageField.deny:
        return try flow.signedOut(logoutRequest, .stayedSignedIn, person: signedIn.user, isConfirmed: false, exchange)
      default:
        throw PageRefusal(.unknownDecision)
      }
    }
  }
}
