internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The pages and answers of a sign-out, which ``LogoutEndpoint`` and ``LogoutDecisionEndpoint`` share.
struct LogoutFlow: ServerPart {
  let core: ServerCore
  let parser: LogoutRequestParser
  let sessions: BrowserSessions
  let pages: PageAnswers

  /// The path that the form of the sign-out page is sent to.
  var decisionPath: String { issuer.pathPrefix + AuthorizationServerConfiguration.Path.logoutDecision }

  func signOutPage(
    _ asked: LogoutRequest, _ signedIn: Visitor.SignedIn, _ visitor: Visitor, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = SignOutPage(
      client: asked.client?.card, person: signedIn.user.name, issuer: issuer.text,
      action: decisionPath,
      hiddenFields: [
        HiddenField(name: PageField.logout, value: asked.encoded),
        visitor.tokenField,
      ])
    return try pages.answer(.signOut(page), to: exchange, answeredAt: asked.back, uiLocales: asked.uiLocales)
  }

  /// The end of it: the browser goes back to the client, if an ID token of the client's or the person's own word makes sure that
  /// this isn't some other site's doing (RP-Initiated Logout §3). Otherwise it stays here, and there may be a link: also if nobody
  /// vouched for the client, since anybody can have an ID token of a client that they registered (RFC 9700 §4.11.2).
  func signedOut(
    _ asked: LogoutRequest, _ outcome: SignedOutPage.Outcome, person: User? = nil, isConfirmed: Bool,
    _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let mayGoBack =
      outcome != .stayedSignedIn && (isConfirmed || (asked.hint != nil && asked.client?.isUntrusted == false))
    let answer: HTTPAnswer
    if mayGoBack, let location = asked.location {
      answer = .redirect(to: location)
    } else {
      let page = SignedOutPage(
        outcome, person: person?.name, client: asked.client?.card, back: asked.location, issuer: issuer.text)
      answer = try pages.answer(.signedOut(page), to: exchange, uiLocales: asked.uiLocales)
    }
    return outcome == .signedOut ? answer.setting(cookie: sessions.cookie.taking) : answer
  }
}
