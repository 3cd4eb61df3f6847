internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The pages and answers of a sign-out, which ``LogoutEndpoint`` and ``LogoutDecisionEndpoint``
/// share.
struct LogoutFlow: ServerPart {
  let core: ServerCore
  let parser: LogoutRequestParser
  let sessions: UserSessions
  let pages: PageResponder

  /// The path that the form of the sign-out page is sent to.
  var decisionPath: String { issuer.pathPrefix + AuthorizationServerConfiguration.Path.logoutDecision }

  func signOutPage(
    _ logoutRequest: LogoutRequest, _ signedIn: Visitor.SignedIn, _ visitor: Visitor, _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let page = SignOutPage(
      client: logoutRequest.client?.card, person: signedIn.user.name, issuer: issuer.text,
      action: decisionPath,
      hiddenFields: [
        HiddenField(name: PageField.logout, value: logoutRequest.encodedForm),
        visitor.tokenField,
      ])
    return try pages.answer(
      .signOut(page), to: exchange, answeredAt: logoutRequest.back, uiLocales: logoutRequest.uiLocales)
  }

  /// Returns the answer that ends a sign-out.
  ///
  /// The browser is sent back to the client only if an ID token of the client or the user's own
  /// decision shows that no other site caused the sign-out (RP-Initiated Logout §3). Otherwise the
  /// browser stays here, and the page may offer a link. A client that registered itself is
  /// untrusted and gets the link too: it can obtain an ID token of its own, so the token proves
  /// nothing (RFC 9700 §4.11.2).
  func signedOut(
    _ logoutRequest: LogoutRequest, _ outcome: SignedOutPage.Outcome, person: User? = nil, isConfirmed: Bool,
    _ exchange: Exchange
  ) throws -> HTTPAnswer {
    let mayGoBack =
      outcome != .stayedSignedIn
      && (isConfirmed || (logoutRequest.hint != nil && logoutRequest.client?.isUntrusted == false))
    let answer: HTTPAnswer
    if mayGoBack, let location = logoutRequest.location {
      answer = .redirect(to: location)
    } else {
      let page = SignedOutPage(
        outcome, person: person?.name, client: logoutRequest.client?.card, back: logoutRequest.location,
        issuer: issuer.text)
      answer = try pages.answer(.signedOut(page), to: exchange, uiLocales: logoutRequest.uiLocales)
    }
    return outcome == .signedOut ? answer.setting(cookie: sessions.cookie.taking) : answer
  }
}
